// `/admin/users` (document 2 §2).
import { UsersPage } from '#features/admin/web/users/users-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['admin-users'])

export default function AdminUsers() {
  return <UsersPage />
}
