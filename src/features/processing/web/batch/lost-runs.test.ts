import { describe, expect, it, vi } from 'vitest'
import { files, phases, server } from '../testing/batch-server.ts'
import { finishedJob } from '../testing/make-job.ts'
import { Batch } from './batch.ts'

const ids = (count: number) => files(count).map(({ name }) => `job of ${name}`)

describe('a batch that no longer sees a run', () => {
  const running = async (count: number) => {
    const made = server()
    const batch = new Batch(made.calls)
    batch.add(files(count))
    batch.start()
    await vi.waitFor(() => expect(made.runs).toHaveLength(count))
    return { ...made, batch }
  }
  const refusal = (code: string) => Object.assign(new Error(code), { code })

  it('watches it again when asked, and starts none beside it (C-43)', async () => {
    const { calls, starts, uploads, runs, batch } = await running(2)
    runs[0]!.lose(new TypeError('Failed to fetch'))
    runs[1]!.end(finishedJob())
    await vi.waitFor(() => expect(batch.state().isGoing).toBe(false))
    expect(phases(batch)).toEqual(['lost', 'done'])
    batch.retry(1)
    await vi.waitFor(() => expect(runs).toHaveLength(3))
    expect(runs[2]!.id).toBe('job of 0.jpg')
    runs[2]!.end(finishedJob())
    await vi.waitFor(() => expect(phases(batch)).toEqual(['done', 'done']))
    expect([uploads.length, starts.mock.calls.length, calls.makeStart.mock.calls.length]).toEqual([2, 2, 2])
  })

  it('goes on with the same runs after a session that ended', async () => {
    const { starts, runs, batch } = await running(2)
    for (const run of runs.slice()) run.lose(refusal('session-expired'))
    await vi.waitFor(() => expect(phases(batch)).toEqual(['lost', 'lost']))
    expect(batch.state()).toMatchObject({ isGoing: false, problem: { code: 'session-expired' } })
    batch.start()
    await vi.waitFor(() => expect(runs.map(({ id }) => id)).toEqual([...ids(2), ...ids(2)]))
    expect(starts).toHaveBeenCalledTimes(2)
  })

  it('a run whose picture was removed meanwhile has failed: nothing is watched for ever', async () => {
    const { runs, batch } = await running(1)
    runs[0]!.lose(refusal('job-not-found'))
    await vi.waitFor(() => expect(phases(batch)).toEqual(['failed']))
    expect(batch.state().items[0]).toMatchObject({ job: undefined, error: { code: 'job-not-found' } })
  })

  it('left by its person, sends and cancels nothing more, and finds its runs again', async () => {
    const { calls, starts, runs, batch } = await running(2)
    batch.add(files(1))
    batch.leave()
    await vi.waitFor(() => expect(phases(batch)).toEqual(['lost', 'lost', 'stopped']))
    expect(calls.cancel).not.toHaveBeenCalled()
    expect(batch.state().problem).toBeUndefined()
    batch.start()
    await vi.waitFor(() => expect(runs.map(({ id }) => id)).toEqual([...ids(2), ...ids(2)]))
    expect(starts).toHaveBeenCalledTimes(2)
  })

  it('a start that was cut or not answered keeps its key', async () => {
    const { calls, starts, runs } = server()
    starts.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const batch = new Batch(calls)
    batch.add(files(1))
    batch.start()
    await vi.waitFor(() => expect(phases(batch)).toEqual(['failed']))
    batch.retry(1)
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    expect(calls.makeStart).toHaveBeenCalledTimes(1)
  })
})
