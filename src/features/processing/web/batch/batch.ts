// Several pictures through one model: a few at a time, each sent, started and watched as a single one is. What meets one picture stays with it;
// what would meet all pauses the batch. Nothing is started twice: each picture keeps its start's key until it is answered, and a run that is no
// longer seen is watched again (C-43).
import { codeOf } from '#platform/web/http/code-of.ts'
import { BATCH_AT_ONCE, BATCH_MAX_PICTURES, concernsAll } from '#rulebook/runs/batch.ts'
import { mayPassNextTime, needsNewUpload } from '#rulebook/runs/second-tries.ts'
import type { Job, Upload } from '../../contract.ts'
import { isUnderWay } from '../run/is-under-way.ts'
import { waitOutRefusals } from '../run/wait-out-refusals.ts'

/** `lost`: its run goes on at the server, unseen from here. */
export type BatchPhase = 'waiting' | 'uploading' | 'starting' | 'running' | 'lost' | 'done' | 'failed' | 'stopped'

export interface BatchItem {
  readonly id: number
  readonly file: File
  readonly phase: BatchPhase
  /** Share of the upload that is sent, 0 to 1. */
  readonly sentShare: number
  readonly upload?: Upload | undefined
  readonly job?: Job | undefined
  readonly error?: unknown
}

export interface BatchState {
  readonly items: readonly BatchItem[]
  /** New pictures are begun. */
  readonly isGoing: boolean
  /** Why it paused by itself. */
  readonly problem?: unknown
  /** What a picture takes at this batch's own pace; undefined until one has ended since the start. */
  readonly secondsEach?: number
}

export interface BatchCalls {
  /** What is wrong with the file, before a byte is sent. */
  readonly check: (file: File) => { readonly code: string } | undefined
  readonly upload: (
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress: (sent: number, total: number) => void },
  ) => Promise<Upload>
  /** A function for each picture: repeated, it is the same start. */
  readonly makeStart: () => (upload: Upload, left: AbortSignal) => Promise<Job>
  readonly watch: (id: string, onJob: (job: Job) => void, left: AbortSignal) => Promise<Job>
  readonly cancel: (id: string) => Promise<unknown>
  /** Another picture has ended, and a balance may have changed. */
  readonly onSettled: () => void
}

type Starter = ReturnType<BatchCalls['makeStart']>

const OVER: readonly BatchPhase[] = ['done', 'failed', 'stopped']
export const isOver = ({ phase }: BatchItem): boolean => OVER.includes(phase)
export const isInWork = (item: BatchItem): boolean => item.phase !== 'waiting' && item.phase !== 'lost' && !isOver(item)

/** For a file that can never work there is no second try, but another file. */
export const mayRetry = ({ phase, error }: BatchItem): boolean =>
  phase === 'stopped' || phase === 'lost' || (phase === 'failed' && mayPassNextTime(Object(error)))

export class Batch {
  #state: BatchState = { items: [], isGoing: false }
  #nextId = 1
  #pace = { sinceMs: 0, ended: 0 }
  readonly #listeners = new Set<() => void>()
  readonly #starters = new Map<number, Starter>()
  /** Controls of the pictures in work. */
  readonly #controls = new Map<number, AbortController>()
  #leaving = new AbortController()
  readonly #calls: BatchCalls

  constructor(calls: BatchCalls) {
    this.#calls = calls
  }

  readonly state = (): BatchState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** False when some were too many. */
  add(files: readonly File[]): boolean {
    const room = BATCH_MAX_PICTURES - this.#state.items.length
    const added = files.slice(0, room).map((file) => newItem(this.#nextId++, file))
    this.#set({ items: [...this.#state.items, ...added] })
    this.#fill()
    return files.length <= room
  }

  remove(id: number): void {
    if (this.#state.items.some((item) => item.id === id && isInWork(item))) return
    this.#starters.delete(id)
    this.#set({ items: this.#state.items.filter((item) => item.id !== id) })
  }

  readonly start = (): void => {
    const { isGoing, items } = this.#state
    if (!isGoing) this.#pace = { sinceMs: Date.now(), ended: 0 }
    if (this.#leaving.signal.aborted) this.#leaving = new AbortController()
    this.#set({ isGoing: true, problem: undefined, secondsEach: undefined, items: items.map(lookedFor) })
    this.#fill()
  }

  /** Begins nothing more. */
  readonly pause = (): void => this.#set({ isGoing: false })

  /** Cancels what runs, too. */
  readonly stop = (): void => {
    this.#set({ isGoing: false, items: this.#state.items.map(stopped) })
    for (const control of this.#controls.values()) control.abort()
    for (const { job } of this.#state.items) if (isUnderWay(job)) this.#cancel(job)
  }

  /** Its person has left: nothing is sent any more, no cancelling either, for which there is no token. What runs is found again by `start`. */
  readonly leave = (): void => {
    this.#leaving.abort()
    this.#set({ isGoing: false, items: this.#state.items.map(stopped) })
    for (const control of this.#controls.values()) control.abort()
  }

  retry(id: number): void {
    const item = this.#state.items.find((one) => one.id === id)
    if (item) this.#waitAgain(item)
    this.start()
  }

  /** Every picture for which another try may help. */
  readonly retryAll = (): void => {
    for (const item of this.#state.items.filter(mayRetry)) this.#waitAgain(item)
    this.start()
  }

  /** Another file in the place of one that cannot work. */
  replace(id: number, file: File): void {
    const item = this.#state.items.find((one) => one.id === id)
    if (item) this.#waitAgain(item, { file, upload: undefined })
    this.start()
  }

  #waitAgain({ id, job, error }: BatchItem, other?: Partial<BatchItem>): void {
    const change = other ?? (needsNewUpload(Object(error)) ? { upload: undefined } : {})
    if (isUnderWay(job)) this.#change(id, { phase: 'waiting', error: undefined })
    else {
      // A run that has ended is over: the next start is another one. Without a run the last start may be unanswered.
      if (job) this.#starters.delete(id)
      this.#change(id, { ...change, phase: 'waiting', job: undefined, error: undefined })
    }
  }

  #set(change: Partial<BatchState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #change(id: number, part: Partial<BatchItem>): void {
    this.#set({ items: this.#state.items.map((item) => (item.id === id ? { ...item, ...part } : item)) })
  }

  #fill(): void {
    while (this.#state.isGoing && this.#controls.size < BATCH_AT_ONCE) {
      const next = this.#state.items.find(({ phase }) => phase === 'waiting')
      if (!next) break
      const control = new AbortController()
      this.#controls.set(next.id, control)
      void this.#work(next, control.signal).finally(() => this.#settle(next.id))
    }
    if (this.#state.isGoing && this.#controls.size === 0) this.#set({ isGoing: false })
  }

  #settle(id: number): void {
    this.#controls.delete(id)
    if (this.#state.items.some((item) => item.id === id && isOver(item))) {
      this.#pace.ended += 1
      this.#set({ secondsEach: (Date.now() - this.#pace.sinceMs) / 1000 / this.#pace.ended })
    }
    this.#calls.onSettled()
    this.#fill()
  }

  async #work(item: BatchItem, signal: AbortSignal): Promise<void> {
    const { id, file } = item
    const problem = this.#calls.check(file)
    if (problem) {
      this.#change(id, { phase: 'failed', error: problem })
      return
    }
    const left = this.#leaving.signal
    try {
      const job = item.job ?? (await this.#begin(item, signal, left))
      this.#change(id, { phase: 'running', job })
      // Stopped while the start was on its way, which is not cut by that: nobody would know of its run.
      if (signal.aborted && !left.aborted) this.#cancel(job)
      const last = await this.#calls.watch(job.id, (next) => this.#change(id, { job: next }), left)
      this.#change(id, { phase: phaseOf(last), job: last, error: last.error ?? undefined })
    } catch (error) {
      this.#fail(id, error, left.aborted || (signal.aborted && error === signal.reason))
    }
  }

  async #begin({ id, file, upload: sent }: BatchItem, signal: AbortSignal, left: AbortSignal): Promise<Job> {
    const upload = sent ?? (await this.#send(id, file, signal))
    this.#change(id, { phase: 'starting', upload })
    return waitOutRefusals(() => this.#starterOf(id)(upload, left), signal)
  }

  #send(id: number, file: File, signal: AbortSignal): Promise<Upload> {
    this.#change(id, { phase: 'uploading', sentShare: 0, error: undefined })
    const onProgress = (bytes: number, total: number) => this.#change(id, { sentShare: total > 0 ? bytes / total : 0 })
    return waitOutRefusals(() => this.#calls.upload(file, { signal, onProgress }), signal)
  }

  #starterOf(id: number): Starter {
    const starter = this.#starters.get(id) ?? this.#calls.makeStart()
    this.#starters.set(id, starter)
    return starter
  }

  #fail(id: number, error: unknown, isCut: boolean): void {
    // Removed meanwhile, as in another tab: there is nothing to watch any more.
    const isGone = codeOf(error) === 'job-not-found'
    if (isGone) this.#starters.delete(id)
    const isLost = !isGone && this.#state.items.some((item) => item.id === id && isUnderWay(item.job))
    const isForAll = !isCut && concernsAll(codeOf(error))
    if (isLost) this.#change(id, { phase: 'lost', error: isCut || isForAll ? undefined : error })
    else if (isCut) this.#change(id, { phase: 'stopped' })
    else if (isForAll) this.#change(id, { phase: 'waiting' })
    else this.#change(id, { phase: 'failed', error, ...(isGone && { job: undefined }) })
    if (isForAll) this.#set({ isGoing: false, problem: error })
  }

  /** Where that fails the run goes on, and its end is shown as it is. */
  #cancel({ id }: Job): void {
    this.#calls.cancel(id).catch(() => {})
  }
}

const newItem = (id: number, file: File): BatchItem => ({ id, file, phase: 'waiting', sentShare: 0 })

const stopped = (item: BatchItem): BatchItem =>
  item.phase === 'waiting' ? { ...item, phase: isUnderWay(item.job) ? 'lost' : 'stopped' } : item

const lookedFor = (item: BatchItem): BatchItem =>
  item.phase === 'lost' ? { ...item, phase: 'waiting', error: undefined } : item

const phaseOf = ({ status, error }: Job): BatchPhase => {
  if (status === 'completed') return 'done'
  return error?.code === 'processing-cancelled' ? 'stopped' : 'failed'
}
