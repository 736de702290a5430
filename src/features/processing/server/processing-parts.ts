// What the use cases of this feature are made of; the composition root fills it in.
import type { Engine } from '#engine/engine-types.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import type { AddressSigner } from '#platform/server/storage/signed-address.ts'
import type { SystemSettings } from '#rulebook/admin/system-settings.ts'
import type { JobRow } from './jobs/job.store.ts'
import type { JobFeed } from './jobs/job-feed.ts'
import type { Providers } from './provider/providers.ts'
import type { ClockWatch } from './work/clock-watch.ts'
import type { JobMeasures } from './work/job-measures.ts'

/** How the worker keeps watch; tests make it faster. */
export interface WorkerTiming {
  readonly heartbeatMs: number
  /** A running job without a heartbeat for this long has lost its worker. */
  readonly staleMs: number
  /** How often lost jobs are looked for. */
  readonly recoverMs: number
  /** Between two looks at one run whose result comes after its limit. */
  readonly latePollMs: number
  /** How often temporary folders of killed processes are looked for, by every role. */
  readonly sweepMs: number
}

export const WORKER_TIMING: WorkerTiming = {
  heartbeatMs: 2000,
  staleMs: 15_000,
  recoverMs: 15_000,
  latePollMs: 60_000,
  sweepMs: 3_600_000,
}

export interface ProcessingDependencies {
  readonly database: Database
  readonly storage: ObjectStorage
  /** Signer of addresses that this service answers itself, wherever pictures lie. */
  readonly fileSigner: AddressSigner
  readonly queue: Queue
  readonly mailer: Mailer
  readonly providers: Providers
  /** Looks at uploads; the runs go to the providers. */
  readonly engine: Pick<Engine, 'inspect' | 'measure' | 'encode' | 'cutTiles'>
  /** Throws once the sign-in that asked for an answer that takes its time has ended. */
  readonly demandStillSignedIn: (caller: Caller) => Promise<void>
  readonly readSystemSettings: () => Promise<SystemSettings>
  /** Whether the credit pool is empty by the operator's entries; absent where starts are not to be refused for it. */
  readonly isPoolEmpty?: (() => Promise<boolean>) | undefined
  readonly settings: Pick<
    Settings,
    | 'dataDir'
    | 's3'
    | 'timeZone'
    | 'engineParallelJobs'
    | 'stopGraceMs'
    | 'publicOrigin'
    | 'uploadsPerDay'
    | 'storagePerPersonMb'
    | 'aiLabel'
    | 'secret'
    | 'productName'
  >
  readonly log: Log
  readonly metrics: Metrics
  readonly clock: Clock
  readonly timing?: Partial<WorkerTiming>
  /** On the disk of the data folder; tests say another figure. */
  readonly readFreeBytes?: () => Promise<number>
  /** Called when a run has stored its result and is not yet captured; tests kill the process there. */
  readonly onResultStored?: (jobId: string) => Promise<void>
}

export type EndedRun = Pick<JobRow, 'id' | 'userId' | 'modelKey' | 'originalFilename' | 'createdAt'>
export interface RunEmails {
  send(job: EndedRun, end: 'runDone' | 'runFailed'): void
  /** At the stop of the process: the emails on their way get these seconds. */
  settle(): Promise<void>
}

export interface ProcessingParts extends ProcessingDependencies {
  readonly timing: WorkerTiming
  readonly clockWatch: ClockWatch
  readonly feed: JobFeed
  readonly measures: JobMeasures
  readonly runEmails: RunEmails
  /** Folder of temporary files of this service. */
  readonly tempRoot: string
}
