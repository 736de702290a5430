// How a worker takes a job, holds it and lets it go. `attempts` is the fence: it grows with every claim, and a worker writes only
// while the row holds its own attempt number, so that two workers never write one job.
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type CreditHold, reopenHold } from '#features/credits/server/hold-credits.ts'
import type { Database } from '#platform/server/database/database.ts'
import { statesBefore } from '#rulebook/runs/job-states.ts'
import type { JobRow } from '../jobs/job.store.ts'
import { type JobMemory, processingHistory } from '../tables.ts'

export interface ClaimedJob extends JobRow {
  /** Until the deadline, by the database's clock. */
  readonly remainingMs: number
  /** Goes with the job to the provider and to its end; absent from a job that is not paid for, which only can fail. */
  readonly hold: CreditHold | undefined
}

/** The job was given to another worker, or ended, while this one was busy with it. */
export class LostJobError extends Error {
  constructor(id: string) {
    super(`job ${id} belongs to another worker or has ended`)
    this.name = 'LostJobError'
  }
}

const REMAINING_MS = sql<number>`(extract(epoch from deadline_at - now()) * 1000)::float8`

const isMine = (job: Pick<JobRow, 'id' | 'attempts'>) =>
  and(
    eq(processingHistory.id, job.id),
    eq(processingHistory.status, 'processing'),
    eq(processingHistory.attempts, job.attempts),
  )

/** Who began a job that nobody has now; the model decides where that one is not open any more. */
export async function findServiceOf(
  database: Database,
  id: string,
): Promise<Pick<JobRow, 'aiService' | 'modelKey' | 'memory'> | undefined> {
  const { aiService, modelKey, memory, status } = processingHistory
  const [row] = await database.orm
    .select({ aiService, modelKey, memory })
    .from(processingHistory)
    .where(and(eq(processingHistory.id, id), inArray(status, [...statesBefore('processing')])))
  return row
}

/**
 * Pending → processing, by the service that does the work (C-50). Undefined when another worker has it or it has ended: a delivered message means
 * nothing by itself.
 */
export async function claimJob(
  database: Database,
  id: string,
  aiService: JobRow['aiService'],
): Promise<ClaimedJob | undefined> {
  return database.orm.transaction(async (tx) => {
    const [row] = await tx
      .update(processingHistory)
      .set({
        status: 'processing',
        aiService,
        attempts: sql`attempts + 1`,
        startedAt: sql`coalesce(started_at, now())`,
        heartbeatAt: sql`now()`,
      })
      .where(and(eq(processingHistory.id, id), inArray(processingHistory.status, [...statesBefore('processing')])))
      .returning({ ...getTableColumns(processingHistory), remainingMs: REMAINING_MS })
    return row && { ...row, hold: await reopenHold(tx, id) }
  })
}

/** Until the deadline, which may have been moved since the claim. */
export async function readRemainingMs(database: Database, job: JobRow): Promise<number> {
  const [row] = await database.orm.select({ remainingMs: REMAINING_MS }).from(processingHistory).where(isMine(job))
  if (!row) throw new LostJobError(job.id)
  return row.remainingMs
}

/** Shows that the worker lives; answers whether a cancel was asked for. Throws LostJobError. */
export async function writeHeartbeat(database: Database, job: JobRow): Promise<{ cancelRequested: boolean }> {
  const [row] = await database.orm
    .update(processingHistory)
    .set({ heartbeatAt: sql`now()` })
    .where(isMine(job))
    .returning({ cancelRequested: processingHistory.cancelRequested })
  if (!row) throw new LostJobError(job.id)
  return row
}

/** Stores progress; it never falls, also not when a second worker begins again. */
export async function writeProgress(database: Database, job: JobRow, progress: number, stage: string): Promise<void> {
  await database.orm
    .update(processingHistory)
    .set({ progress: sql`greatest(progress, ${progress}::int)`, stage })
    .where(isMine(job))
}

/** Adds to what the job remembers between attempts. Throws LostJobError. */
export async function rememberStep(database: Database, job: JobRow, step: JobMemory): Promise<void> {
  const [row] = await database.orm
    .update(processingHistory)
    .set({
      memory: sql`memory || ${JSON.stringify(step)}::jsonb`,
      ...(step.vendorCredits !== undefined && { vendorCredits: step.vendorCredits }),
    })
    .where(isMine(job))
    .returning({ id: processingHistory.id })
  if (!row) throw new LostJobError(job.id)
}

/** Processing → pending: the process is asked to stop and hands the job to the next one. */
export async function handBack(database: Database, job: JobRow): Promise<void> {
  await database.orm
    .update(processingHistory)
    .set({ status: 'pending', heartbeatAt: null, attempts: sql`attempts - 1` })
    .where(isMine(job))
}
