// Counters per subject and day (`user_quotas`): trial pictures, attempts, uploads of a person. The nightly round removes old days.
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { userQuotas } from '../tables.ts'

const today = sql`(now() at time zone app_time_zone())::date`

/** Counts so many more and answers how many that makes; two at once never get the same number. */
export async function countToday(database: Queryable, subject: string, kind: string, more = 1): Promise<number> {
  const [row] = await database
    .insert(userQuotas)
    .values({ subject, kind, day: today as never, used: more })
    .onConflictDoUpdate({
      target: [userQuotas.subject, userQuotas.kind, userQuotas.day],
      set: { used: sql`${userQuotas.used} + ${more}` },
    })
    .returning({ used: userQuotas.used })
  return row!.used
}

export async function usedToday(database: Queryable, subject: string, kind: string): Promise<number> {
  const [row] = await database
    .select({ used: userQuotas.used })
    .from(userQuotas)
    .where(and(eq(userQuotas.subject, subject), eq(userQuotas.kind, kind), eq(userQuotas.day, today)))
  return row?.used ?? 0
}
