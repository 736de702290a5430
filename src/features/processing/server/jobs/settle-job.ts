// The two ends of a job, each one transaction of state and money (architecture §5): completed and captured, or failed and released. A run
// without effect is completed and released (decision 0095).
// Nothing leaves a final state; the second caller changes nothing. A worker is fenced by `attempts`: one whose job was given
// to another cannot end it.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { captureHold } from '#features/credits/server/capture-hold.ts'
import { type CreditHold, reopenHold } from '#features/credits/server/hold-credits.ts'
import { releaseHold } from '#features/credits/server/release-hold.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { statesBefore } from '#rulebook/runs/job-states.ts'
import { NO_EFFECT } from '#rulebook/runs/no-effect.ts'
import { DONE_PROGRESS } from '#rulebook/runs/progress.ts'
import type { RunFailure } from '../provider/failure-of.ts'
import { resultKeys } from '../storage-keys.ts'
import { type JobMemory, processingHistory } from '../tables.ts'
import type { JobRow } from './job.store.ts'
import { hasLeftTask } from './left-tasks.ts'
import { judgeEffect } from './no-effect.ts'
import { giveUnpaid } from './unpaid-tasks.ts'

type StoredResult = NonNullable<JobMemory['storedResult']>

/**
 * `unseen`: charged like any, although its picture was removed. `late`: kept without a charge. `discarded`: the job had failed or its picture was
 * removed meanwhile, and nothing points to the stored files.
 * `lost`: another worker has the job or has finished it, and the files under the same keys belong to it.
 */
export type Completion = 'completed' | 'unseen' | 'late' | 'discarded' | 'lost'

/** Completes a run whose files are stored. */
export async function completeJob(
  database: Database,
  row: Pick<JobRow, 'id' | 'userId' | 'attempts'> & { readonly hold: CreditHold },
  stored: StoredResult,
): Promise<Completion> {
  const completion = await database.orm.transaction(async (tx): Promise<Completion | 'overdue'> => {
    const [job] = await tx.select().from(processingHistory).where(eq(processingHistory.id, row.id)).for('update')
    if (!job) return 'discarded'
    if (mayKeepLate(job)) return 'overdue'
    if (job.status === 'failed') return 'discarded'
    if (!mayComplete(job) || job.attempts !== row.attempts) return 'lost'
    if (job.deletedAt && (await giveUnpaid(tx, job))) return dropRemoved(tx, job, row.hold)
    const paid = await settlePrice(tx, job, row.hold, stored)
    await tx
      .update(processingHistory)
      .set({
        ...resultColumns(job, row.userId, stored),
        status: 'completed',
        progress: DONE_PROGRESS,
        ...paid,
        completedAt: sql`now()`,
      })
      .where(eq(processingHistory.id, job.id))
    return job.deletedAt ? 'unseen' : 'completed'
  })
  if (completion !== 'overdue') return completion
  return (await keepLate(database, row, stored)) ? 'late' : 'discarded'
}

/** Its picture was removed while it ran: its owner will never see the result and does not pay for it (C-54). */
async function dropRemoved(tx: Transaction, job: JobRow, hold: CreditHold): Promise<Completion> {
  const failure = { code: 'processing-cancelled' } as const
  await tx
    .update(processingHistory)
    .set({
      status: 'failed',
      errorCode: failure.code,
      errorMessage: messageFromRegister(failure),
      completedAt: sql`now()`,
    })
    .where(eq(processingHistory.id, job.id))
  await releaseHold(tx, hold)
  return 'discarded'
}

/** Exactly one of the two: taken, or given back because the picture looks as before. */
async function settlePrice(tx: Transaction, job: JobRow, hold: CreditHold, stored: StoredResult) {
  const verdict = await judgeEffect(tx, job, stored)
  const isFree = verdict === 'returned'
  const settled = isFree ? await releaseHold(tx, hold, NO_EFFECT) : await captureHold(tx, hold)
  if (settled === undefined) throw new Error(`job ${job.id} has no open hold to settle`)
  if (isFree) return { creditsConsumed: 0, returnedFor: NO_EFFECT }
  const memory = verdict === 'charged' && { memory: { ...job.memory, hadNoEffect: true } }
  return { creditsConsumed: settled, ...memory }
}

const mayKeepLate = (job: JobRow): boolean =>
  job.status === 'failed' && (job.errorCode === 'processing-timeout' || hasLeftTask(job)) && !job.deletedAt

const mayComplete = ({ status }: JobRow): boolean => (statesBefore('completed') as readonly string[]).includes(status)

/** A result that arrives after its run's end is put into the history and not charged (C-13), as often as a day allows; false when nothing points to its files. */
export async function keepLate(
  database: Database,
  { id, userId }: Pick<JobRow, 'id' | 'userId'>,
  stored: StoredResult,
): Promise<boolean> {
  return database.orm.transaction(async (tx) => {
    // Before the run's row, as a merge and a run that is done again lock them.
    await lockAccount(tx, userId)
    const [job] = await tx.select().from(processingHistory).where(eq(processingHistory.id, id)).for('update')
    if (!job || !mayKeepLate(job) || !(await giveUnpaid(tx, job))) return false
    await tx
      .update(processingHistory)
      .set(resultColumns(job, userId, stored))
      .where(eq(processingHistory.id, job.id))
    return true
  })
}

/** `owner`: whose folder the files were stored in. A run over its limit may have come to another account since, by a merge. */
function resultColumns(job: JobRow, owner: string, stored: StoredResult) {
  const keys = resultKeys(owner, job.id, stored.viewMimeType)
  return {
    resultOssUrl: keys.original,
    thumbnailResultUrl: keys.thumbnail,
    resultViewKey: keys.view,
    resultViewMimeType: stored.viewMimeType,
    resultWidth: stored.width,
    resultHeight: stored.height,
    scale: stored.inputHeight > 0 ? stored.height / stored.inputHeight : null,
    processingTimeSeconds: stored.seconds,
    report: stored.report ?? null,
  }
}

export interface FailCondition {
  /** Only in these states; both open ones when absent. */
  readonly states?: readonly string[]
  /** Only for the worker of this attempt. */
  readonly attempts?: number
  /** The proof of a worker that has the job; without one, the call that ends the job reopens the hold. */
  readonly hold?: CreditHold
}

/** Fails an open job and gives its credits back; false when it had ended before (or does not meet the condition). */
export async function failJob(
  database: Database,
  id: string,
  failure: RunFailure,
  { states = statesBefore('failed'), attempts, ...worker }: FailCondition = {},
): Promise<boolean> {
  return database.orm.transaction(async (tx) => {
    const hold = worker.hold ?? (await reopenHold(tx, id))
    const [failed] = await tx
      .update(processingHistory)
      .set({
        status: 'failed',
        errorCode: failure.code,
        errorMessage: messageFromRegister(failure),
        memory: sql`memory || ${JSON.stringify(failure.data ? { failureData: failure.data } : {})}::jsonb`,
        completedAt: sql`now()`,
      })
      .where(
        and(
          eq(processingHistory.id, id),
          inArray(processingHistory.status, [...states]),
          attempts === undefined ? undefined : eq(processingHistory.attempts, attempts),
        ),
      )
      .returning({ id: processingHistory.id })
    if (!failed) return false
    if (hold) await releaseHold(tx, hold)
    return true
  })
}
