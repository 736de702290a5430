// The access token in the browser's storage, and the news of other tabs about it (document 1 §4; U-30). It lives for minutes;
// the session itself is a cookie that no script can read.
import { AUTH_TOKEN_KEY } from '#rulebook/pictures/browser-storage.ts'
import type { AuthUser, Session } from '../../contract.ts'
import { reportBrowserError } from './report-browser-error.ts'

export interface StoredSession {
  readonly access_token: string
  /** By this browser's own clock, milliseconds since 1970. */
  readonly expiresAtMs: number
  readonly user: AuthUser
}

/** One that ends sooner is not sent any more: it could end on its way. */
const USABLE_FOR_MS = 5_000

export const isUsable = (session: StoredSession): boolean => session.expiresAtMs - Date.now() > USABLE_FOR_MS

/** By this browser's own clock, which may be wrong but runs as fast as the server's. */
export const toStored = (session: Session): StoredSession => ({
  access_token: session.access_token,
  expiresAtMs: Date.now() + session.expires_in * 1000,
  user: session.user,
})

export interface SessionKeeper {
  read(): StoredSession | undefined
  write(session: StoredSession): void
  /** Sign-out: the token goes. */
  clear(): void
  /** All of the session storage of this tab. */
  clearPages(): void
  /** Calls with the new session, or undefined after a sign-out, whenever another tab changes it. */
  onOtherTab(listener: (session: StoredSession | undefined) => void): () => void
}

/** Browsers that forbid storage only lose the sharing between tabs and the quick start. */
export const browserSessionKeeper: SessionKeeper = {
  read: () => parse(attempt(() => localStorage.getItem(AUTH_TOKEN_KEY))),
  write: (session) => attempt(() => localStorage.setItem(AUTH_TOKEN_KEY, JSON.stringify(session))),
  clear: () => void attempt(() => localStorage.removeItem(AUTH_TOKEN_KEY)),
  clearPages: () => void attempt(() => sessionStorage.clear()),
  onOtherTab: (listener) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === AUTH_TOKEN_KEY) listener(parse(event.newValue))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    // Nobody can do anything about it, and signing in works without: no notice (document 1 §8).
    console.warn('The session could not be kept in this browser.', error)
    reportBrowserError('session-store', error)
    return undefined
  }
}

function parse(text: string | null | undefined): StoredSession | undefined {
  const value = attempt(() => JSON.parse(text ?? 'null')) as StoredSession | null | undefined
  const isWhole = typeof value?.access_token === 'string' && typeof value.expiresAtMs === 'number' && value.user?.id
  return isWhole ? value : undefined
}
