// Opens the admin session beside an admin's sign-in and reports what goes wrong with it, once each; the sign-in stays (document 1 §4, §6;
// document 2 §6). A sign-in that is too old for one is reported in the area itself, not to an admin who only views pictures.
import type { QueryClient } from '@tanstack/react-query'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError } from '#platform/web/ui/notices.tsx'
import { ADMIN_SESSION_EXPIRED_EVENT, ADMIN_TEXTS } from '#rulebook/admin/admin.ts'
import { routeOf } from '#rulebook/site/site-map.ts'
import { isSessionExpired } from './admin-client.ts'
import { adminSessionQuery } from './use-admin-session.ts'

/** Refusals that are no failure to create it: a sign-in that is too old, and an admin who is suspended. */
const isRefusal = (error: unknown): boolean => isSessionExpired(error) || codeOf(error) === 'guard-not-admin'

/** Until the signal fires: the admin signed out. */
export async function keepAdminSession(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  // Its own pages say it in their place, with the way to a new sign-in (admin-area.tsx).
  const notifyExpired = () => {
    if (routeOf(window.location.pathname).access !== 'admin') notifyError(messageOf({ code: 'admin-session-expired' }))
  }
  window.addEventListener(ADMIN_SESSION_EXPIRED_EVENT, notifyExpired, { signal })
  await queryClient.fetchQuery(adminSessionQuery).catch((error) => {
    if (!signal.aborted && !isRefusal(error)) notifyError(ADMIN_TEXTS.sessionCreateFailed)
  })
}
