import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Job } from '../../contract.ts'
import { makeJob } from '../testing/make-job.ts'
import { pollJob } from './poll-job.ts'
import { type WatchCalls, watchJob } from './watch-job.ts'

const running = makeJob({ status: 'processing', progress: 30 })
const done = makeJob({ status: 'completed', progress: 100 })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

async function* stream(jobs: readonly Job[], end?: Error): AsyncGenerator<Job> {
  yield* jobs
  if (end) throw end
}

const calls = () => ({ watch: vi.fn<WatchCalls['watch']>(), get: vi.fn<WatchCalls['get']>() })
const follow = (with_: WatchCalls, signal = new AbortController().signal) => {
  const seen: number[] = []
  const answer = watchJob(with_, 'job', { signal, onJob: (job) => seen.push(job.progress) })
  answer.catch(() => {})
  return { answer, seen }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[ASYNC-03] follows the stream from running to completed', async () => {
  const server = calls()
  server.watch.mockResolvedValue(stream([running, done]))
  const { answer, seen } = follow(server)
  expect((await answer).status).toBe('completed')
  expect(seen).toEqual([30, 100])
})

it('takes the same stream again after it broke, as often as it brought something', async () => {
  const server = calls()
  for (let broken = 0; broken < 4; broken++)
    server.watch.mockResolvedValueOnce(stream([running], new TypeError('network error')))
  server.watch.mockResolvedValueOnce(stream([done]))
  const { answer } = follow(server)
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await answer).status).toBe('completed')
  expect(server.watch).toHaveBeenCalledTimes(5)
  expect(server.get).not.toHaveBeenCalled()
})

it('treats a stream that says nothing for 20 s as broken', async () => {
  const server = calls()
  server.watch.mockImplementationOnce(async (_input, { signal }) => ({
    async *[Symbol.asyncIterator]() {
      yield running
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    },
  }))
  server.watch.mockResolvedValueOnce(stream([done]))
  const { answer } = follow(server)
  await vi.advanceTimersByTimeAsync(22_000)
  expect((await answer).status).toBe('completed')
})

it('[ASYNC-05] without any stream the state is asked every 5 s', async () => {
  const server = calls()
  server.watch.mockImplementation(lost)
  server.get.mockResolvedValueOnce(running).mockResolvedValueOnce(running).mockResolvedValueOnce(done)
  const { answer } = follow(server)
  await vi.advanceTimersByTimeAsync(2000 + 4000)
  expect(server.get).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4999)
  expect(server.get).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.get).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect((await answer).status).toBe('completed')
})

it('asks likewise where all places for live views are taken, as in an office that shares one address', async () => {
  const server = calls()
  server.watch.mockImplementation(() => refused('too-many-streams'))
  server.get.mockResolvedValueOnce(running).mockResolvedValueOnce(done)
  const { answer, seen } = follow(server)
  await vi.advanceTimersByTimeAsync(2000 + 4000 + 5000)
  expect((await answer).status).toBe('completed')
  expect(seen).toEqual([30, 100])
})

it('[ASYNC-08] a failed question is asked again after 2 s', async () => {
  const get = vi.fn<WatchCalls['get']>().mockImplementationOnce(lost).mockResolvedValueOnce(done)
  const answer = pollJob({ get }, 'job', { signal: new AbortController().signal, onJob: () => {} })
  await vi.advanceTimersByTimeAsync(1999)
  expect(get).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(get).toHaveBeenCalledTimes(2)
  expect((await answer).status).toBe('completed')
})

it('[ASYNC-09] the third failure in a row is thrown; one good answer sets the counter back', async () => {
  const get = vi.fn<WatchCalls['get']>()
  get.mockImplementationOnce(lost).mockImplementationOnce(lost).mockResolvedValueOnce(running).mockImplementation(lost)
  const answer = pollJob({ get }, 'job', { signal: new AbortController().signal, onJob: () => {} })
  const outcome = answer.catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(2000 + 2000 + 5000 + 2000)
  expect(get).toHaveBeenCalledTimes(5)
  await vi.advanceTimersByTimeAsync(2000)
  expect(get).toHaveBeenCalledTimes(6)
  expect(await outcome).toBe('Failed to fetch')
})

it('[ASYNC-07] [ERR-PROC-20] a tool page asks 120 times at most, then says that the time is over', async () => {
  const get = vi.fn<WatchCalls['get']>().mockResolvedValue(running)
  const answer = pollJob({ get }, 'job', { signal: new AbortController().signal, onJob: () => {} })
  const outcome = answer.catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await outcome).toBe('Processing timeout: task took too long to complete')
  expect(get).toHaveBeenCalledTimes(120)
})

it('throws a refusal at once, and stops without a further call when the page is left', async () => {
  const refusing = calls()
  refusing.watch.mockImplementation(() => refused('job-not-found'))
  await expect(follow(refusing).answer).rejects.toMatchObject({ code: 'job-not-found' })
  expect(refusing.watch).toHaveBeenCalledTimes(1)

  const left = calls()
  left.watch.mockImplementation(lost)
  const page = new AbortController()
  const { answer } = follow(left, page.signal)
  await vi.advanceTimersByTimeAsync(0)
  page.abort(new Error('left'))
  await expect(answer).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(left.watch).toHaveBeenCalledTimes(1)
})

it('[ERR-PROC-18] a third answer in a row that is none of ours is a status check that failed', async () => {
  const get = vi.fn<WatchCalls['get']>().mockRejectedValue(Object.assign(new Error('x'), { status: 503 }))
  const answer = pollJob({ get }, 'job', { signal: new AbortController().signal, onJob: () => {} })
  const outcome = answer.catch((error: Error) => error)
  await vi.advanceTimersByTimeAsync(2000 + 2000)
  expect(await outcome).toMatchObject({ name: 'FlowError', message: 'Status check failed: 503' })
  expect(get).toHaveBeenCalledTimes(3)
})
