// @vitest-environment jsdom
// The free look: which models, which spot, what a person sees of failures. The pixels are proved in e2e/patch.e2e.ts.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import type { Patch, PatchRequest } from '../../contract.ts'
import { client, holdPicture, loadLazyParts, resetServer, show } from '../testing/tool-harness.tsx'
import { patchTry } from './patch-room.tsx'

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))

const FOUND = { x: 0.4, y: 0.6 }
const patchOf = ({ spot = FOUND }: PatchRequest): Patch => ({
  address: '/files/patch.png',
  width: 512,
  height: 512,
  spot,
  resultWidth: 1200,
  resultHeight: 800,
})

beforeAll(async () => {
  prepareDom()
  await Promise.all([loadLazyParts(), patchTry.load()])
})
beforeEach(() => {
  resetServer()
  client.drawPatch.mockImplementation(async (request) => patchOf(request))
})

const asked = () => client.drawPatch.mock.calls.map(([request]) => request)
const open = async (modelKey = 'denoise/normal') => {
  holdPicture()
  show(modelKey)
  fireEvent.click(await screen.findByRole('button', { name: /先试一小块/ }, { timeout: 10_000 }))
  return within(await screen.findByRole('region', { name: '先试一小块，不扣积分' }))
}

it('tries this tool and its neighbours at the spot that the first one found', async () => {
  const region = await open()
  await waitFor(() => expect(region.getAllByRole('img', { name: /处理后的局部/ })).toHaveLength(3))
  expect(asked().map(({ modelKey }) => modelKey)).toEqual(['denoise/normal', 'denoise/strong', 'denoise/extreme'])
  expect(asked().map(({ spot }) => spot)).toEqual([undefined, FOUND, FOUND])
  expect(region.getByText('当前工具')).toBeTruthy()
  expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/ai/denoise/strong',
    '/ai/denoise/extreme',
  ])
  expect(region.getByText('完整结果 1200 × 800 像素')).toBeTruthy()
})

it('says how many spots there are before one is chosen, and when they are used up', async () => {
  const region = await open()
  expect(await region.findByText(/每个工具可试看 1 处，看过的位置可以再看/)).toBeTruthy()
  await waitFor(() => expect(asked()).toHaveLength(3))
  client.drawPatch.mockRejectedValue(Object.assign(new Error('x'), { code: 'patch-spots' }))
  const place = region.getByRole('button', { name: '选择试看的位置' })
  fireEvent.keyDown(place, { key: 'ArrowRight' })
  fireEvent.keyDown(place, { key: 'Enter' })
  const told = '这张图片用这个工具可试看的位置已用完。看过的位置可以再看，也可以试试其他工具。'
  await waitFor(() => expect(region.getAllByText(told)).toHaveLength(3))
  expect(region.queryByRole('button', { name: '重试' })).toBeNull()
})

it('moves to another spot by arrow keys and enter', async () => {
  const region = await open()
  await waitFor(() => expect(asked()).toHaveLength(3))
  const place = region.getByRole('button', { name: '选择试看的位置' })
  fireEvent.keyDown(place, { key: 'ArrowRight' })
  fireEvent.keyDown(place, { key: 'ArrowUp' })
  expect(asked()).toHaveLength(3)
  fireEvent.keyDown(place, { key: 'Enter' })
  await waitFor(() => expect(asked()).toHaveLength(6))
  expect(asked()[3]!.spot).toEqual({ x: 0.45, y: 0.55 })
})

it('shows the original in all of them at once, and in one while it is held', async () => {
  const region = await open()
  await waitFor(() => expect(region.getAllByRole('img', { name: /处理后的局部/ })).toHaveLength(3))
  const originals = () => region.queryAllByRole('img', { name: '原图的局部' })
  fireEvent.click(region.getByRole('radio', { name: '原图' }))
  expect(originals()).toHaveLength(3)
  fireEvent.click(region.getByRole('radio', { name: '处理后' }))
  expect(originals()).toHaveLength(0)
  const held = region.getByRole('img', { name: /^标准降噪处理后的局部/ }).parentElement!.parentElement!
  fireEvent.pointerDown(held)
  expect(originals()).toHaveLength(1)
  fireEvent.pointerUp(held)
  expect(originals()).toHaveLength(0)
})

it('says why there is nothing to see, and tries again when asked', async () => {
  client.drawPatch.mockRejectedValueOnce(Object.assign(new Error(), { code: 'patch-busy' }))
  const region = await open()
  expect(await region.findByText('现在试看的人较多，请稍后再试')).toBeTruthy()
  expect(asked()).toHaveLength(1)
  fireEvent.click(region.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(region.getAllByRole('img', { name: /处理后的局部/ })).toHaveLength(3))
})

it('leaves out what another provider computes, and offers nothing where that is this tool', async () => {
  client.capabilities.mockImplementation(async (input) => ({
    provider: 'local',
    unsupportedParams: {},
    hasPatches: input?.modelKey !== 'denoise/strong',
    hasQuotes: false,
  }))
  const region = await open()
  await waitFor(() => expect(region.getAllByRole('img', { name: /处理后的局部/ })).toHaveLength(2))
  client.capabilities.mockResolvedValue({
    provider: 'topaz',
    unsupportedParams: {},
    hasPatches: false,
    hasQuotes: false,
  })
})

it('tries the values of the panel again when they have changed', async () => {
  client.capabilities.mockResolvedValue({
    provider: 'local',
    unsupportedParams: {},
    hasPatches: true,
    hasQuotes: false,
  })
  const region = await open()
  await waitFor(() => expect(asked()).toHaveLength(3))
  expect(asked()[0]).toMatchObject({ mode: 'auto', params: {} })
  fireEvent.click(screen.getByRole('radio', { name: '手动' }))
  fireEvent.click(await region.findByRole('button', { name: '设置已改，重新试看' }))
  await waitFor(() => expect(asked()).toHaveLength(4))
  expect(asked()[3]).toMatchObject({ modelKey: 'denoise/normal', mode: 'manual' })
})
