// @vitest-environment jsdom
// The sample picture goes the way of every upload, and every model's sample is shipped.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { sampleAddress } from '#rulebook/runs/tool-samples.ts'
import { MODELS, modelByKey } from '#rulebook/tools/catalogue.ts'
import { PictureSources } from './picture-sources.tsx'

const onFile = vi.fn()
const show = () =>
  renderPage(<PictureSources model={modelByKey('denoise/normal')!} onFile={onFile} onHold={() => {}} />)

beforeAll(prepareDom)
beforeEach(() => vi.clearAllMocks())
afterEach(() => vi.unstubAllGlobals())

it('is uploaded as a file of the visitor would be', async () => {
  const get = vi.fn(async (_address: unknown) => new Response(new Uint8Array(2000)))
  vi.stubGlobal('fetch', get)
  show()
  fireEvent.click(screen.getByRole('button', { name: '试试示例图片' }))
  await waitFor(() => expect(onFile).toHaveBeenCalledTimes(1))
  expect(get.mock.calls.map(([address]) => address)).toEqual([sampleAddress(modelByKey('denoise/normal')!)])
  const [file] = onFile.mock.calls[0] as [File]
  expect([file.name, file.type, file.size]).toEqual(['示例图片.webp', 'image/webp', 2000])
})

it('one that does not come is told', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('', { status: 404 })),
  )
  show()
  fireEvent.click(screen.getByRole('button', { name: '试试示例图片' }))
  expect(await screen.findByText('示例图片加载失败，请稍后再试')).toBeTruthy()
  expect(onFile).not.toHaveBeenCalled()
})

it('every model has one', () => {
  const missing = MODELS.map(sampleAddress).filter((path) => !existsSync(join('public', path)))
  expect(missing).toEqual([])
})
