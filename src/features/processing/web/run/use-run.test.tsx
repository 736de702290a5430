// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { runCalls } from '../late-parts.ts'
import { processingClient } from '../processing-client.ts'
import { finishedJob, makeJob, RESULT } from '../testing/make-job.ts'
import { useRun } from './use-run.ts'

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
const { jobs } = vi.mocked(processingClient, { deep: true })

beforeAll(runCalls.load)
beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['completion', finishedJob()],
  ['failure', makeJob({ status: 'failed', error: { code: 'processing-timeout' } })],
])('[STATE-07] the progress task is discarded 1 s after %s', (_end, job) => {
  const { result } = renderHook(() => useRun(() => {}))
  act(() => result.current.attach(job))
  expect(result.current.run.task?.endTime).toBeDefined()
  act(() => vi.advanceTimersByTime(999))
  expect(result.current.run.task).toBeDefined()
  act(() => vi.advanceTimersByTime(1))
  expect(result.current.run.task).toBeUndefined()
})

it('a job that is no longer heard of is lost, not failed, and can be followed again', async () => {
  jobs.watch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  jobs.get.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  const { result } = renderHook(() => useRun(() => {}))
  act(() => result.current.attach(makeJob({ status: 'processing', progress: 40 })))
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(result.current.run.phase).toBe('lost')
  expect(result.current.run.job?.progress).toBe(40)
  jobs.watch.mockImplementation(async function* () {
    yield finishedJob()
  } as never)
  await act(async () => result.current.reconnect())
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(result.current.run.phase).toBe('finished')
})

it('a lost job is followed again as soon as the network is back', async () => {
  jobs.watch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  jobs.get.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  const { result } = renderHook(() => useRun(() => {}))
  act(() => result.current.attach(makeJob({ status: 'processing' })))
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(result.current.run.phase).toBe('lost')
  jobs.watch.mockImplementation(async function* () {
    yield finishedJob()
  } as never)
  await act(async () => window.dispatchEvent(new Event('online')))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(result.current.run.phase).toBe('finished')
})

it('a cancel that came too late says that the result is there and was charged', async () => {
  jobs.watch.mockImplementation(() => new Promise(() => {}))
  jobs.cancel.mockResolvedValue(finishedJob())
  const onSettled = vi.fn()
  const { result } = renderHook(() => useRun(onSettled))
  act(() => result.current.attach(makeJob({ status: 'processing' })))
  await act(() => result.current.cancel())
  expect(result.current.run.phase).toBe('finished')
  expect(onSettled).toHaveBeenCalledTimes(1)
})

it('a result that stays open gets new addresses before the old ones end', async () => {
  const newer = finishedJob({ result: { ...RESULT, downloadAddress: '/files/newer' } })
  jobs.get.mockResolvedValue(newer)
  const { result } = renderHook(() => useRun(() => {}))
  act(() => result.current.attach(finishedJob()))
  await act(() => vi.advanceTimersByTimeAsync(599_000))
  expect(jobs.get).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(result.current.run.job?.result?.downloadAddress).toBe('/files/newer')
  act(() => result.current.renewResult())
  act(() => result.current.renewResult())
  expect(jobs.get).toHaveBeenCalledTimes(1)
})

it('a refused cancel leaves the job running', async () => {
  jobs.watch.mockImplementation(() => new Promise(() => {}))
  jobs.cancel.mockRejectedValue(new TypeError('Failed to fetch'))
  const { result } = renderHook(() => useRun(() => {}))
  act(() => result.current.attach(makeJob({ status: 'processing' })))
  await act(() => result.current.cancel())
  expect(result.current.run).toMatchObject({ phase: 'watching', isCancelling: false })
})

it('leaving the page stops the watching and does not cancel the job', () => {
  let signal: AbortSignal | undefined
  jobs.watch.mockImplementation(((_input: unknown, options: { signal: AbortSignal }) => {
    signal = options.signal
    return new Promise(() => {})
  }) as never)
  const { result, unmount } = renderHook(() => useRun(() => {}))
  act(() => result.current.attach(makeJob({ status: 'processing' })))
  unmount()
  expect(signal?.aborted).toBe(true)
  expect(jobs.cancel).not.toHaveBeenCalled()
})
