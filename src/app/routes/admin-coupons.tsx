// `/admin/coupons`: codes that give credits.
import { CouponsPage } from '#features/admin/web/coupons/coupons-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-coupons'])

export default function AdminCoupons() {
  return <CouponsPage />
}
