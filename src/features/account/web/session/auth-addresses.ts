// Addresses between the auth pages that carry the wanted route along (document 1 §2; C-25, U-10).
import { safeRedirect } from '#rulebook/site/guard.ts'
import { PATHS } from '#rulebook/site/site-map.ts'

type AuthPath = typeof PATHS.login | typeof PATHS.register | typeof PATHS.callback

/** An auth page with the redirect query, where there is one. */
export const withRedirect = (path: AuthPath, redirect: string | null): string =>
  redirect ? `${path}?redirect=${encodeURIComponent(safeRedirect(redirect))}` : path

/** Where a provider sends the visitor back to: from login the wanted route, from registration the profile (C-25). */
export const providerReturn = (redirect: string | null): string => withRedirect(PATHS.callback, redirect)
export const SIGN_UP_RETURN = providerReturn(PATHS.profile)

export const forgotPasswordAddress = (email: string): string =>
  email ? `${PATHS.forgotPassword}?email=${encodeURIComponent(email)}` : PATHS.forgotPassword

/** Handed to the login page without the `email` query, because that one says "just confirmed" (C-21). */
export interface LoginPageState {
  readonly email?: string
  /** An email with a link is on its way there, and a sign-in waits for it. */
  readonly isProofSent?: boolean
}
