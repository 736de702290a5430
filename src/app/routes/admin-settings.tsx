// `/admin/settings` (document 2 §2): the settings, joined with what they change on every page.
import { useQueryClient } from '@tanstack/react-query'
import { AdminSettingsPage } from '#features/admin/web/settings/admin-settings-page.tsx'
import { siteStatusQuery } from '#features/site/web/site-client.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-settings'])

export default function AdminSettings() {
  const queryClient = useQueryClient()
  return (
    <AdminSettingsPage onChanged={() => void queryClient.invalidateQueries({ queryKey: siteStatusQuery.queryKey })} />
  )
}
