// The shape of the auth state and the small things its store is made of (document 1 §3, §4; C-01).

import { messageOf } from '#platform/web/http/error-message.ts'
import { withDeadline } from '#platform/with-deadline.ts'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { GENERAL_ERRORS } from '#rulebook/errors/error-message.ts'
import type { AuthUser, Profile } from '../../contract.ts'
import type { StoredSession } from './stored-session.ts'

export interface AuthState {
  readonly user: AuthUser | undefined
  readonly profile: Profile | undefined
  readonly session: StoredSession | undefined
  readonly initialized: boolean
  readonly loading: boolean
  /** Chinese text. */
  readonly error: string | undefined
}

export const INITIAL_AUTH_STATE: AuthState = {
  user: undefined,
  profile: undefined,
  session: undefined,
  initialized: false,
  loading: false,
  error: undefined,
}

const LATE_TEXTS: readonly (string | undefined)[] = [
  undefined,
  AUTH_ERRORS['profile-timeout'],
  AUTH_ERRORS['profile-change-timeout'],
]

/** Somebody is signed in, and what is known of the account has not come yet: it is taken whenever it comes (C-38). */
export const isProfileLate = ({ user, profile, error }: AuthState): boolean =>
  user !== undefined && profile === undefined && LATE_TEXTS.includes(error)

/** A token is renewed this long before its end. */
export const RENEW_BEFORE_MS = 60_000
/** However short a token lives, it is not renewed more often than this. */
export const RENEW_AT_MOST_EVERY_MS = 10_000
export const endsSoon = (session: StoredSession): boolean => session.expiresAtMs - Date.now() < RENEW_BEFORE_MS

/** An error whose text is meant for people. */
class TextError extends Error {}

/** The text to store for an error; `otherwise` where the error itself says nothing. */
export function textOfError(error: unknown, otherwise?: string): string {
  if (error instanceof TextError) return error.message
  const text = messageOf(error)
  return text === GENERAL_ERRORS.unexpected ? (otherwise ?? text) : text
}

/** Rejects with the text when the work takes longer. */
export const within = <Result>(work: Promise<Result>, timeoutMs: number, text: string): Promise<Result> =>
  withDeadline(work, timeoutMs, () => new TextError(text))
