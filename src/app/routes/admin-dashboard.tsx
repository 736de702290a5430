// `/admin` (document 2 §2): the dashboard.
import { DashboardPage } from '#features/admin/web/statistics/dashboard-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-dashboard'])

export default DashboardPage
