// The back office's tables (document 2 §3). `admin_sessions` is the admin area's own session record (document 1 §4).
import { bigint, index, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
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
  },
  (table) => [index('admin_action_logs_created').on(table.createdAt)],
)

export const adminSessions = pgTable('admin_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id, { onDelete: 'cascade' }),
  /** The sign-in it belongs to: whatever ends that ends the admin session too. */
  signInId: uuid('sign_in_id').references(() => authSessions.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
