// The auth state in the browser: its shape and its numbers (document 1 §3, §4, §7, §8, §9; C-01, C-38).
import { DEFAULT_USER_TYPE } from '../credits/tiers.ts'

export const PROFILE_STARTUP_TIMEOUT_MS = 8000
export const PROFILE_CHANGE_TIMEOUT_MS = 5000

/** As the auth provider knows the user (document 1 §3). */
export interface AuthenticatedUser {
  readonly id: string
  readonly email: string | null
  /** Present means verified. */
  readonly email_confirmed_at: string | null
  readonly phone: string | null
  readonly user_metadata: { readonly full_name?: string; readonly avatar_url?: string }
  readonly app_metadata: { readonly provider?: string }
}
/** user_profiles (document 1 §3, document 2 §3, C-29). */
export interface UserProfile {
  readonly id: string
  readonly username: string | null
  readonly initial_email: string | null
  readonly avatar_url: string | null
  readonly user_type: string
  readonly phone: string | null
  readonly phone_region: string | null
  readonly phone_verified: boolean
  readonly phone_verified_at: string | null
  readonly credits_used: number
  readonly credits_total: number
  readonly credits_remaining: number
  readonly status: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** True only when initialised and both user and profile exist. */
export const isAuthenticated = (state: {
  readonly initialized: boolean
  readonly user: object | undefined
  readonly profile: object | undefined
}): boolean => state.initialized && state.user !== undefined && state.profile !== undefined

/** Free when there is no profile. */
export const userTypeOf = (profile: Pick<UserProfile, 'user_type'> | undefined): string =>
  profile?.user_type ?? DEFAULT_USER_TYPE

/** A message that clears the state and signs the user out (document 1 §4). */
export const isAuthFailure = (message: string): boolean => /permission|JWT|token/i.test(message)

/** Said at a sign-in that keeps an account which was to end (decision 0058). */
export const DELETION_UNDONE_TEXT = '您已重新登录，账户不再删除'
