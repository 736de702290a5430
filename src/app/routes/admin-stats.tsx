// `/admin/stats` (document 2 §2).
import { StatsPage } from '#features/admin/web/statistics/stats-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-stats'])

export default StatsPage
