// The credit ledger (`usage_logs`, C-49) and daily counters (`user_quotas`). Rows of the ledger are only ever added.
import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { authUsers } from '../../account/server/tables.ts'

export const usageLogs = pgTable(
  'usage_logs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    /** The processing record this entry belongs to; absent for grants and purchases. No foreign key: cleanup never touches the ledger (C-54). */
    jobId: uuid('job_id'),
    kind: text('kind').notNull(),
    /** Change of the balance in credits: hold is negative, release positive, capture 0. */
    amount: integer('amount').notNull(),
    /** Change of `credits_total`: what was granted or bought. */
    totalAmount: integer('total_amount').notNull().default(0),
    /** Once-only key of entries without a job, for example `sign-up` or a payment id. */
    reference: text('reference'),
    details: jsonb('details'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check(
      'usage_logs_kind',
      sql`${table.kind} in ('grant', 'purchase', 'hold', 'capture', 'release', 'adjust', 'reverse', 'merge')`,
    ),
    uniqueIndex('usage_logs_job_kind').on(table.jobId, table.kind),
    // A hold ends once: either captured or released, never both.
    uniqueIndex('usage_logs_job_settled').on(table.jobId).where(sql`kind in ('capture', 'release')`),
    uniqueIndex('usage_logs_reference').on(table.userId, table.kind, table.reference).where(sql`reference is not null`),
    index('usage_logs_user').on(table.userId, table.createdAt),
  ],
)

/** Counters per subject and day: trial uploads by fingerprint and by address (C-36). */
export const userQuotas = pgTable(
  'user_quotas',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subject: text('subject').notNull(),
    kind: text('kind').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    used: integer('used').notNull().default(0),
  },
  (table) => [uniqueIndex('user_quotas_subject').on(table.subject, table.kind, table.day)],
)
