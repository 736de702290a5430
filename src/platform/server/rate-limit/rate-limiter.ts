// Limits on attempts, counted in the database so that they hold across processes and restarts.
import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { CLOCKS_APART_MS, type Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { authRateLimits, verificationLimits } from './tables.ts'

export interface RateLimit {
  readonly max: number
  readonly windowMs: number
}
export interface RateLimiter {
  /** Counts one attempt; false when the window already holds `max`. */
  consume(key: string, limit: RateLimit): Promise<boolean>
  forget(key: string): Promise<void>
  /** Takes one attempt back, of whatever window is open. */
  giveBack(key: string): Promise<void>
}

/** What is older is over, and removed. */
export const SHORT_LIMITS_KEPT_MS = 15 * 60_000

/** For windows of minutes, SHORT_LIMITS_KEPT_MS at most. */
export const createRateLimiter = (database: Database, clock: Clock): RateLimiter =>
  limiterOn(authRateLimits, database, clock)

/** For windows of hours and days. */
export const createLongRateLimiter = (database: Database, clock: Clock): RateLimiter =>
  // The same columns under another name.
  limiterOn(verificationLimits as unknown as typeof authRateLimits, database, clock)

function limiterOn(table: typeof authRateLimits, database: Database, clock: Clock): RateLimiter {
  return {
    async consume(key, limit) {
      const now = clock.now().getTime()
      // A window that began in the future began before the clock was set back.
      // TRAP: attempts at once arrive in any order; without CLOCKS_APART_MS each that is a little older would open a window of its own.
      const windowIsOver = sql`(${table.lastRequest} <= ${now - limit.windowMs} or ${table.lastRequest} > ${now + CLOCKS_APART_MS})`
      // One statement, so that parallel attempts cannot all read the old count. The window starts with its first attempt.
      const [row] = await database.orm
        .insert(table)
        .values({ key: rowKey(key), count: 1, lastRequest: now })
        .onConflictDoUpdate({
          target: table.key,
          set: {
            count: sql`case when ${windowIsOver} then 1 else ${table.count} + 1 end`,
            lastRequest: sql`case when ${windowIsOver} then ${now}::bigint else ${table.lastRequest} end`,
          },
        })
        .returning({ count: table.count })
      return row!.count <= limit.max
    },
    async forget(key) {
      await database.orm.delete(table).where(eq(table.key, rowKey(key)))
    },
    async giveBack(key) {
      await database.orm
        .update(table)
        .set({ count: sql`${table.count} - 1` })
        .where(and(eq(table.key, rowKey(key)), gt(table.count, 0)))
    },
  }
}

/** Hashed, because keys hold email addresses and the table must not list accounts. */
const rowKey = (key: string): string => `own:${createHash('sha256').update(key).digest('base64url')}`
