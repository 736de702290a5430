// Jobs and their life by the clock (Topaz contract §3 "State machine", §12 "Progress", "Credits", "Retention").
import { randomUUID } from 'node:crypto'
import type { JobFault } from './fault-script.ts'
import type { VendorAccount } from './vendor-account.ts'
import type { Size } from './vendor-limits.ts'
import type { VendorPath } from './vendor-models.ts'
import type { VirtualClock } from './virtual-clock.ts'

export const STATUSES = ['Pending', 'Processing', 'Completed', 'Cancelled', 'Failed'] as const
type Status = (typeof STATUSES)[number]

export interface JobOrder {
  readonly sourceId: string
  readonly path: VendorPath
  readonly model: string
  readonly filename: string
  readonly inputFormat: string
  readonly input: Size
  readonly outputFormat: string
  readonly output: Size
  readonly cropToFill: boolean
  readonly settings: Readonly<Record<string, string>>
  readonly isSync: boolean
  readonly credits: number
  readonly durationSeconds: number
  readonly inputFile: string
  /** The answer, made while the simulated time runs. */
  readonly picture: Promise<string>
  readonly webhookUrl?: string | undefined
  readonly fault?: JobFault | undefined
}

export interface VendorJob extends JobOrder {
  readonly id: string
  readonly createdAt: number
  /** Final and when; credits are settled with it. */
  end?: { readonly status: 'Completed' | 'Cancelled' | 'Failed'; readonly at: number; readonly progress: number }
  looks: number
}

export interface JobState {
  /** One of the five, or what a fault made of it. */
  readonly status: string
  readonly progress: number
}

/** §1: inputs from upload, outputs from completion. */
const RETENTION_SECONDS = 7 * 24 * 3600
/** §12: this share of the time in the queue. */
const PENDING_PART = 0.2

export interface VendorJobs {
  add(order: JobOrder): VendorJob
  /** Undefined for an unknown id and after the retention. */
  find(id: string): VendorJob | undefined
  /** Newest first, none older than the retention. */
  list(): readonly VendorJob[]
  stateOf(job: VendorJob): JobState
  /** Ends what has come to its end by now, with its credits. */
  settle(): void
  cancel(job: VendorJob): void
  remove(job: VendorJob): void
}

export function createVendorJobs(clock: VirtualClock, account: VendorAccount): VendorJobs {
  const jobs = new Map<string, VendorJob>()
  const end = (job: VendorJob, status: 'Completed' | 'Cancelled' | 'Failed', at: number, progress: number) => {
    job.end = { status, at, progress }
    if (status === 'Completed') account.consume(job.credits)
    else account.giveBack(job.credits)
  }
  const settle = () => {
    const now = clock.now()
    for (const job of jobs.values()) {
      if (job.end) continue
      const part = (now - job.createdAt) / job.durationSeconds
      const failsAt = job.fault?.failsAt
      if (failsAt !== undefined && part * 100 >= failsAt) end(job, 'Failed', now, failsAt)
      else if (part >= 1 && !job.fault?.neverEnds) end(job, 'Completed', job.createdAt + job.durationSeconds, 100)
    }
  }
  const isKept = (job: VendorJob) => clock.now() - (job.end?.at ?? job.createdAt) < RETENTION_SECONDS
  return {
    settle,
    add(order) {
      const job: VendorJob = { ...order, id: randomUUID(), createdAt: clock.now(), looks: 0 }
      account.reserve(job.credits)
      jobs.set(job.id, job)
      return job
    },
    find(id) {
      const job = jobs.get(id)
      return job && isKept(job) ? job : undefined
    },
    list: () => [...jobs.values()].filter(isKept).reverse(),
    stateOf: (job) => stateAt(job, clock.now()),
    cancel: (job) => end(job, 'Cancelled', clock.now(), 0),
    remove: (job) => void jobs.delete(job.id),
  }
}

function stateAt(job: VendorJob, now: number): JobState {
  if (job.end) return { status: job.end.status, progress: job.end.progress }
  const { fault } = job
  const part = Math.min(0.99, (now - job.createdAt) / job.durationSeconds)
  job.looks += 1
  if (part < PENDING_PART && !fault?.oddStatus) return { status: 'Pending' satisfies Status, progress: 0 }
  const progress = fault?.runsBackwards
    ? Math.max(1, 90 - 10 * job.looks)
    : Math.min(99, Math.floor(1 + ((part - PENDING_PART) / (1 - PENDING_PART)) * 99))
  return { status: fault?.oddStatus ?? ('Processing' satisfies Status), progress: Math.max(0, progress) }
}
