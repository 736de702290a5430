// The admin session of this browser: opened once after the admin's profile has loaded (document 1 §4; U-25).
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ADMIN_SESSION_EXPIRED_EVENT } from '#rulebook/admin/admin.ts'
import { type AdminRole, mayCall } from '#rulebook/admin/admin-roles.ts'
import { momentText } from '#rulebook/site/calendar.ts'
import { adminClient, isSessionExpired } from './admin-client.ts'

export const adminSessionQuery = queryOptions({
  queryKey: ['admin', 'session'],
  queryFn: ({ signal }) => adminClient.session.open(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Pages of the back office wait for it; one that failed is tried again when the next page asks. */
export const useAdminSession = () => useQuery(adminSessionQuery)

/** True from the moment on in which only a new sign-in opens another. */
export function useAdminSessionExpired(): boolean {
  const { error } = useAdminSession()
  const [isExpired, setExpired] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener(ADMIN_SESSION_EXPIRED_EVENT, () => setExpired(true), listening)
    return () => listening.abort()
  }, [])
  return isExpired || isSessionExpired(error)
}

/** The service's time zone; undefined while no session was opened. Reading it opens none. */
export function useServiceZone(): string | undefined {
  const { data } = useQuery<{ readonly timeZone: string }>({ queryKey: adminSessionQuery.queryKey, queryFn: skipToken })
  return data?.timeZone
}

/** What this administrator may do; undefined while no session was opened. */
export function useAdminRole(): AdminRole | undefined {
  const { data } = useQuery<{ readonly role: AdminRole }>({ queryKey: adminSessionQuery.queryKey, queryFn: skipToken })
  return data?.role
}

/** Whether this administrator's role may make a call, like `users.list`: what it may not is not offered (decision 0108). */
export function useMayCall(): (call: string) => boolean {
  const role = useAdminRole()
  return (call) => role === undefined || mayCall(role, call)
}

/** How pages write a moment: `2025-08-12 14:05` in the service's zone. */
export function useMomentText(): (moment: string | number) => string {
  const timeZone = useServiceZone()
  return (moment) => momentText(new Date(moment).getTime(), timeZone)
}
