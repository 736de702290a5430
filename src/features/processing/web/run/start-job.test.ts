import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeRequestKey } from '#platform/web/http/request-key.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { makeJob, UPLOAD_ID } from '../testing/make-job.ts'
import { createJobStarter, type StartCall, type StartRequest } from './start-job.ts'

const request: StartRequest = {
  source: { uploadId: UPLOAD_ID },
  modelKey: 'denoise/normal',
  mode: 'auto',
  params: {},
  shownCredits: 2,
}
const signal = new AbortController().signal
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const keysOf = (start: ReturnType<typeof vi.fn<StartCall>>) => start.mock.calls.map(([input]) => input.startKey)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[HTTP-03] [HTTP-07] a lost answer is asked for again with the same key, so that it is one job', async () => {
  const start = vi.fn<StartCall>().mockImplementationOnce(lost).mockResolvedValue(makeJob())
  const onTryAgain = vi.fn()
  const answer = createJobStarter(start)(request, signal, onTryAgain)
  await vi.advanceTimersByTimeAsync(0)
  expect(onTryAgain).toHaveBeenCalledTimes(1)
  expect(start).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  await answer
  expect(onTryAgain).toHaveBeenCalledTimes(1)
  const [first, second] = keysOf(start)
  expect(first).toBe(second)
})

it('[ERR-PROC-21] a press after a press without an answer is told apart as lost on the way, and keeps the key; after an answer it is a new one', async () => {
  const start = vi.fn<StartCall>().mockImplementation(lost)
  const startJob = createJobStarter(start)
  const first = startJob(request, signal).catch((error: Error) => error)
  await vi.advanceTimersByTimeAsync(6000)
  expect(await first).toMatchObject({ message: 'Edge Function error: 无法连接服务器，请检查网络后重试' })
  expect(messageFromRegister(await first)).toBe('网络连接失败，请检查网络状态')
  const lostKey = keysOf(start)[0]
  start.mockResolvedValue(makeJob())
  await startJob(request, signal)
  await startJob(request, signal)
  const [again, next] = keysOf(start).slice(-2)
  expect(again).toBe(lostKey)
  expect(next).not.toBe(lostKey)
})

it('the key of unanswered presses is one and the same over all tries', async () => {
  const start = vi.fn<StartCall>().mockImplementation(lost)
  const startJob = createJobStarter(start)
  for (let press = 0; press < 2; press++) {
    const pressed = startJob(request, signal).catch(() => {})
    await vi.advanceTimersByTimeAsync(6000)
    await pressed
  }
  expect(start).toHaveBeenCalledTimes(8)
  expect(new Set(keysOf(start)).size).toBe(1)
})

it('other settings are another run and get another key', async () => {
  const start = vi.fn<StartCall>().mockImplementation(lost)
  const startJob = createJobStarter(start)
  for (const modelKey of ['denoise/normal', 'denoise/strong']) {
    const pressed = startJob({ ...request, modelKey }, signal).catch(() => {})
    await vi.advanceTimersByTimeAsync(6000)
    await pressed
  }
  expect(new Set(keysOf(start)).size).toBe(2)
})

it('[HTTP-04] a refusal is not repeated', async () => {
  const refusal = Object.assign(new Error('refused'), { code: 'insufficient-credits' })
  const start = vi.fn<StartCall>().mockRejectedValue(refusal)
  await expect(createJobStarter(start)(request, signal)).rejects.toBe(refusal)
  expect(start).toHaveBeenCalledTimes(1)
})

it('keys are UUIDs and differ', () => {
  const keys = Array.from({ length: 50 }, makeRequestKey)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(keys).size).toBe(50)
})

it.each([
  [500, '服务没有正常响应，请稍后重试'],
  [418, '服务没有正常响应，请稍后重试'],
  [502, '暂时无法连接服务器，请稍后重试'],
])(
  '[ERR-PROC-13] [ERR-PROC-21] an answer of %i that is none of ours is an error of the function',
  async (status, text) => {
    const start = vi.fn<StartCall>().mockRejectedValue(Object.assign(new Error('x'), { status }))
    const outcome = createJobStarter(start)(request, signal).catch((error: Error) => error)
    await vi.advanceTimersByTimeAsync(6000)
    expect(await outcome).toMatchObject({ name: 'FlowError', message: `Edge Function error: ${text}` })
    expect(messageFromRegister(await outcome)).toBe(`处理失败: ${text}`)
  },
)

it('[ERR-PROC-15] an answer without a job is a start that failed', async () => {
  const outcome = createJobStarter(vi.fn().mockResolvedValue({}))(request, signal).catch((error: Error) => error)
  expect(await outcome).toMatchObject({ message: 'Failed to start processing' })
  expect(messageFromRegister(await outcome)).toBe('处理失败: 未能开始处理')
})
