import { describe, expect, it, vi } from 'vitest'
import { BATCH_AT_ONCE, BATCH_MAX_PICTURES } from '#rulebook/runs/batch.ts'
import { files, named, phases, server } from '../testing/batch-server.ts'
import { finishedJob, makeJob } from '../testing/make-job.ts'
import { Batch, mayRetry } from './batch.ts'

const settle = () => vi.waitFor(() => {})

describe('a batch', () => {
  it('works on a few at a time, in their order, until all have ended', async () => {
    const { calls, runs, uploads } = server()
    const batch = new Batch(calls)
    batch.add(files(4))
    expect(uploads).toEqual([])
    batch.start()
    await vi.waitFor(() => expect(runs).toHaveLength(BATCH_AT_ONCE))
    expect(phases(batch)).toEqual(['running', 'running', 'waiting', 'waiting'])
    for (let n = 0; n < 4; n += 1) {
      await vi.waitFor(() => expect(runs.length).toBeGreaterThan(n))
      runs[n]!.end(finishedJob())
    }
    await vi.waitFor(() => expect(phases(batch)).toEqual(['done', 'done', 'done', 'done']))
    await vi.waitFor(() => expect(batch.state()).toMatchObject({ isGoing: false, secondsEach: expect.any(Number) }))
    expect(uploads).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg'])
    expect(calls.onSettled).toHaveBeenCalledTimes(4)
  })

  it('counts its pace by what has ended since the start, whatever is taken out or tried again', async () => {
    const { calls, runs } = server()
    const now = vi.spyOn(Date, 'now').mockReturnValue(0)
    const batch = new Batch(calls)
    batch.add(files(BATCH_AT_ONCE + 2))
    batch.start()
    for (const [n, status] of (['completed', 'failed', 'completed'] as const).entries()) {
      await vi.waitFor(() => expect(runs.length).toBeGreaterThan(n))
      now.mockReturnValue((n + 1) * 10_000)
      runs[n]!.end(makeJob({ status }))
      await vi.waitFor(() => expect(calls.onSettled).toHaveBeenCalledTimes(n + 1))
      expect(batch.state().secondsEach).toBe(10)
      if (n === 0) batch.remove(1)
      if (n === 1) batch.retry(2)
    }
    now.mockRestore()
  })

  it('a bad file and a failed run stay with their picture', async () => {
    const { calls, runs, uploads } = server()
    const batch = new Batch(calls)
    batch.add([named('notes.txt'), ...files(2)])
    batch.start()
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    runs[0]!.end(makeJob({ status: 'failed', error: { code: 'processing-failed' } }))
    runs[1]!.end(finishedJob())
    await vi.waitFor(() => expect(phases(batch)).toEqual(['failed', 'failed', 'done']))
    expect(batch.state().items.map(({ error }) => error)).toMatchObject([
      { code: 'upload-type-main' },
      { code: 'processing-failed' },
      undefined,
    ])
    expect(uploads).toEqual(['0.jpg', '1.jpg'])
  })

  it('offers no second try to a file that can never work, and takes another in its place', async () => {
    const { calls, runs, uploads } = server()
    const batch = new Batch(calls)
    batch.add([named('notes.txt'), ...files(1)])
    batch.start()
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    runs[0]!.end(makeJob({ status: 'failed', error: { code: 'processing-failed' } }))
    await vi.waitFor(() => expect(batch.state().items.map(mayRetry)).toEqual([false, true]))
    batch.replace(1, named('photo.jpg'))
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    runs[1]!.end(finishedJob())
    await vi.waitFor(() => expect(phases(batch)).toEqual(['done', 'failed']))
    expect(uploads).toEqual(['0.jpg', 'photo.jpg'])
    batch.remove(2)
    expect(phases(batch)).toEqual(['done'])
  })

  it.each([
    ['processing-failed', 1],
    ['upload-expired', 2],
  ])('tried again after %s, a picture is sent %i times', async (code, sent) => {
    const { calls, runs, uploads } = server()
    const batch = new Batch(calls)
    batch.add(files(1))
    batch.start()
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    runs[0]!.end(makeJob({ status: 'failed', error: { code } }))
    await vi.waitFor(() => expect(phases(batch)).toEqual(['failed']))
    batch.retry(1)
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    expect(uploads).toHaveLength(sent)
  })

  it('waits for the person when something would meet every picture, and goes on with the same upload and start', async () => {
    const { calls, starts, runs, uploads } = server()
    starts.mockRejectedValueOnce(Object.assign(new Error('x'), { code: 'consent-needed' }))
    const batch = new Batch(calls)
    batch.add(files(1))
    batch.start()
    await vi.waitFor(() => expect(batch.state()).toMatchObject({ isGoing: false, problem: { code: 'consent-needed' } }))
    expect(phases(batch)).toEqual(['waiting'])
    batch.start()
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    expect([uploads.length, calls.makeStart.mock.calls.length]).toEqual([1, 1])
  })

  it.each(['upload-daily-limit', 'upload-storage-limit', 'storage-failed'])(
    'sends no further picture after an upload was refused with %s',
    async (code) => {
      const { calls } = server()
      calls.upload.mockRejectedValue(Object.assign(new Error('x'), { code }))
      const batch = new Batch(calls)
      batch.add(files(6))
      batch.start()
      await vi.waitFor(() => expect(calls.onSettled).toHaveBeenCalledTimes(BATCH_AT_ONCE))
      expect(batch.state()).toMatchObject({ isGoing: false, problem: { code } })
      expect(calls.upload).toHaveBeenCalledTimes(BATCH_AT_ONCE)
      expect(phases(batch)).toEqual(Array.from({ length: 6 }, () => 'waiting'))
    },
  )

  it.each(['engine-instead', 'provider-key', 'provider-quota'])(
    'sends no further picture after a start was refused with %s',
    async (code) => {
      const { calls, starts, uploads } = server()
      starts.mockRejectedValue(Object.assign(new Error('x'), { code }))
      const batch = new Batch(calls)
      batch.add(files(6))
      batch.start()
      await vi.waitFor(() => expect(calls.onSettled).toHaveBeenCalledTimes(BATCH_AT_ONCE))
      expect(batch.state()).toMatchObject({ isGoing: false, problem: { code } })
      expect(uploads).toHaveLength(BATCH_AT_ONCE)
    },
  )

  it('tries all again for which that may help, with the uploads that are good', async () => {
    const { calls, runs, uploads } = server()
    const batch = new Batch(calls)
    batch.add([named('notes.txt'), ...files(2)])
    batch.start()
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    for (const run of runs) run.end(makeJob({ status: 'failed', error: { code: 'crashed' } }))
    await vi.waitFor(() => expect(batch.state().isGoing).toBe(false))
    batch.retryAll()
    await vi.waitFor(() => expect(runs).toHaveLength(4))
    for (const run of runs.slice(2)) run.end(finishedJob())
    await vi.waitFor(() => expect(phases(batch)).toEqual(['failed', 'done', 'done']))
    expect(uploads).toEqual(['0.jpg', '1.jpg'])
  })

  it('tries again by itself while another run takes the place', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { calls, starts, runs } = server()
    starts.mockRejectedValueOnce(Object.assign(new Error('x'), { code: 'too-many-jobs' }))
    const batch = new Batch(calls)
    batch.add(files(1))
    batch.start()
    await vi.waitFor(() => expect(starts).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(6000)
    expect(runs).toHaveLength(1)
    vi.useRealTimers()
  })

  it("tries an upload again by itself when the minute's calls are used up", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { calls, runs } = server()
    calls.upload.mockRejectedValueOnce(Object.assign(new Error('x'), { code: 'rate-limited' }))
    const batch = new Batch(calls)
    batch.add(files(1))
    batch.start()
    await vi.waitFor(() => expect(calls.upload).toHaveBeenCalledTimes(1))
    expect(phases(batch)).toEqual(['uploading'])
    await vi.advanceTimersByTimeAsync(6000)
    expect(runs).toHaveLength(1)
    vi.useRealTimers()
  })

  it('paused begins nothing more; what runs may end', async () => {
    const { calls, runs } = server()
    const batch = new Batch(calls)
    batch.add(files(3))
    batch.start()
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    batch.pause()
    runs[0]!.end(finishedJob())
    await vi.waitFor(() => expect(phases(batch)).toEqual(['done', 'running', 'waiting']))
    await settle()
    expect(runs).toHaveLength(2)
    batch.start()
    await vi.waitFor(() => expect(runs).toHaveLength(3))
  })

  it('stopped cancels what runs, also a start that was on its way, and shows how each ended', async () => {
    const { calls, starts, runs } = server()
    const answers: (() => void)[] = []
    starts.mockImplementation(
      (upload) => new Promise((resolve) => answers.push(() => resolve(makeJob({ id: `job of ${upload.id}` })))),
    )
    const batch = new Batch(calls)
    batch.add(files(3))
    batch.start()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]!()
    await vi.waitFor(() => expect(phases(batch)).toEqual(['running', 'starting', 'waiting']))
    batch.stop()
    expect(phases(batch)[2]).toBe('stopped')
    answers[1]!()
    await vi.waitFor(() => expect(calls.cancel.mock.calls).toEqual([['job of 0.jpg'], ['job of 1.jpg']]))
    runs[0]!.end(makeJob({ status: 'failed', error: { code: 'processing-cancelled' } }))
    runs[1]!.end(finishedJob())
    await vi.waitFor(() => expect(phases(batch)).toEqual(['stopped', 'done', 'stopped']))
    batch.retry(3)
    await vi.waitFor(() => expect(answers).toHaveLength(3))
  })

  it('stopped cuts an upload', async () => {
    const { calls } = server()
    calls.upload.mockImplementation(
      (_file, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const batch = new Batch(calls)
    batch.add(files(1))
    batch.start()
    await vi.waitFor(() => expect(phases(batch)).toEqual(['uploading']))
    batch.stop()
    await vi.waitFor(() => expect(phases(batch)).toEqual(['stopped']))
    expect(calls.cancel).not.toHaveBeenCalled()
  })

  it('takes as many as are allowed; a waiting one can be taken out', () => {
    const batch = new Batch(server().calls)
    expect(batch.add(files(BATCH_MAX_PICTURES + 1))).toBe(false)
    expect(batch.state().items).toHaveLength(BATCH_MAX_PICTURES)
    batch.remove(1)
    expect(batch.state().items).toHaveLength(BATCH_MAX_PICTURES - 1)
    expect(batch.add([named('one.jpg')])).toBe(true)
  })
})
