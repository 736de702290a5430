import { describe, expect, it, vi } from 'vitest'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { Job } from '../../contract.ts'
import { finishedJob, makeJob } from '../testing/make-job.ts'
import {
  isBusy,
  isFinished,
  lastResult,
  listedSteps,
  mayRetry,
  Repair,
  type RepairCalls,
  stoppedStep,
} from './repair.ts'

const KEYS = ['denoise/normal', 'lighting/adjust', 'enhance/standard/standard-v2'] as const
const STEPS = KEYS.map((key) => ({ model: modelByKey(key)!, reason: '', credits: 2 }))
const SOURCE = { uploadId: 'upload' }

interface Run {
  readonly id: string
  readonly end: (job: Job) => void
  readonly lose: (error: unknown) => void
}

/** A server whose runs end when the test says so. */
function server() {
  const runs: Run[] = []
  const start = vi.fn(async (_source: unknown, { model }: { model: { key: string } }) =>
    makeJob({ id: `job of ${model.key}`, status: 'processing' }),
  )
  const calls = {
    makeStart: vi.fn(() => start as never),
    watch: (id, _onJob, signal) =>
      new Promise<Job>((resolve, reject) => {
        runs.push({ id, end: resolve, lose: reject })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    cancel: vi.fn(async () => {}),
    onSettled: vi.fn(),
  } satisfies RepairCalls
  return { calls, start, runs }
}
const phases = (repair: Repair) => repair.state().steps.map(({ phase }) => phase)
const listed = (repair: Repair) => listedSteps(repair.state()).map(({ model }) => model.key)
const done = (id: string) => finishedJob({ id })

async function endNext(runs: ReturnType<typeof server>['runs'], n: number, job: Job) {
  await vi.waitFor(() => expect(runs).toHaveLength(n + 1))
  runs[n]!.end(job)
}

describe('a chain', () => {
  it('starts each step on the result of the one before, and one at a time', async () => {
    const { calls, start, runs } = server()
    const repair = new Repair(SOURCE, STEPS, calls)
    expect(start).not.toHaveBeenCalled()
    repair.start()
    for (const [n, key] of KEYS.entries()) await endNext(runs, n, done(`job of ${key}`))
    await vi.waitFor(() => expect(isFinished(repair.state())).toBe(true))
    expect(start.mock.calls.map(([source]) => source)).toEqual([
      SOURCE,
      { parentJobId: 'job of denoise/normal' },
      { parentJobId: 'job of lighting/adjust' },
    ])
    expect(lastResult(repair.state())!.id).toBe(`job of ${KEYS[2]}`)
    expect(repair.state().isGoing).toBe(false)
    expect(calls.onSettled).toHaveBeenCalledTimes(3)
  })

  it('leaves out what is not chosen', async () => {
    const { calls, start, runs } = server()
    const repair = new Repair(SOURCE, STEPS, calls)
    repair.choose(KEYS[1], false)
    expect(listed(repair)).toEqual(KEYS)
    repair.start()
    expect(listed(repair)).toEqual([KEYS[0], KEYS[2]])
    await endNext(runs, 0, done('first'))
    await endNext(runs, 1, done('third'))
    await vi.waitFor(() => expect(isFinished(repair.state())).toBe(true))
    expect(start).toHaveBeenCalledTimes(2)
    expect(phases(repair)).toEqual(['done', 'waiting', 'done'])
    expect(listed(repair)).toEqual([KEYS[0], KEYS[2]])
  })

  it('stands still where a step fails, keeps what is done, and tries that step anew or leaves it out', async () => {
    const { calls, start, runs } = server()
    const repair = new Repair(SOURCE, STEPS, calls)
    repair.start()
    await endNext(runs, 0, done('first'))
    await endNext(runs, 1, makeJob({ status: 'failed', error: { code: 'processing-failed' } }))
    await vi.waitFor(() => expect(repair.state().isGoing).toBe(false))
    expect(phases(repair)).toEqual(['done', 'failed', 'waiting'])
    expect(stoppedStep(repair.state())!.model.key).toBe(KEYS[1])
    expect(start).toHaveBeenCalledTimes(2)
    repair.start()
    await endNext(runs, 2, makeJob({ status: 'failed', error: { code: 'processing-failed' } }))
    // Another run of that step, with a key of its own.
    await vi.waitFor(() => expect(repair.state().isGoing).toBe(false))
    expect(calls.makeStart).toHaveBeenCalledTimes(3)
    repair.skip(KEYS[1])
    await endNext(runs, 3, done('third'))
    await vi.waitFor(() => expect(isFinished(repair.state())).toBe(true))
    expect(start.mock.lastCall![0]).toEqual({ parentJobId: 'first' })
    expect(listed(repair)).toEqual([KEYS[0], KEYS[2]])
    expect(stoppedStep(repair.state())).toBeUndefined()
  })

  it.each([
    ['processing-failed', true],
    ['output-too-large', false],
    ['upload-expired', false],
  ])('tries a step anew after %s: %s', async (code, isOffered) => {
    const { calls, runs } = server()
    const repair = new Repair(SOURCE, STEPS, calls)
    repair.start()
    await endNext(runs, 0, makeJob({ status: 'failed', error: { code } }))
    await vi.waitFor(() => expect(repair.state().isGoing).toBe(false))
    expect(mayRetry(stoppedStep(repair.state())!)).toBe(isOffered)
  })

  it('repeats an unanswered start with its key', async () => {
    const { calls, start, runs } = server()
    start.mockRejectedValueOnce(Object.assign(new Error(), { code: 'insufficient-credits' }))
    const repair = new Repair(SOURCE, STEPS.slice(0, 1), calls)
    repair.start()
    await vi.waitFor(() => expect(phases(repair)).toEqual(['failed']))
    repair.start()
    await endNext(runs, 0, done('first'))
    await vi.waitFor(() => expect(isFinished(repair.state())).toBe(true))
    expect(calls.makeStart).toHaveBeenCalledTimes(1)
  })

  it('stopped, cancels what runs, begins nothing more, and goes on when asked', async () => {
    const { calls, start, runs } = server()
    const repair = new Repair(SOURCE, STEPS, calls)
    repair.start()
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    repair.stop()
    expect(calls.cancel).toHaveBeenCalledWith(`job of ${KEYS[0]}`)
    expect(isBusy(repair.state())).toBe(true)
    runs[0]!.end(makeJob({ status: 'failed', error: { code: 'processing-cancelled' } }))
    await vi.waitFor(() => expect(phases(repair)).toEqual(['stopped', 'waiting', 'waiting']))
    expect(isBusy(repair.state())).toBe(false)
    expect(start).toHaveBeenCalledTimes(1)
    repair.start()
    for (const n of [1, 2, 3]) await endNext(runs, n, done(String(n)))
    await vi.waitFor(() => expect(isFinished(repair.state())).toBe(true))
  })
})

describe('a chain that no longer sees its run', () => {
  const lost = async () => {
    const made = server()
    const repair = new Repair(SOURCE, STEPS, made.calls)
    repair.start()
    await vi.waitFor(() => expect(made.runs).toHaveLength(1))
    return { ...made, repair }
  }
  /** The same run is seen again, and the chain goes on with its result; nothing was started twice. */
  const expectSameRun = async ({ calls, start, runs, repair }: Awaited<ReturnType<typeof lost>>) => {
    expect(phases(repair)).toEqual(['lost', 'waiting', 'waiting'])
    expect([repair.state().isGoing, isBusy(repair.state()), mayRetry(stoppedStep(repair.state())!)]).toEqual([
      false,
      false,
      true,
    ])
    repair.start()
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    expect(runs[1]!.id).toBe(runs[0]!.id)
    runs[1]!.end(done(runs[0]!.id))
    await vi.waitFor(() => expect(runs).toHaveLength(3))
    expect(start.mock.calls.map(([source]) => source)).toEqual([SOURCE, { parentJobId: runs[0]!.id }])
    expect(calls.makeStart).toHaveBeenCalledTimes(2)
  }

  it('after a lost connection watches the run that is paid already, and starts none beside it (C-43)', async () => {
    const chain = await lost()
    chain.runs[0]!.lose(new TypeError('Failed to fetch'))
    await vi.waitFor(() => expect(chain.repair.state().isGoing).toBe(false))
    await expectSameRun(chain)
  })

  it('has failed where its picture was removed meanwhile: nothing is watched for ever', async () => {
    const { runs, repair } = await lost()
    runs[0]!.lose(Object.assign(new Error(), { code: 'job-not-found' }))
    await vi.waitFor(() => expect(repair.state().isGoing).toBe(false))
    expect(repair.state().steps[0]).toMatchObject({ phase: 'failed', job: undefined })
    repair.choose(KEYS[0], false)
    expect(repair.state().steps[0]).toMatchObject({ isChosen: false })
  })

  it('cannot leave out a step whose run goes on', async () => {
    const { runs, repair } = await lost()
    runs[0]!.lose(Object.assign(new Error(), { code: 'session-expired' }))
    await vi.waitFor(() => expect(repair.state().isGoing).toBe(false))
    repair.choose(KEYS[0], false)
    expect(repair.state().steps[0]).toMatchObject({ isChosen: true, phase: 'lost' })
  })

  it('stopped meanwhile, does not say of a run that may go on that it has stopped', async () => {
    const { calls, runs, repair } = await lost()
    repair.stop()
    runs[0]!.lose(new TypeError('Failed to fetch'))
    await vi.waitFor(() => expect(phases(repair)[0]).toBe('lost'))
    expect(calls.cancel).toHaveBeenCalledTimes(1)
  })

  it('left by its person, cancels nothing, watches nothing, and is found again', async () => {
    const chain = await lost()
    chain.repair.leave()
    await vi.waitFor(() => expect(phases(chain.repair)[0]).toBe('lost'))
    expect(chain.calls.cancel).not.toHaveBeenCalled()
    expect(chain.repair.state().steps[0]!.error).toBeUndefined()
    await expectSameRun(chain)
  })

  it('left while its start is on its way, repeats that start with its key', async () => {
    const { calls, start, runs } = server()
    start.mockImplementationOnce(
      (...[, , signal]: unknown[]) =>
        new Promise((_, reject) =>
          (signal as AbortSignal).addEventListener('abort', () => reject((signal as AbortSignal).reason)),
        ),
    )
    const repair = new Repair(SOURCE, STEPS, calls)
    repair.start()
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1))
    repair.leave()
    await vi.waitFor(() => expect(phases(repair)[0]).toBe('stopped'))
    repair.start()
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    expect([calls.makeStart.mock.calls.length, calls.cancel.mock.calls.length]).toEqual([1, 0])
  })
})
