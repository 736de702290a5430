// The one auth state of this browser window, wired to the server, the storage and the other tabs, and how screens read it.
import { useMemo, useSyncExternalStore } from 'react'
import { setAccessTokenSource } from '#platform/web/http/api-link.ts'
import { queryClient } from '#platform/web/http/query-client.ts'
import { setWindowPerson } from '#platform/web/http/window-person.ts'
import { dropStrangersFile } from '#platform/web/waiting-file.ts'
import { isAuthenticated, userTypeOf } from '#rulebook/account/auth-state.ts'
import { CLIENT_DEFAULT_CREDITS } from '#rulebook/credits/credits.ts'
import { isAdmin } from '#rulebook/credits/tiers.ts'
import type { Profile } from '../../contract.ts'
import { authPort } from './auth-api.ts'
import { type AuthState, INITIAL_AUTH_STATE } from './auth-state.ts'
import { AuthStateStore } from './auth-state-store.ts'
import { browserSessionKeeper } from './stored-session.ts'

export const authStore = new AuthStateStore(authPort, browserSessionKeeper)

let isStarted = false

/** Called once by the root in the browser: from here on calls carry the token and the state follows. */
export function startAuth(): void {
  if (isStarted) return
  isStarted = true
  setAccessTokenSource((mustRefresh) => authStore.accessToken(mustRefresh))
  let seen: string | undefined | null = null
  authStore.subscribe(() => {
    const { user, error } = authStore.getState()
    if (user?.id !== seen) void dropStrangersFile(user?.id)
    seen = user?.id
    setWindowPerson(user?.id, error !== undefined)
  })
  // Answers that were read for one user must not be shown to the next. Not by `whenPersonLeaves`: that has nobody to name where a session ends whose
  // person was never known here.
  authStore.onSignedOut(() => queryClient.clear())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && authStore.isOutdated()) window.location.reload()
  })
  const resume = () => void (document.visibilityState === 'visible' && authStore.resume())
  window.addEventListener('focus', resume)
  window.addEventListener('online', resume)
  document.addEventListener('visibilitychange', resume)
  void authStore.initialize()
}

export interface Auth extends AuthState {
  /** True only when initialised and both user and profile exist. */
  readonly isAuthenticated: boolean
  /** `free` while there is no profile. */
  readonly userType: string
  /** 0 of 3 used until a profile is there (C-01): a first value, never shown as a balance. */
  readonly credits: Profile['credits']
  readonly isAdmin: boolean
  /** Throws the code `sign-out-failed`. */
  readonly signOut: (pageLeft?: Promise<void>) => Promise<void>
  readonly refreshProfile: () => Promise<void>
}

/** What the page still asks for would be refused when the session has ended; where it could not be ended, it is asked for again. */
function signOut(pageLeft?: Promise<void>): Promise<void> {
  void queryClient.cancelQueries()
  return authStore.signOut(pageLeft).catch((error) => {
    void queryClient.invalidateQueries()
    throw error
  })
}

export function authOf(state: AuthState): Auth {
  const signedIn = isAuthenticated(state)
  const account = state.profile && { userType: state.profile.user_type, status: state.profile.status }
  return {
    ...state,
    isAuthenticated: signedIn,
    userType: userTypeOf(state.profile),
    credits: state.profile?.credits ?? CLIENT_DEFAULT_CREDITS,
    isAdmin: signedIn && isAdmin(account),
    signOut,
    refreshProfile: authStore.refreshProfile,
  }
}

/** The auth state as a screen needs it; in prerendered pages the initial one. */
export function useAuth(): Auth {
  const state = useSyncExternalStore(authStore.subscribe, authStore.getState, () => INITIAL_AUTH_STATE)
  return useMemo(() => authOf(state), [state])
}
