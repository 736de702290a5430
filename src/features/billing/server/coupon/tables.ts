// Codes that give credits, their campaigns, and who redeemed them (decision 0107).
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

/** Made many at once. */
export const couponBatches = pgTable(
  'coupon_batches',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Name of the campaign; shown to those who redeem. */
    name: text('name').notNull(),
    credits: integer('credits').notNull(),
    usesPerCode: integer('uses_per_code').notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    /** Key of the form that was sent: sent again it makes no second campaign. Null where no key came. */
    requestKey: uuid('request_key').unique(),
    /** The operator's log line of its making. */
    logId: uuid('log_id'),
    createdAt: createdAt(),
  },
  (table) => [check('coupon_batches_amounts', sql`${table.credits} > 0 and ${table.usesPerCode} > 0`)],
)

export const couponCodes = pgTable(
  'coupon_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => couponBatches.id),
    code: text('code').notNull().unique(),
    uses: integer('uses').notNull().default(0),
  },
  (table) => [index('coupon_codes_batch').on(table.batchId)],
)

export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => couponBatches.id),
    codeId: uuid('code_id')
      .notNull()
      .references(() => couponCodes.id),
    /** No foreign key: what was given away stays counted. */
    userId: uuid('user_id').notNull(),
    /** Entry of the ledger; it ends with the account. */
    entryId: uuid('entry_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('coupon_redemptions_once').on(table.batchId, table.userId),
    index('coupon_redemptions_code').on(table.codeId),
  ],
)
