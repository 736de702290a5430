// A chain of runs: each step starts on the result of the one before, and the chain stands still where one fails until its person decides. Nothing
// is started twice: each step keeps its start's key until it is answered, and a run that is no longer seen is watched again (C-43).
import { codeOf } from '#platform/web/http/code-of.ts'
import { mayPassNextTime, needsNewUpload } from '#rulebook/runs/second-tries.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { Job, StartJob } from '../../contract.ts'
import { isUnderWay } from '../run/is-under-way.ts'
import { waitOutRefusals } from '../run/wait-out-refusals.ts'

export interface RepairStep {
  readonly model: ModelConfig
  readonly reason: string
  readonly credits: number
  readonly isChosen: boolean
  /** `lost`: its run goes on at the server, unseen from here. */
  readonly phase: 'waiting' | 'running' | 'lost' | 'done' | 'failed' | 'stopped'
  readonly job?: Job | undefined
  readonly error?: unknown
}

export interface RepairState {
  readonly steps: readonly RepairStep[]
  readonly isGoing: boolean
}

type Source = StartJob['source']
type StartStep = (source: Source, step: RepairStep, left: AbortSignal) => Promise<Job>

export interface RepairCalls {
  /** A function for each step: repeated, it is the same start. */
  readonly makeStart: () => StartStep
  readonly watch: (id: string, onJob: (job: Job) => void, left: AbortSignal) => Promise<Job>
  readonly cancel: (id: string) => Promise<unknown>
  /** A step has ended, and the balance may have changed. */
  readonly onSettled: () => void
}

export class Repair {
  #state: RepairState
  #stopping = new AbortController()
  #leaving = new AbortController()
  readonly #listeners = new Set<() => void>()
  readonly #starters = new Map<string, StartStep>()
  readonly #source: Source
  readonly #calls: RepairCalls

  constructor(source: Source, steps: readonly Pick<RepairStep, 'model' | 'reason' | 'credits'>[], calls: RepairCalls) {
    this.#source = source
    this.#calls = calls
    this.#state = { isGoing: false, steps: steps.map((step) => ({ ...step, isChosen: true, phase: 'waiting' })) }
  }

  readonly state = (): RepairState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A step whose run goes on is paid: it can no longer be left out. */
  choose(key: string, isChosen: boolean): void {
    if (!isUnderWay(this.#step(key).job)) this.#change(key, { isChosen })
  }

  /** Goes on with what is chosen and not done. */
  readonly start = (): void => {
    if (this.#state.isGoing) return
    this.#stopping = new AbortController()
    if (this.#leaving.signal.aborted) this.#leaving = new AbortController()
    for (const step of this.#state.steps) if (standsStill(step)) this.#again(step)
    this.#set({ isGoing: true })
    void this.#run(this.#stopping.signal)
  }

  skip(key: string): void {
    this.choose(key, false)
    this.start()
  }

  /** Cancels what runs and begins nothing more. */
  readonly stop = (): void => {
    this.#stopping.abort()
    this.#set({ isGoing: false })
    const running = this.#state.steps.find(({ phase }) => phase === 'running')
    if (running?.job) this.#cancel(running.job)
  }

  /** Its person has left: nothing is sent any more, no cancelling either, for which there is no token. What runs is found again by `start`. */
  readonly leave = (): void => {
    this.#leaving.abort()
    this.#stopping.abort()
    this.#set({ isGoing: false })
  }

  /** A run that has ended is over: the next start is another one. */
  #again({ model: { key }, job }: RepairStep): void {
    if (job && !isUnderWay(job)) this.#starters.delete(key)
    this.#change(key, { phase: 'waiting', job: isUnderWay(job) ? job : undefined, error: undefined })
  }

  #step(key: string): RepairStep {
    return this.#state.steps.find(({ model }) => model.key === key)!
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (const { model } of this.#state.steps) {
      const step = this.#step(model.key)
      if (signal.aborted) return
      if (!step.isChosen || step.phase !== 'waiting') continue
      if (!(await this.#work(step, signal))) break
    }
    if (!signal.aborted) this.#set({ isGoing: false })
  }

  /** Whether the chain may go on. */
  async #work(step: RepairStep, signal: AbortSignal): Promise<boolean> {
    const { key } = step.model
    const left = this.#leaving.signal
    this.#change(key, { phase: 'running' })
    try {
      const job = step.job ?? (await this.#begin(step, signal, left))
      const last = await this.#calls.watch(job.id, (next) => this.#change(key, { job: next }), left)
      const phase = phaseOf(last)
      this.#change(key, { phase, job: last, error: last.error ?? undefined })
      return phase === 'done'
    } catch (error) {
      // Removed meanwhile, as in another tab: there is nothing to watch any more.
      const isGone = codeOf(error) === 'job-not-found'
      if (isGone) {
        this.#starters.delete(key)
        this.#change(key, { job: undefined })
      }
      const isLost = isUnderWay(this.#step(key).job)
      const phase = isLost ? 'lost' : signal.aborted ? 'stopped' : 'failed'
      this.#change(key, { phase, error: left.aborted || phase === 'stopped' ? undefined : error })
      return false
    } finally {
      this.#calls.onSettled()
    }
  }

  async #begin(step: RepairStep, signal: AbortSignal, left: AbortSignal): Promise<Job> {
    const { key } = step.model
    const start = this.#starters.get(key) ?? this.#calls.makeStart()
    this.#starters.set(key, start)
    const job = await waitOutRefusals(() => start(this.#input(), step, left), signal)
    this.#change(key, { job })
    // Stopped while the start was on its way, which is not cut by that: nobody would know of its run.
    if (signal.aborted && !left.aborted) this.#cancel(job)
    return job
  }

  /** The last result, or the picture itself. */
  #input(): Source {
    const last = lastResult(this.#state)
    return last ? { parentJobId: last.id } : this.#source
  }

  #set(change: Partial<RepairState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #change(key: string, part: Partial<RepairStep>): void {
    this.#set({ steps: this.#state.steps.map((step) => (step.model.key === key ? { ...step, ...part } : step)) })
  }

  /** Where that fails the run goes on, and its end is shown as it is. */
  #cancel({ id }: Job): void {
    this.#calls.cancel(id).catch(() => {})
  }
}

/** Result of the last step that is done. */
export const lastResult = ({ steps }: RepairState): Job | undefined =>
  [...steps].reverse().find(({ phase, job }) => phase === 'done' && job?.result)?.job

/** All that was chosen is done, and something was. */
export const isFinished = ({ steps }: RepairState): boolean =>
  steps.some(({ phase }) => phase === 'done') && steps.every(({ isChosen, phase }) => !isChosen || phase === 'done')

export const hasBegun = ({ steps }: RepairState): boolean => steps.some(({ phase }) => phase !== 'waiting')

/** Something runs, or is about to end because it was stopped. */
export const isBusy = ({ steps, isGoing }: RepairState): boolean =>
  isGoing || steps.some(({ phase }) => phase === 'running')

/** What was left out can be taken in again while nothing runs; of a chain under way or done it is no part. */
export const listedSteps = (state: RepairState): readonly RepairStep[] =>
  isBusy(state) || isFinished(state) ? state.steps.filter(({ isChosen }) => isChosen) : state.steps

/** Where the chain stands still until its person decides. */
export const stoppedStep = ({ steps }: RepairState): RepairStep | undefined =>
  steps.find((step) => step.isChosen && standsStill(step))

/** Whether that step may end otherwise the next time; a picture that is gone or cannot work stays so. */
export const mayRetry = ({ phase, error }: RepairStep): boolean =>
  phase === 'lost' || (mayPassNextTime(Object(error)) && !needsNewUpload(Object(error)))

const standsStill = ({ phase }: RepairStep): boolean => phase === 'failed' || phase === 'stopped' || phase === 'lost'

const phaseOf = ({ status, error }: Job): RepairStep['phase'] => {
  if (status === 'completed') return 'done'
  return error?.code === 'processing-cancelled' ? 'stopped' : 'failed'
}
