// `/profile/billing/order`: where the payment provider sends the buyer back to (decision 0080). Nothing else in the address is read.
import { useSearchParams } from 'react-router'
import { useAuth } from '#features/account/web/session/auth-store.ts'
import { OrderPage } from '#features/billing/web/order-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['profile-order'])

export default function OrderRoute() {
  const [query] = useSearchParams()
  const { refreshProfile } = useAuth()
  return <OrderPage orderId={query.get('order') ?? ''} onPaid={refreshProfile} />
}
