// An address that leads to another one; query and hash go along (document 2 §2; C-16, C-17, C-45, U-12).
// Where the site map asks for a login first, the guarded layout around this route has asked.
import { Navigate, useLocation } from 'react-router'
import { routeOf } from '#rulebook/site/site-map.ts'
import { NotFoundState } from '../shell/not-found-state.tsx'

export default function ForwardRoute() {
  const { pathname, search, hash, state } = useLocation()
  const target = routeOf(pathname).redirectTo
  return target ? <Navigate replace to={{ pathname: target, search, hash }} state={state} /> : <NotFoundState />
}
