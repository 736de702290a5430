// @vitest-environment jsdom
// The note above the start where the provider bounds sizes or estimates times (decision 0066).
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { UPLOAD_ID } from '../testing/make-job.ts'
import { client, holdPicture, loadLazyParts, resetServer, show, startEnabled } from '../testing/tool-harness.tsx'

vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))
vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))

const here = { provider: 'local', unsupportedParams: {}, hasPatches: true, hasQuotes: false }
beforeAll(prepareDom)
beforeAll(loadLazyParts)
beforeEach(() => {
  resetServer()
  client.capabilities.mockResolvedValue({ ...here, provider: 'topaz', hasQuotes: true })
})

it('size, price and seconds of what the press would start', async () => {
  const size = { width: 6000, height: 4000 }
  client.quote.mockResolvedValue({ size, credits: 2, seconds: 75, from: 'vendor', problem: null })
  holdPicture()
  show()
  expect(await screen.findByText('结果 6000 × 4000 像素 · 2 积分 · 预计 1 分 15 秒')).toBeTruthy()
  const wanted = { source: { uploadId: UPLOAD_ID }, modelKey: 'denoise/normal', mode: 'auto', params: {} }
  expect(client.quote.mock.calls[0]?.[0]).toEqual(wanted)
})

it('what is unknown is left out; what cannot be had says why, before any press', async () => {
  const data = { wanted: 5034, limit: 4800, advice: '请先缩小图片再试' }
  const quote = { size: null, credits: 2, seconds: null, from: null }
  client.quote.mockResolvedValue({ ...quote, problem: { code: 'output-too-large', data } })
  holdPicture()
  show()
  expect(await screen.findByText('结果约 5034 万像素，超过上限（4800 万像素）。请先缩小图片再试。')).toBeTruthy()
  expect(client.jobs.start).not.toHaveBeenCalled()
})

it('nobody is asked without a picture', async () => {
  show()
  await waitFor(() => expect(client.capabilities).toHaveBeenCalled())
  expect(client.quote).not.toHaveBeenCalled()
})

it('nor where our own engine computes', async () => {
  client.capabilities.mockResolvedValue(here)
  holdPicture()
  show()
  await startEnabled()
  expect(client.quote).not.toHaveBeenCalled()
})
