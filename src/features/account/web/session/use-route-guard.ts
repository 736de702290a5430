// The guard of a page: whether it may be shown now; otherwise the visitor is being redirected.
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isSignOutText } from '#rulebook/account/auth-texts.ts'
import { guardRedirect } from '#rulebook/site/guard.ts'
import type { Access } from '#rulebook/site/site-map.ts'
import { isProfileLate } from './auth-state.ts'
import { type Auth, authOf, authStore, useAuth } from './auth-store.ts'
import { checkRoute, type GuardedVisitor } from './route-guard.ts'

/** Somebody who was signed out is a plain visitor; an account that could not be read is a check that failed. */
const guarded = (auth: Auth): GuardedVisitor => ({
  ...auth,
  trouble: auth.session || !isSignOutText(auth.error) ? auth.error : undefined,
})

/**
 * True when the page may be shown. Also redirects when the user signs out or loses rights while the page is open. `isOpenUntilKnown`: a page that
 * shows nothing of anybody stands there before it is known who is looking (decision 0017), and is not taken from somebody signed in whose account
 * is late: on a slow network a photo was chosen by then, and the limits of C-38 are those of a navigation.
 */
export function useRouteGuard(access: Access, isOpenUntilKnown = false): boolean {
  const auth = useAuth()
  const navigate = useNavigate()
  const location = useLocation()
  const wanted = location.pathname + location.search + location.hash
  const mayShow = access === 'open' || (auth.initialized && guardRedirect(access, wanted, auth) === undefined)
  const standsOpen = isOpenUntilKnown && isProfileLate(auth)

  useEffect(() => {
    if (mayShow || standsOpen) return
    const leaving = new AbortController()
    checkRoute(access, wanted, () => guarded(authOf(authStore.getState())), leaving.signal).then(
      (address) => address !== undefined && navigate(address, { replace: true }),
      () => {}, // another page was opened meanwhile
    )
    return () => leaving.abort()
  }, [access, wanted, mayShow, standsOpen, navigate])

  return mayShow || standsOpen || (isOpenUntilKnown && !auth.initialized)
}
