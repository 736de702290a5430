// Bills, orders and provider events (decision 0080); the subscription tables stay empty while none is sold (document 1 §3, C-49, U-39).
import { sql } from 'drizzle-orm'
import {
  check,
  customType,
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
    amount: numeric('amount', { precision: 10, scale: 2 }).notNull(),
    currency: text('currency').notNull().default('USD'),
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

/** The intent to buy a pack, at the price that the server knew then. */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    /** Without its hyphens it is the order's number at the provider. */
    id: uuid('id').primaryKey().defaultRandom(),
    /** No foreign key: orders are kept for years after their account is gone, as bills are. */
    userId: uuid('user_id').notNull(),
    provider: text('provider').notNull(),
    packId: text('pack_id').notNull(),
    packName: text('pack_name').notNull(),
    /** Version of the pack when it was bought; 0: as the documents state it (decision 0150). */
    packVersion: integer('pack_version').notNull().default(0),
    credits: integer('credits').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    status: text('status').notNull().default('pending'),
    /** Why a person must look at it, or why it did not work. */
    problem: text('problem'),
    /** Page from which it was bought, to go back to. */
    returnTo: text('return_to'),
    /** Its name at a provider that does not take ours (decision 0101). */
    providerReference: text('provider_reference'),
    /** Who pays, where the provider must know it before; kept while the order is open. */
    payerReference: text('payer_reference'),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    checks: integer('checks').notNull().default(0),
    checkedAt: timestamp('checked_at', { withTimezone: true }).notNull().defaultNow(),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check(
      'payment_orders_status',
      sql`${table.status} in ('pending', 'paid', 'failed', 'closed', 'refunded', 'disputed')`,
    ),
    check('payment_orders_amounts', sql`${table.amountMinor} > 0 and ${table.credits} > 0`),
    index('payment_orders_user').on(table.userId, table.createdAt),
    uniqueIndex('payment_orders_reference').on(table.provider, table.providerReference),
    index('payment_orders_paid').on(table.paidAt).where(sql`paid_at is not null`),
    index('payment_orders_created').on(table.createdAt),
    index('payment_orders_due').on(table.nextCheckAt).where(sql`status = 'pending'`),
  ],
)

/** Money that a provider proved to have taken: each of its transactions once. */
export const paymentCaptures = pgTable(
  'payment_captures',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Absent when no order has the number that the provider sent. */
    orderId: uuid('order_id').references(() => paymentOrders.id),
    provider: text('provider').notNull(),
    transactionId: text('transaction_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** `granted`: its credits were given. `suspense`: a person must look at it. */
    state: text('state').notNull(),
    source: text('source').notNull(),
    createdAt: createdAt(),
    /** When a person has settled what was in suspense, and how (decision 0087). */
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
    resolution: text('resolution'),
  },
  (table) => [
    uniqueIndex('payment_captures_transaction').on(table.provider, table.transactionId),
    // An order gives its credits once, whatever was paid for it.
    uniqueIndex('payment_captures_granted').on(table.orderId).where(sql`state = 'granted'`),
    index('payment_captures_order').on(table.orderId),
    check('payment_captures_state', sql`${table.state} in ('granted', 'suspense')`),
    check(
      'payment_captures_resolution',
      sql`(${table.resolvedAt} is null) = (${table.resolution} is null) and ${table.resolution} in ('stands', 'returned')`,
    ),
    index('payment_captures_open').on(table.createdAt).where(sql`state = 'suspense' and resolved_at is null`),
    check('payment_captures_source', sql`${table.source} in ('notice', 'query')`),
  ],
)

/** A request for the money of a pack's unused credits, and what became of it (decision 0084). */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    /** Without its hyphens it is the refund's number at the provider: the same one for every try. */
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => paymentOrders.id),
    /** No foreign key: kept as long as its order. */
    userId: uuid('user_id').notNull(),
    state: text('state').notNull().default('requested'),
    /** The buyer's words. */
    reason: text('reason').notNull(),
    /** The operator's, which the buyer reads. */
    decision: text('decision'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** Taken back with the decision, and what is paid for them. */
    credits: integer('credits'),
    amountMinor: integer('amount_minor'),
    /** Entries of the ledger: the credits taken, and given again where the provider refused. No foreign key: they end with the account. */
    takenEntryId: uuid('taken_entry_id'),
    returnedEntryId: uuid('returned_entry_id'),
    /** What the provider said last, while it has not proven the money. */
    problem: text('problem'),
    createdAt: createdAt(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    checks: integer('checks').notNull().default(0),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
  },
  (table) => [
    check(
      'payment_refunds_state',
      sql`${table.state} in ('requested', 'withdrawn', 'refused', 'granted', 'refunded', 'failed')`,
    ),
    check(
      'payment_refunds_taken',
      sql`case when ${table.state} in ('granted', 'refunded', 'failed')
        then coalesce(${table.credits}, 0) > 0 and coalesce(${table.amountMinor}, 0) > 0 and ${table.takenEntryId} is not null
        else ${table.credits} is null and ${table.amountMinor} is null and ${table.takenEntryId} is null end`,
    ),
    // Nothing is asked for or paid back twice.
    uniqueIndex('payment_refunds_standing').on(table.orderId).where(sql`state in ('requested', 'granted', 'refunded')`),
    index('payment_refunds_user').on(table.userId, table.createdAt),
    index('payment_refunds_due').on(table.nextCheckAt).where(sql`state = 'granted'`),
  ],
)

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A request for a 发票 of an order, and the invoice that was written outside of the service (decision 0105). */
export const paymentInvoices = pgTable(
  'payment_invoices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => paymentOrders.id),
    /** No foreign key: kept as long as its order. */
    userId: uuid('user_id').notNull(),
    state: text('state').notNull().default('requested'),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    /** Empty for a person. */
    taxNumber: text('tax_number').notNull(),
    email: text('email').notNull(),
    /** Reason of a refusal; the buyer reads it. */
    decision: text('decision'),
    /** Number of the invoice. */
    number: text('number'),
    amountMinor: integer('amount_minor'),
    /** Small, and with its row: nothing that removes files can lose it. */
    file: bytes('file'),
    fileType: text('file_type'),
    redNumber: text('red_number'),
    createdAt: createdAt(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    redAt: timestamp('red_at', { withTimezone: true }),
  },
  (table) => [
    check('payment_invoices_state', sql`${table.state} in ('requested', 'issued', 'refused', 'withdrawn', 'red')`),
    check('payment_invoices_kind', sql`${table.kind} in ('personal', 'company')`),
    check(
      'payment_invoices_issued',
      sql`(${table.state} in ('issued', 'red')) = (${table.number} is not null and coalesce(${table.amountMinor}, 0) > 0)`,
    ),
    check('payment_invoices_file', sql`(${table.file} is null) = (${table.fileType} is null)`),
    // Nothing is asked for or written twice.
    uniqueIndex('payment_invoices_standing').on(table.orderId).where(sql`state in ('requested', 'issued')`),
    uniqueIndex('payment_invoices_number').on(table.number),
    index('payment_invoices_user').on(table.userId, table.createdAt),
  ],
)

/** Who is notified once packs can be bought (decision 0146). Names in the database are of an earlier word. */
export const waitlist = pgTable(
  'purchase_wishes',
  {
    userId: userId().primaryKey(),
    emailedAt: timestamp('told_at', { withTimezone: true }),
    tries: integer('tries').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index('purchase_wishes_untold').on(table.createdAt).where(sql`told_at is null`)],
)

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
