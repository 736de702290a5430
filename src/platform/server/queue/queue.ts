// The queue port. The row is the truth, the queue only wakes workers; delivery is at least once (architecture §2, §5).
import type { Transaction } from '../database/database.ts'

export interface DeliveredJob<Data> {
  readonly data: Data
  /** 1 on first delivery. */
  readonly attempt: number
  /** Fires when the process is asked to stop: hand the job back by throwing, it is delivered again elsewhere. */
  readonly stopping: AbortSignal
}

export interface Queue {
  /** Enqueues inside the caller's transaction: a rollback leaves no entry. The queue must be among those named at the opening. */
  send(
    tx: Transaction,
    queueName: string,
    data: object,
    options?: { readonly startAfterSeconds?: number },
  ): Promise<void>
  /** Delivers one job at a time to each of `concurrency` handlers. A throw means: deliver again. */
  work<Data extends object>(
    queueName: string,
    concurrency: number,
    handle: (job: DeliveredJob<Data>) => Promise<void>,
  ): Promise<void>
  /** Runs `handle` on the cron time, once across all processes. */
  schedule(queueName: string, cron: string, timeZone: string, handle: () => Promise<void>): Promise<void>
  /** Stops taking jobs, fires `stopping` of the running ones and waits for them at most `graceMs`. */
  stop(graceMs: number): Promise<void>
}
