// @vitest-environment jsdom
// 一键修复 before and while it works, as its person sees it: price, time, and the way to more credits.
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setWindowPerson } from '#platform/web/http/window-person.ts'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { pictureOfUpload } from '../picture/current-picture.ts'
import { finishedJob, makeJob, makeUpload } from '../testing/make-job.ts'
import { client, resetServer } from '../testing/tool-harness.tsx'
import { RepairWorkshop } from './repair-workshop.tsx'
import { forgetRepair } from './use-repair.ts'

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))

const SECONDS: Readonly<Record<string, number>> = { 'denoise/normal': 7.3, 'lighting/adjust': 11.4 }
const steps = ['denoise/normal', 'lighting/adjust'].map((key) => ({ model: modelByKey(key)!, reason: key, credits: 2 }))
afterEach(() => setWindowPerson(undefined))

/** A run of the first step, whose stream the test ends. */
async function runFirst() {
  const run = makeJob({ status: 'processing', progress: 40 })
  client.jobs.start.mockResolvedValue(run)
  const streams: { readonly signal: AbortSignal; readonly fail: (error: unknown) => void }[] = []
  client.jobs.watch.mockImplementation(
    (_input, options) =>
      new Promise((_, fail) => {
        const { signal } = options as { signal: AbortSignal }
        signal.addEventListener('abort', () => fail(signal.reason))
        streams.push({ signal, fail })
      }),
  )
  open()
  await screen.findByText(/约需 19 秒/)
  fireEvent.click(screen.getByRole('button', { name: '开始修复 · 4 积分' }))
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  return { run, streams }
}

const open = (creditsRemaining = 5, userType = 'free') =>
  renderPage(<RepairWorkshop picture={pictureOfUpload(makeUpload())} steps={steps} onRestart={() => {}} />, {
    session: { creditsRemaining, userType },
    path: '/ai/repair',
  })

beforeAll(prepareDom)
beforeEach(() => {
  resetServer()
  forgetRepair()
  client.usualSeconds.mockImplementation(async ({ modelKey }) => ({
    usual: { seconds: SECONDS[modelKey]!, from: 'history' },
  }))
})

it('the quote is the price and the time of the steps that are chosen', async () => {
  open()
  expect((await screen.findByText(/约需 19 秒/)).parentElement!.textContent).toBe('共 4 积分 · 约需 19 秒')
  fireEvent.click(screen.getAllByRole('checkbox')[1]!)
  expect(screen.getByText(/约需 7 秒/).parentElement!.textContent).toBe('共 2 积分 · 约需 7 秒')
  expect(client.usualSeconds.mock.calls.map(([input]) => input.megapixels)).toEqual([0.96, 0.96])
})

it('no time is told where that of one step is not known', async () => {
  client.usualSeconds.mockImplementation(async ({ modelKey }) => ({
    usual: modelKey === 'lighting/adjust' ? null : { seconds: 7.3, from: 'history' },
  }))
  open()
  await vi.waitFor(() => expect(client.usualSeconds).toHaveBeenCalledTimes(2))
  expect(screen.getByText(/^共 4 积分/).textContent).toBe('共 4 积分')
  fireEvent.click(screen.getAllByRole('checkbox')[1]!)
  expect(await screen.findByText(/约需 7 秒/)).toBeTruthy()
})

it('while it works the time that is left stands beside the stop', async () => {
  client.jobs.start.mockReturnValue(new Promise(() => {}))
  open()
  await screen.findByText(/约需 19 秒/)
  fireEvent.click(screen.getByRole('button', { name: '开始修复 · 4 积分' }))
  expect(await screen.findByText('约还需 19 秒')).toBeTruthy()
})

it('an unlimited tier agrees to nothing being taken', async () => {
  client.jobs.start.mockReturnValue(new Promise(() => {}))
  open(5, 'vip')
  expect(await screen.findByText(/^您的账户类型不扣积分/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '开始修复' }))
  await vi.waitFor(() => expect(client.jobs.start.mock.calls[0]?.[0]).toMatchObject({ shownCredits: 0 }))
})

it('whoever lacks credits is led to them, and from there back to this photo', () => {
  open(3)
  expect(screen.getByRole('alert').textContent).toContain('积分不足')
  expect(screen.getByRole('link', { name: '获取积分' }).getAttribute('href')).toBe(
    '/profile/billing?from=%2Fai%2Frepair',
  )
})

it('a run that is no longer seen is looked for again: nothing is said to be free, left out or paid twice', async () => {
  const { run, streams } = await runFirst()
  streams[0]!.fail(Object.assign(new Error(), { code: 'session-expired' }))
  expect(await screen.findByText(/^暂时收不到进度/)).toBeTruthy()
  expect(screen.getByText(/这一步仍在处理/)).toBeTruthy()
  expect(screen.queryByText(/未完成的步骤不消耗/)).toBeNull()
  expect(screen.queryByRole('button', { name: '跳过这一步' })).toBeNull()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  // The price of the step that is left.
  expect(screen.getByText(/^共 2 积分/)).toBeTruthy()
  client.jobs.watch.mockResolvedValue(
    (async function* () {
      yield finishedJob({ id: run.id })
    })() as never,
  )
  client.jobs.start.mockReturnValue(new Promise(() => {}))
  fireEvent.click(screen.getByRole('button', { name: '重新连接' }))
  await vi.waitFor(() => expect(client.jobs.start).toHaveBeenCalledTimes(2))
  expect(client.jobs.watch.mock.lastCall![0]).toEqual({ id: run.id })
  expect(client.jobs.start.mock.lastCall![0]).toMatchObject({
    modelKey: 'lighting/adjust',
    source: { parentJobId: run.id },
  })
})

it('whose person has left, watches nothing more and cancels nothing in the name of the next one', async () => {
  setWindowPerson('a')
  const { streams } = await runFirst()
  setWindowPerson('b')
  expect(streams[0]!.signal.aborted).toBe(true)
  expect(await screen.findByText('暂时收不到进度')).toBeTruthy()
  expect(client.jobs.cancel).not.toHaveBeenCalled()
})
