// `/admin/runs`: runs of everybody, and the page of one.
import { RunsPage } from '#features/admin/web/runs/runs-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-runs'])

export default function AdminRuns() {
  return <RunsPage />
}
