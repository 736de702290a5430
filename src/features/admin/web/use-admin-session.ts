// The admin session of this browser: opened once after the admin's profile has loaded (document 1 §4; U-25).
import { useQuery } from '@tanstack/react-query'
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
