// The back office's tables (document 2 §3). `admin_sessions` is the admin area's own session record (document 1 §4).
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { authSessions, authUsers } from '../../account/server/tables.ts'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

export const apiCreditPool = pgTable('api_credit_pool', {
  id: uuid('id').primaryKey().defaultRandom(),
  totalPurchased: bigint('total_purchased', { mode: 'number' }).notNull(),
  consumed: bigint('consumed', { mode: 'number' }).notNull().default(0),
  remaining: bigint('remaining', { mode: 'number' }).notNull(),
  costPerCreditUsd: numeric('cost_per_credit', { precision: 12, scale: 4 }).notNull(),
  totalCostUsd: numeric('total_cost', { precision: 14, scale: 4 }).notNull(),
  lastUpdated: timestamp('last_updated', { withTimezone: true }).notNull().defaultNow(),
})

/** What was bought from the AI provider, each time a row; a correction is a negative one. Their sum is the pool's `total_purchased` (decision 0106). */
export const poolPurchases = pgTable(
  'pool_purchases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    credits: bigint('credits', { mode: 'number' }).notNull(),
    costPerCreditUsd: numeric('cost_per_credit', { precision: 12, scale: 4 }).notNull(),
    notes: text('notes').notNull(),
    /** Who entered it; no foreign key, as in the log. */
    adminId: uuid('admin_id'),
    createdAt: createdAt(),
  },
  (table) => [index('pool_purchases_created').on(table.createdAt)],
)

export const adminActionLogs = pgTable(
  'admin_action_logs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    adminId: uuid('admin_id').notNull(),
    targetUserId: uuid('target_user_id'),
    action: text('action').notNull(),
    actionDetails: jsonb('action_details').notNull().default({}),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    /** Place in the chain, and the hash of the row together with the one before it: the database writes both (decision 0086). */
    seq: integer('seq').notNull().default(0),
    hash: text('hash').notNull().default(''),
  },
  (table) => [
    index('admin_action_logs_created').on(table.createdAt),
    uniqueIndex('admin_action_logs_seq').on(table.seq),
  ],
)

/** Both ends of the log's chain: the last row that was written, and the last one that retention removed. One row. */
export const adminLogChain = pgTable(
  'admin_log_chain',
  {
    id: integer('id').primaryKey().default(1),
    baseSeq: integer('base_seq').notNull().default(0),
    baseHash: text('base_hash').notNull().default(''),
    lastSeq: integer('last_seq').notNull().default(0),
    lastHash: text('last_hash').notNull().default(''),
  },
  (table) => [check('admin_log_chain_single', sql`${table.id} = 1`)],
)

export const adminSessions = pgTable('admin_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id, { onDelete: 'cascade' }),
  /** The sign-in it belongs to: whatever ends that ends the admin session too. */
  signInId: uuid('sign_in_id').references(() => authSessions.id, { onDelete: 'cascade' }),
  /** When the second factor of the sign-in was last shown, as of the opening. */
  provenAt: timestamp('proven_at', { withTimezone: true }),
  createdAt: createdAt(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/** What the nightly audit found (decision 0085): dashboard and metric show the newest row. */
export const auditReports = pgTable(
  'audit_reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    faults: integer('faults').notNull(),
    /** How many of each check that found something, by its name. */
    byCheck: jsonb('by_check').$type<Readonly<Record<string, number>>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('audit_reports_created').on(table.createdAt)],
)

/** What the nightly comparison with the vendor's list found (decision 0068); pool page and dashboard show the newest row. */
export const vendorReports = pgTable(
  'vendor_reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Paid tasks of the last days in the vendor's list, and their cost. */
    tasks: integer('tasks').notNull(),
    vendorCredits: integer('vendor_credits').notNull(),
    /** Runs whose record got the vendor's cost this way. */
    learned: integer('learned').notNull(),
    faults: integer('faults').notNull(),
    byCheck: jsonb('by_check').$type<Readonly<Record<string, number>>>().notNull(),
    /** Balance of the account, reserved credits counted; null when it could not be read. */
    balance: integer('balance'),
    /** By the vendor's clock: tasks that ended later belong to the next comparison. */
    newestEndAt: timestamp('newest_end_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [index('vendor_reports_created').on(table.createdAt)],
)
