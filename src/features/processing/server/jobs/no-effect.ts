// 效果不明显，不收费 (decision 0095): whether a run that is about to be completed gives its credits back, and what its owner reads.
import { and, count, eq, gte, sql } from 'drizzle-orm'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { hasNoEffect, NO_EFFECT, NO_EFFECT_RETURNS_PER_DAY } from '#rulebook/runs/no-effect.ts'
import type { Job } from '../../contract.ts'
import { type JobMemory, processingHistory } from '../tables.ts'
import type { JobRow } from './job.store.ts'

/** What becomes of the price of a run without effect; undefined for one that had one. Within the limit of the day it comes back. The profile is locked, so that two runs that end at once are counted one after the other. */
export async function judgeEffect(
  tx: Transaction,
  job: JobRow,
  { report }: NonNullable<JobMemory['storedResult']>,
): Promise<'returned' | 'charged' | undefined> {
  if (job.creditsHeld === 0 || !hasNoEffect(job.modelKey, report?.change)) return undefined
  await lockAccount(tx, job.userId)
  const [today] = await tx
    .select({ returns: count() })
    .from(processingHistory)
    .where(and(eq(processingHistory.userId, job.userId), isReturnedToday()))
  return today!.returns < NO_EFFECT_RETURNS_PER_DAY ? 'returned' : 'charged'
}

const isReturnedToday = () =>
  and(eq(processingHistory.returnedFor, NO_EFFECT), gte(processingHistory.completedAt, sql`app_today_start()`))

/** For the operator: how often that happened today, and the credits that it was about. */
export async function readReturnsToday(db: Queryable): Promise<{ runs: number; credits: number }> {
  const [today] = await db
    .select({ runs: count(), credits: sql<number>`coalesce(sum(${processingHistory.creditsHeld}), 0)::int` })
    .from(processingHistory)
    .where(isReturnedToday())
  return today!
}

/** What is said of a paid run that changed next to nothing; null for every other. */
export function noEffectOf(row: JobRow, creditsGivenBack: number): Job['noEffect'] {
  const credits = row.creditsHeld
  if (row.returnedFor === NO_EFFECT) return { outcome: 'returned', credits }
  return row.memory.hadNoEffect && creditsGivenBack === 0 ? { outcome: 'charged', credits } : null
}
