// `/profile/history` (document 1 §2).
import { HistoryPage } from '#features/history/web/history-page.tsx'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['profile-history'])

export default HistoryPage
