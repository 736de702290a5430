// @vitest-environment jsdom
// The guide shown where files cannot be saved (platform/web/in-app/browser-guide.ts), in the shell that shows it.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { PageShell } from './page-shell.tsx'
import { SIGNED_OUT } from './testing/visitors.ts'
import { VisitorContext } from './visitor.ts'

const WECHAT =
  'Mozilla/5.0 (Linux; Android 14) Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47.2560(0x28002F30)'
const kept = vi.fn<(name: string) => void>()

beforeAll(prepareDom)
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept(this.download)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  kept.mockClear()
})

function openPage(userAgent: string) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const save = (
    <button type="button" onClick={() => saveFile('invoice.pdf', new Blob(['x']))}>
      save
    </button>
  )
  const router = createMemoryRouter([{ path: '*', element: <PageShell>{save}</PageShell> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <VisitorContext.Provider value={SIGNED_OUT}>
          <RouterProvider router={router} />
        </VisitorContext.Provider>
      </MantineProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
}

it('inside WeChat a file of a call is not dropped in silence: the page says how it is opened elsewhere, as often as it is asked', async () => {
  openPage(WECHAT)
  expect(await screen.findByText('微信内不能直接下载文件，请在浏览器中打开本页。')).toBeDefined()
  const dialog = await screen.findByRole('dialog', { name: '请在浏览器中下载' })
  expect(dialog.textContent).toContain('登录后在本页再次下载')
  expect(dialog.textContent).not.toContain('图片')
  expect(kept).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('知道了'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
  expect(await screen.findByRole('dialog', { name: '请在浏览器中下载' })).toBeDefined()
})

it('in a browser it is kept, and nothing is said', () => {
  openPage('Mozilla/5.0 (X11; Linux x64) Chrome/126.0.0.0 Safari/537.36')
  expect(kept).toHaveBeenCalledWith('invoice.pdf')
  expect(screen.queryByRole('dialog')).toBeNull()
})
