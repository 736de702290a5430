import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PreviewServer } from 'vite'
import { afterAll, expect, it } from 'vitest'
import { loadBeforePages } from './load-before-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'huanying-load-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('the built program is loaded before the first page is asked for, where there is one', async () => {
  const { configurePreviewServer } = loadBeforePages('build')
  const load = configurePreviewServer as (server: Pick<PreviewServer, 'config'>) => Promise<void>
  const server = { config: { root: folder } } as PreviewServer
  await load(server)
  mkdirSync(join(folder, 'build/server'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'build/server/index.js'), 'process.env.LOADED_BEFORE_PAGES = "yes"')
  await load(server)
  expect(process.env.LOADED_BEFORE_PAGES).toBe('yes')
  delete process.env.LOADED_BEFORE_PAGES
})
