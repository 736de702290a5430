// Asks the route guard before the page below is shown, and again whenever the visitor changes (document 1 §2 "Route guard").
import { Outlet } from 'react-router'
import { useRouteGuard } from '#features/account/web/use-route-guard.ts'
import type { Access } from '#rulebook/site-map.ts'
import { LoadingScreen } from './shell/loading-screen.tsx'

export function Guarded({ access }: { readonly access: Access }) {
  return useRouteGuard(access) ? <Outlet /> : <LoadingScreen />
}
