// Tasks of an outside provider that the operator pays and the person does not: a few a day, because without a limit anybody could spend the
// operator's credits (decision 0228).
import { eq, sql } from 'drizzle-orm'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { UNPAID_TASKS_PER_DAY } from '#rulebook/runs/unpaid-tasks.ts'
import { processingHistory } from '../tables.ts'
import type { JobRow } from './job.store.ts'

type Task = Pick<JobRow, 'id' | 'userId' | 'memory'>

/** Gives this run's task to its owner, in the transaction that locks its row; false when today's are given. A run of our own engine costs nobody. */
export async function giveUnpaid(tx: Transaction, job: Task): Promise<boolean> {
  if (!job.memory.remoteTaskId) return true
  // Two that end at once are counted one after the other.
  await lockAccount(tx, job.userId)
  if (!(await isUnpaidLeft(tx, job))) return false
  await tx
    .update(processingHistory)
    .set({ memory: sql`memory || jsonb_build_object('unpaidAt', now())` })
    .where(eq(processingHistory.id, job.id))
  return true
}

export async function isUnpaidLeft(db: Queryable, { userId }: Pick<Task, 'userId'>): Promise<boolean> {
  const { rows } = await db.execute<{ given: number }>(sql`
    select count(*)::int as given from processing_history
     where user_id = ${userId} and (memory ->> 'unpaidAt')::timestamptz >= app_today_start()`)
  return rows[0]!.given < UNPAID_TASKS_PER_DAY
}
