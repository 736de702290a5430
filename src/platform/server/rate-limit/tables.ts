// Attempt counters; in the database so that they hold across processes and restarts. Two tables of the same columns, on purpose.
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const columns = () => ({
  id: uuid('id').primaryKey().defaultRandom(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
})

/** Minutes. */
export const authRateLimits = pgTable('auth_rate_limits', columns())

/** Hours and days. */
export const verificationLimits = pgTable('verification_limits', columns())
