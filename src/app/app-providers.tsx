// What every page may count on: queries, look, notices, and who is looking (architecture §4 "app").
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { startAuth, useAuth } from '#features/account/web/session/auth-store.ts'
import { queryClient } from '#platform/web/http/query-client.ts'
import { SessionContext } from '#platform/web/http/session-context.ts'
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'
import { useServiceWorker } from './offline/use-service-worker.ts'
import { VisitorContext } from './shell/visitor.ts'
import { visitorOf } from './shell/visitor-of-auth.ts'
import { shownColorScheme } from './shown-color-scheme.ts'
import { STARTED_EVENT } from './start/start-messages.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { useAdminSessionStart } from './use-admin-session-start.ts'
import { useAuthNotices } from './use-auth-notices.ts'

const noticeStack = lazyPart(() => import('./notice-stack.tsx'))

export function AppProviders({ children }: { readonly children: ReactNode }) {
  useEffect(() => void window.dispatchEvent(new Event(STARTED_EVENT)), [])
  useServiceWorker()
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} forceColorScheme={shownColorScheme()} cssVariablesResolver={cssVariablesResolver}>
        <Notices />
        <VisitorProvider>{children}</VisitorProvider>
      </MantineProvider>
    </QueryClientProvider>
  )
}

function Notices() {
  const part = useLazyPart(noticeStack)
  return part ? <part.NoticeStack /> : null
}

function VisitorProvider({ children }: { readonly children: ReactNode }) {
  const auth = useAuth()
  // Before all effects of pages: their calls are to carry the token.
  useLayoutEffect(startAuth, [])
  useAuthNotices(auth)
  useAdminSessionStart(auth)
  const visitor = useMemo(() => visitorOf(auth), [auth])
  const session = useMemo(
    () => ({
      isAuthenticated: auth.isAuthenticated,
      userId: auth.user?.id,
      userType: auth.userType,
      status: auth.profile?.status,
      creditsRemaining: auth.profile?.credits.remaining,
      refreshProfile: auth.refreshProfile,
    }),
    [auth],
  )
  return (
    <VisitorContext.Provider value={visitor}>
      <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
    </VisitorContext.Provider>
  )
}
