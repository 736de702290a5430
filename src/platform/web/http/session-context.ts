// Who is using the page, as far as feature pages need to know it; `app` fills it from the holder of the session,
// so that no feature's browser side has to import another's.
import { createContext, useContext } from 'react'

export interface SessionView {
  readonly isAuthenticated: boolean
  /** Undefined for visitors; what a browser keeps for one person is never shown to another. */
  readonly userId?: string
  readonly userType: string
  /** Stored status of the account; null or undefined stands for the default. */
  readonly status?: string | null
  /** Undefined until the profile is loaded: nothing is ever guessed (C-01). */
  readonly creditsRemaining: number | undefined
  /** Reads the profile again, after something changed it on the server. Never rejects: where it cannot be read, what is shown stays. */
  readonly refreshProfile: () => Promise<void>
}

export const VISITOR_SESSION: SessionView = {
  isAuthenticated: false,
  userType: '',
  creditsRemaining: undefined,
  refreshProfile: async () => {},
}

export const SessionContext = createContext<SessionView>(VISITOR_SESSION)

export const useSessionView = (): SessionView => useContext(SessionContext)
