// The credit ledger (`usage_logs`, C-49). Its rows are only ever added.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
      sql`${table.kind} in ('grant', 'purchase', 'hold', 'capture', 'release', 'adjust', 'reverse', 'merge', 'refund')`,
    ),
    uniqueIndex('usage_logs_job_kind').on(table.jobId, table.kind),
    // A hold ends once: either captured or released, never both.
    uniqueIndex('usage_logs_job_settled').on(table.jobId).where(sql`kind in ('capture', 'release')`),
    uniqueIndex('usage_logs_reference').on(table.userId, table.kind, table.reference).where(sql`reference is not null`),
    index('usage_logs_user').on(table.userId, table.createdAt),
  ],
)

/**
 * The entries of accounts that are gone (ended or merged), without whose they were: the database moves them here in the transaction that
 * removes the account, so that what was sold and spent stays counted (decision 0085).
 */
export const endedLedgerEntries = pgTable(
  'ended_ledger_entries',
  {
    id: uuid('id').primaryKey(),
    jobId: uuid('job_id'),
    kind: text('kind').notNull(),
    amount: integer('amount').notNull(),
    totalAmount: integer('total_amount').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('ended_ledger_entries_job').on(table.jobId)],
)
