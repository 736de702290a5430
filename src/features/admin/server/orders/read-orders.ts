// Orders as the back office lists them. A search is an order's number, a transaction of the provider, or part of a name or address.
import { type SQL, sql } from 'drizzle-orm'
import { accountsNamed } from '#features/account/server/profile/account-list.store.ts'
import { orderIdOf, orderNumberOf } from '#features/billing/server/payment/order.store.ts'
import { BACK_OF_ORDER } from '#features/billing/server/payment/went-back.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { findPage } from '#platform/server/database/find-page.ts'
import { ADMIN_PAGE_SIZE } from '#rulebook/admin/admin.ts'
import { type OrderState, PAYMENT_PROVIDERS } from '#rulebook/credits/orders.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import type { ListedOrder } from '../../orders-contract.ts'

export interface OrderQuestion {
  readonly search?: string
  readonly status?: OrderState
  readonly page: number
}

type Row = Omit<ListedOrder, 'createdAt' | 'paidAt' | 'number'> & {
  readonly createdAt: Date | string
  readonly paidAt: Date | string | null
} & Record<string, unknown>

export async function readOrders(
  db: Queryable,
  { page, ...filter }: OrderQuestion,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const found = sql`select o.id, o.created_at from payment_orders o where ${conditionOf(filter)}`
  const { total, ids } = await findPage(db, found, { limit: ADMIN_PAGE_SIZE, offset: (page - 1) * ADMIN_PAGE_SIZE })
  const { rows } = await db.execute<Row>(sql`
    select o.id, o.user_id as "userId", coalesce(p.username, p.initial_email) as "userName", o.provider, o.pack_name as "packName",
           o.credits, o.currency, o.amount_minor as minor, o.status, o.problem, o.created_at as "createdAt", o.paid_at as "paidAt",
           (select c.transaction_id from payment_captures c where c.order_id = o.id order by c.state, c.created_at limit 1) as "transactionId",
           ${BACK_OF_ORDER} as "paidBackMinor"
      from payment_orders o left join user_profiles p on p.id = o.user_id
     where o.id in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))
     order by o.created_at desc, o.id desc`)
  return { orders: rows.map(toOrder), total }
}

const toOrder = ({ createdAt, paidAt, ...row }: Row): ListedOrder => ({
  ...row,
  number: orderNumberOf(row.id),
  createdAt: new Date(createdAt).toISOString(),
  paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
})

function conditionOf({ search = '', status }: Omit<OrderQuestion, 'page'>): SQL {
  const wanted = search.trim()
  const isStatus = status ? sql`o.status = ${status}` : sql`true`
  if (wanted === '') return isStatus
  const id = isUuid(wanted) ? wanted : orderIdOf(wanted.toLowerCase())
  const isIt = id ? sql`(o.id = ${id}::uuid or o.user_id = ${id}::uuid)` : isOf(wanted)
  return sql`${isStatus} and ${isIt}`
}

/** By index, the accounts' orders too: joined by `or`, every order would be looked at. */
const isOf = (wanted: string): SQL =>
  sql`o.id in (select c.order_id from payment_captures c where c.provider in ${[...PAYMENT_PROVIDERS]} and c.transaction_id = ${wanted}
    union all select own.id from payment_orders own where own.user_id in (${accountsNamed(wanted)}))`
