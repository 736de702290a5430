// Reads of `processing_history`, the row that is the job (architecture §5). A consumer's reads go through the row policies.
import { and, asc, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { type Database, inUserScope, type Queryable, type Transaction } from '#platform/server/database/database.ts'
import { isInProgress, isJobState, JOB_STATES } from '#rulebook/runs/job-states.ts'
import type { Providers } from '../provider/providers.ts'
import { processingHistory, sharedResults, userUploads } from '../tables.ts'
import { HAS_LEFT_TASK } from './left-tasks.ts'

export type JobRow = typeof processingHistory.$inferSelect

export const OPEN_STATES = JOB_STATES.filter(isInProgress)
export const isOpen = (row: Pick<JobRow, 'status'>): boolean => isJobState(row.status) && isInProgress(row.status)

/** Own job; undefined for an unknown id, another user's and a removed one. */
export async function findOwnJob(database: Database, userId: string, id: string): Promise<JobRow | undefined> {
  const [row] = await inUserScope(database, userId, (tx) =>
    tx
      .select()
      .from(processingHistory)
      .where(and(eq(processingHistory.id, id), isNull(processingHistory.deletedAt))),
  )
  return row
}

/** Own jobs that wait or run, newest first. */
export function findOpenJobs(database: Database, userId: string): Promise<JobRow[]> {
  return inUserScope(database, userId, (tx) =>
    tx
      .select()
      .from(processingHistory)
      .where(and(inArray(processingHistory.status, OPEN_STATES), isNull(processingHistory.deletedAt)))
      .orderBy(desc(processingHistory.createdAt)),
  )
}

export async function findByStartKey(
  database: Queryable,
  userId: string,
  startKey: string,
): Promise<JobRow | undefined> {
  const [row] = await database
    .select()
    .from(processingHistory)
    .where(and(eq(processingHistory.userId, userId), eq(processingHistory.startKey, startKey)))
  return row
}

/** Jobs of anybody that start before this one, in its own line (`elsewhere`: whose jobs stand in the other). */
export async function countWaitingBefore(
  database: Database,
  { elsewhere }: Pick<Providers, 'elsewhere'>,
  row: JobRow,
): Promise<number> {
  if (row.status !== 'pending') return 0
  const [count] = await database.query<{ n: number }>(
    `select count(*)::int as n from processing_history
      where status = 'pending' and (created_at, id) < (select created_at, id from processing_history where id = $1)
        and (ai_service = any($2::text[])) = $3`,
    [row.id, elsewhere, elsewhere.includes(row.aiService)],
  )
  return count!.n
}

/** What a watcher would see of these jobs of anybody, as one text each; a job that is gone has none. */
export async function readJobMarks(
  database: Database,
  { elsewhere }: Pick<Providers, 'elsewhere'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; mark: string }>(
    `with waiting as (
       select id, row_number() over (partition by ai_service = any($2::text[]) order by created_at, id) as place
         from processing_history where status = 'pending')
     select job.id, concat_ws(',', status, progress, stage, place, deleted_at is null) as mark
       from processing_history job left join waiting on waiting.id = job.id where job.id = any($1::uuid[])`,
    [ids, elsewhere],
  )
  return new Map(rows.map(({ id, mark }) => [id, mark]))
}

/** Runs of anybody, newest first. */
export const listLatestJobs = (db: Queryable, limit: number) =>
  db
    .select({
      id: processingHistory.id,
      userId: processingHistory.userId,
      aiService: processingHistory.aiService,
      modelKey: processingHistory.modelKey,
      status: processingHistory.status,
      creditsConsumed: processingHistory.creditsConsumed,
      createdAt: processingHistory.createdAt,
    })
    .from(processingHistory)
    .orderBy(desc(processingHistory.createdAt))
    .limit(limit)

/** When these users last started a job, by id; absent for those who never did. */
export async function newestJobAtOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, Date>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: processingHistory.userId, at: max(processingHistory.createdAt) })
    .from(processingHistory)
    .where(inArray(processingHistory.userId, [...userIds]))
    .groupBy(processingHistory.userId)
  return new Map(rows.flatMap(({ userId, at }) => (at ? [[userId, at] as const] : [])))
}

/** Own uploads, jobs and shares as they are stored, oldest first; the row policies choose. */
export const readOwnRows = async (tx: Transaction) => ({
  uploads: await tx.select().from(userUploads).orderBy(asc(userUploads.createdAt)),
  records: await tx.select().from(processingHistory).orderBy(asc(processingHistory.createdAt)),
  shares: await tx.select().from(sharedResults).orderBy(asc(sharedResults.createdAt)),
})

/** Begins the start key of a run that the operator does again; no start of a consumer can have it. */
export const AGAIN_KEY = 'again:'

/**
 * Jobs of this user that wait or run, and the list price of today's runs that did not fail (U-24, U-29). One that failed counts where an outside
 * provider was paid for it, or may be: a task that is left there mostly ends all the same (decision 0228). What the operator does again is the operator's.
 */
export async function readUse(
  database: Queryable,
  userId: string,
): Promise<{ openJobs: number; creditsToday: number }> {
  const { rows } = await database.execute<{ open_jobs: number; credits_today: number }>(sql`
    select count(*) filter (where status in ('pending', 'processing'))::int as open_jobs,
           coalesce(sum(list_credits) filter (where created_at >= app_today_start() and (status <> 'failed'
             or vendor_credits > 0 or memory ? 'unpaidAt'
             or ${HAS_LEFT_TASK})), 0)::int as credits_today
      from processing_history where user_id = ${userId} and start_key not like ${`${AGAIN_KEY}%`}`)
  const [use] = rows
  return { openJobs: use!.open_jobs, creditsToday: use!.credits_today }
}
