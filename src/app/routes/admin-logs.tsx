// `/admin/logs` (document 2 §2).
import { LogsPage } from '#features/admin/web/logs/logs-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-logs'])

export default function AdminLogs() {
  return <LogsPage />
}
