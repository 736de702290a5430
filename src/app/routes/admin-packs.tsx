// `/admin/packs`: what is sold, and what it was before.
import { PacksPage } from '#features/admin/web/packs/packs-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-packs'])

export default function AdminPacks() {
  return <PacksPage />
}
