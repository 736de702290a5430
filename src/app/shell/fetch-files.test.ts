// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const fetched: string[] = []
const lost = new Set<string>()

beforeEach(() => {
  vi.resetModules()
  fetched.length = 0
  lost.clear()
  const routes = {
    root: { module: '/root.js', imports: ['/shared.js'] },
    '/': { parentId: 'root', module: '/landing.js', imports: ['/shared.js'] },
    area: { parentId: 'root', module: '/area.js', imports: [] },
    '/ai/tool': { parentId: 'area', module: '/tool.js', imports: ['/shared.js', '/uploader.js'] },
  }
  Object.assign(window, { __reactRouterManifest: { url: '/manifest-1.js', routes } })
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('fetch', async (file: string) => {
    fetched.push(file)
    if (lost.has(file)) throw new TypeError('no network')
    return new Response('', { status: 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const fetchFilesOf = async (page: string) => (await import('./fetch-files.ts')).fetchFilesOf(page)

it('fetches what the page and the layouts around it need, but for what the open page has brought', async () => {
  expect(await fetchFilesOf('/ai/tool')).toBe(true)
  expect(fetched.sort()).toEqual(['/area.js', '/tool.js', '/uploader.js'])
})

it('a file that does not come is said, and asked for alone the next time', async () => {
  lost.add('/uploader.js')
  expect(await fetchFilesOf('/ai/tool')).toBe(false)
  fetched.length = 0
  lost.clear()
  expect(await fetchFilesOf('/ai/tool')).toBe(true)
  expect(fetched).toEqual(['/uploader.js'])
})

it('fetches nothing of a page that nobody knows', async () => {
  expect([await fetchFilesOf('/nowhere'), fetched]).toEqual([false, []])
})
