// `/admin/credit-pool` (document 2 §2).
import { PoolPage } from '#features/admin/web/statistics/pool-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-credit-pool'])

export default PoolPage
