// Bills and provider events; the subscription tables stay empty while none is sold (document 1 §3, C-49, U-39).
import { sql } from 'drizzle-orm'
import { check, index, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { authUsers } from '../../account/server/tables.ts'

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => authUsers.id, { onDelete: 'cascade' })
const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

export const billingHistory = pgTable(
  'billing_history',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** No foreign key: bills are kept for years after their account is gone (U-16). */
    userId: uuid('user_id').notNull(),
    description: text('description').notNull(),
    amountUsd: numeric('amount', { precision: 10, scale: 2 }).notNull(),
    status: text('status').notNull(),
    providerReference: text('provider_reference').unique(),
    createdAt: createdAt(),
  },
  (table) => [
    check('billing_history_status', sql`${table.status} in ('paid', 'pending', 'failed')`),
    index('billing_history_user').on(table.userId, table.createdAt),
  ],
)

export const payments = pgTable('payments', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  providerEventId: text('provider_event_id').notNull().unique(),
  kind: text('kind').notNull(),
  payload: jsonb('payload').notNull(),
  createdAt: createdAt(),
})

export const subscriptions = pgTable('subscriptions', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  createdAt: createdAt(),
})

export const userSubscriptions = pgTable('user_subscriptions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: userId(),
  subscriptionId: uuid('subscription_id').references(() => subscriptions.id),
  status: text('status').notNull(),
  createdAt: createdAt(),
})
