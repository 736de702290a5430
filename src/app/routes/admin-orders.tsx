// `/admin/orders`: orders, and what waits for a decision about money.
import { OrdersPage } from '#features/admin/web/orders/orders-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-orders'])

export default function AdminOrders() {
  return <OrdersPage />
}
