// Asks the route guard before the page below is shown, and again whenever the visitor changes (document 1 §2 "Route guard").
import { type ReactNode, useDeferredValue } from 'react'
import { Outlet } from 'react-router'
import { useRouteGuard } from '#features/account/web/use-route-guard.ts'
import type { Access } from '#rulebook/site-map.ts'
import { LoadingScreen } from './shell/loading-screen.tsx'

interface GuardedProps {
  readonly access: Access
  /** Stands there until the guard has answered; the general wait unless given. */
  readonly waiting?: ReactNode
}

export function Guarded({ access, waiting = <LoadingScreen /> }: GuardedProps) {
  const mayShow = useRouteGuard(access)
  // The page comes in small steps, so that a slow processor answers meanwhile; it goes at once.
  const isShown = useDeferredValue(mayShow)
  return mayShow && isShown ? <Outlet /> : waiting
}
