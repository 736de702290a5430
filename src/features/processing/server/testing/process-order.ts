// The messages between a test and the service process that it will kill.
import type { Job } from '../../contract.ts'
import type { CheckResult } from '../audit/run-checks.ts'

export interface ProcessOrder {
  readonly dataDir: string
  readonly databaseUrl?: string
  /**
   * Where to stay: with the job waiting, running, or stored and not captured; at an outside provider also before the task is sent and before
   * its id is stored; or finish the job of an earlier process.
   */
  readonly scenario: 'wait' | 'run' | 'intend' | 'accepted' | 'store' | 'finish'
  /** The outside provider that the runs go to; absent: the scripted one. */
  readonly topaz?: { readonly origin: string; readonly apiKey: string }
  /** The job of an earlier process; absent means start one. */
  readonly job?: StartedJob
}
export interface StartedJob {
  readonly userId: string
  readonly jobId: string
}
export type ProcessReport =
  | { readonly event: 'reached'; readonly job: StartedJob }
  | {
      readonly event: 'finished'
      readonly job: Job
      readonly attempts: number
      readonly money: { balance: number; ledger: number }
      /** What the audit found. */
      readonly faults: readonly CheckResult[]
      readonly entries: readonly string[]
      /** Calls of the scripted provider. */
      readonly providerCalls: number
      readonly vendorCredits: number | null
      /** Names of the person's files in storage. */
      readonly files: readonly string[]
    }
