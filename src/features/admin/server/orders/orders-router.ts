import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { readOrders } from './read-orders.ts'

export function createOrdersRouter(parts: AdminParts, { orders }: AdminCalls) {
  return orders.router({ list: orders.list.handler(({ input }) => readOrders(parts.database.orm, input)) })
}
