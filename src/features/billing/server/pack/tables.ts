// Packs as they were changed (decision 0150): each change is a row, none is ever changed or removed.
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

export const creditPackVersions = pgTable(
  'credit_pack_versions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    packId: text('pack_id').notNull(),
    /** From 1: 0 is what the documents state. */
    version: integer('version').notNull(),
    /** Without the present. */
    credits: integer('credits').notNull(),
    bonus: integer('bonus').notNull(),
    usdCents: integer('usd_cents').notNull(),
    /** Absent: not sold for yuan. */
    cnyFen: integer('cny_fen'),
    isActive: boolean('is_active').notNull(),
    reason: text('reason').notNull(),
    /** No foreign key: the history stays when the administrator's account is gone. */
    changedBy: uuid('changed_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // Two who change the same version: one of them.
    uniqueIndex('credit_pack_versions_once').on(table.packId, table.version),
    check(
      'credit_pack_versions_amounts',
      sql`${table.version} > 0 and ${table.credits} > 0 and ${table.bonus} >= 0 and ${table.usdCents} > 0 and ${table.cnyFen} > 0`,
    ),
  ],
)
