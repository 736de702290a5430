// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { pictureOfUpload } from '../picture/current-picture.ts'
import { processingClient } from '../processing-client.ts'
import { finishedJob, makeJob, makeUpload, RESULT, UPLOAD_ID } from '../testing/make-job.ts'
import { runCalls } from '../workspace/lazy-parts.ts'
import {
  createWorkspaceStore,
  runOf,
  useStoreState,
  type Workspace,
  WorkspaceProvider,
} from '../workspace/workspace-store.ts'
import { ProgressCard } from './progress-card.tsx'
import type { StartRequest } from './start-job.ts'
import { useRun } from './use-run.ts'
import { useRunEffects } from './use-run-effects.ts'

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
const { jobs } = vi.mocked(processingClient, { deep: true })

beforeAll(prepareDom)
beforeAll(runCalls.load)
beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** On the page of one picture. */
function renderRun(onSettled = () => {}) {
  const store = createWorkspaceStore({
    picture: pictureOfUpload(makeUpload()),
    isConfirmed: true,
    isUnreachable: false,
  })
  return renderHook(() => {
    const actions = useRun(store, onSettled)
    const renewResult = useRunEffects(store, actions.reconnect)
    return { store, ...actions, renewResult, run: useStoreState(store, runOf) }
  })
}

it.each([
  ['completion', finishedJob()],
  ['failure', makeJob({ status: 'failed', error: { code: 'processing-timeout' } })],
])('[STATE-07] the progress task is discarded 1 s after %s', (_end, job) => {
  const { result } = renderRun()
  act(() => void result.current.attach(job))
  expect(result.current.run.task?.endTime).toBeDefined()
  act(() => vi.advanceTimersByTime(999))
  expect(result.current.run.task).toBeDefined()
  act(() => vi.advanceTimersByTime(1))
  expect(result.current.run.task).toBeUndefined()
})

it('a job that is no longer heard of is lost, not failed, and can be followed again', async () => {
  jobs.watch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  jobs.get.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  const { result } = renderRun()
  act(() => void result.current.attach(makeJob({ status: 'processing', progress: 40 })))
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
  const { result } = renderRun()
  act(() => void result.current.attach(makeJob({ status: 'processing' })))
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
  const { result } = renderRun(onSettled)
  act(() => void result.current.attach(makeJob({ status: 'processing' })))
  await act(() => result.current.cancelRun())
  expect(result.current.run.phase).toBe('finished')
  expect(onSettled).toHaveBeenCalledTimes(1)
})

it('a cancel of a job that was lost is seen to its end: the picture is there for another run', async () => {
  jobs.watch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  jobs.get.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  const { result } = renderRun()
  act(() => void result.current.attach(makeJob({ status: 'processing' })))
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(result.current.run.phase).toBe('lost')
  jobs.cancel.mockResolvedValue(makeJob({ status: 'processing' }))
  jobs.watch.mockImplementation(async function* () {
    yield makeJob({ status: 'failed', error: { code: 'processing-cancelled' } })
  } as never)
  await act(() => result.current.cancelRun())
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(result.current.run).toMatchObject({ phase: 'none', isCancelling: false })
})

it('a result that stays open gets new addresses before the old ones end', async () => {
  const newer = finishedJob({ result: { ...RESULT, downloadAddress: '/files/newer' } })
  jobs.get.mockResolvedValue(newer)
  const { result } = renderRun()
  act(() => void result.current.attach(finishedJob()))
  await act(() => vi.advanceTimersByTimeAsync(599_000))
  expect(jobs.get).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(result.current.run.job?.result?.downloadAddress).toBe('/files/newer')
  act(() => result.current.renewResult())
  act(() => result.current.renewResult())
  expect(jobs.get).toHaveBeenCalledTimes(1)
})

it('a start without an answer says that it is tried again, with the same key, and then goes on', async () => {
  jobs.watch.mockImplementation(() => new Promise(() => {}))
  jobs.start.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(makeJob())
  const { result } = renderRun()
  const request = {
    source: { uploadId: UPLOAD_ID },
    modelKey: 'denoise/normal',
    mode: 'auto',
    params: {},
    shownCredits: 2,
  }
  act(() => void result.current.start(request as StartRequest))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(result.current.run).toMatchObject({ phase: 'starting', isTryingAgain: true })
  const workspace = { ...result.current, model: modelByKey(request.modelKey)! } as unknown as Workspace
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WorkspaceProvider value={workspace}>
        <ProgressCard />
      </WorkspaceProvider>
    </QueryClientProvider>,
    { wrapper: MantineProvider },
  )
  expect(screen.getByRole('status').textContent).toBe('网络不稳定，正在重新提交（不会重复消耗积分）…')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(result.current.run).toMatchObject({ phase: 'watching', isTryingAgain: false })
  const [first, second] = jobs.start.mock.calls.map(([input]) => input.startKey)
  expect(first).toBe(second)
})

it('a refused cancel leaves the job running', async () => {
  jobs.watch.mockImplementation(() => new Promise(() => {}))
  jobs.cancel.mockRejectedValue(new TypeError('Failed to fetch'))
  const { result } = renderRun()
  act(() => void result.current.attach(makeJob({ status: 'processing' })))
  await act(() => result.current.cancelRun())
  expect(result.current.run).toMatchObject({ phase: 'watching', isCancelling: false })
})

it('leaving the page stops the watching and does not cancel the job', () => {
  let signal: AbortSignal | undefined
  jobs.watch.mockImplementation(((_input: unknown, options: { signal: AbortSignal }) => {
    signal = options.signal
    return new Promise(() => {})
  }) as never)
  const { result, unmount } = renderRun()
  act(() => void result.current.attach(makeJob({ status: 'processing' })))
  unmount()
  expect(signal?.aborted).toBe(true)
  expect(jobs.cancel).not.toHaveBeenCalled()
})
