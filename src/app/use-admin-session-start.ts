// The admin session begins wherever on the site an admin's profile has loaded (document 1 §4; U-25). What it needs is fetched for admins only.
import { useEffect } from 'react'
import type { Auth } from '#features/account/web/session/auth-store.ts'
import { queryClient } from '#platform/web/http/query-client.ts'

export function useAdminSessionStart({ isAdmin, user }: Pick<Auth, 'isAdmin' | 'user'>): void {
  const adminId = isAdmin ? user?.id : undefined
  useEffect(() => {
    if (!adminId) return
    const leaving = new AbortController()
    import('#features/admin/web/keep-admin-session.ts').then(
      ({ keepAdminSession }) => keepAdminSession(queryClient, leaving.signal),
      () => {}, // no network: the pages of the area load their own
    )
    return () => leaving.abort()
  }, [adminId])
}
