// Asks the route guard before the page below is shown, and again whenever the visitor changes (document 1 §2 "Route guard").
import { useDeferredValue } from 'react'
import { Outlet } from 'react-router'
import { useRouteGuard } from '#features/account/web/session/use-route-guard.ts'
import type { Access } from '#rulebook/site/site-map.ts'
import { LoadingScreen } from './shell/loading-screen.tsx'

interface GuardedProps {
  readonly access: Access
  /** The page shows nothing of anybody until it is known who is looking, and may stand there so long (decision 0017). */
  readonly isOpenUntilKnown?: boolean
}

export function Guarded({ access, isOpenUntilKnown }: GuardedProps) {
  const mayShow = useRouteGuard(access, isOpenUntilKnown)
  // The page comes in small steps, so that a slow processor answers meanwhile; it goes at once.
  const isShown = useDeferredValue(mayShow)
  return mayShow && isShown ? <Outlet /> : <LoadingScreen />
}
