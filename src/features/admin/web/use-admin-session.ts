// The admin session of this browser: opened once after the admin's profile has loaded (document 1 §4; U-25).
import { skipToken, useQuery } from '@tanstack/react-query'
import { momentText } from '#rulebook/calendar.ts'
import { adminClient } from './admin-client.ts'

export const ADMIN_SESSION_KEY = ['admin', 'session']

/** Pages of the back office wait for it; one that failed is tried again when the next page asks. */
export const useAdminSession = () =>
  useQuery({
    queryKey: ADMIN_SESSION_KEY,
    queryFn: ({ signal }) => adminClient.session.open(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** How pages write a moment: `2025-08-12 14:05` in the service's zone. */
export function useMomentText(): (moment: string | number) => string {
  // Only looks at what the area has opened already.
  const { data } = useQuery<{ readonly timeZone: string }>({ queryKey: ADMIN_SESSION_KEY, queryFn: skipToken })
  return (moment) => momentText(new Date(moment).getTime(), data?.timeZone)
}
