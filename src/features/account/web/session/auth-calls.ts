// Sign-up, sign-in and what changes the way in (document 1 §7 "Auth"; U-06): called by a few pages, so no other page loads it.
import { repeatCall } from '#platform/web/http/repeat-call.ts'
import type { EmailChangeStep } from '#rulebook/account/callback.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import type { PROVIDER_METHOD_TYPES } from '#rulebook/account/login-methods.ts'
import { WORK_PROOF_HEADER } from '#rulebook/account/sign-up.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { WorkTask } from '../../contract.ts'
import { AuthCallError, answered, openAccountClient, post } from './auth-api.ts'

export type LoginProvider = (typeof PROVIDER_METHOD_TYPES)[number]

export const needsTwoFactor = (error: unknown): boolean =>
  error instanceof AuthCallError && error.code === 'two-factor-needed'

/** Returns whether the visitor is signed in now; otherwise an email with a link is on its way (C-22, C-33). */
export async function signUpWithPassword(email: string, password: string): Promise<{ readonly isSignedIn: boolean }> {
  const body = { email, password, name: '', acceptedTerms: TERMS_VERSION }
  const answer = (await postWithWork('/sign-up/email', body)) as { token?: string | null }
  return { isSignedIn: Boolean(answer.token) }
}

export async function signInWithPassword(email: string, password: string): Promise<void> {
  await postWithWork('/sign-in/email', { email, password })
}

/**
 * A browser that is asked to compute first (before a new account, while many strangers try one, or write to its mailbox) does; it says so by its waiting
 * only.
 */
async function postWithWork(
  path: string,
  body: { readonly email: string; readonly password?: string },
): Promise<unknown> {
  try {
    return await post(path, body)
  } catch (error) {
    const task = error instanceof AuthCallError && error.code === 'proof-needed' && workTaskIn(error.answer)
    if (!task) throw error
    const { solveWork } = await import('../phone/work-proof.ts')
    const proof = await solveWork(task, normalizeEmail(body.email))
    return post(path, body, { headers: { [WORK_PROOF_HEADER]: JSON.stringify(proof) } })
  }
}

const workTaskIn = (answer: unknown): WorkTask | undefined => (answer as { task?: WorkTask } | null)?.task

/** Leaves for the provider, who sends the visitor back to `callbackAddress`. */
export async function signInWithProvider(provider: LoginProvider, callbackAddress: string): Promise<void> {
  const body = { provider, callbackURL: callbackAddress, errorCallbackURL: callbackAddress }
  const answer = (await post('/sign-in/social', body)) as { url?: string }
  if (!answer.url) throw new AuthCallError('sign-in-failed', 502)
  window.location.assign(answer.url)
}

export async function sendVerificationEmail(email: string): Promise<void> {
  await postWithWork('/send-verification-email', { email })
}

export async function requestPasswordReset(email: string): Promise<void> {
  await postWithWork('/request-password-reset', { email })
}

/** `token` as it stood in the hash of the mailed link. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await post('/reset-password', { token, newPassword })
}

/** Ends every other session; this one goes on until the page signs out. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
}

/** Emails go to the old address first, then to the new one; the address changes with the second link. */
export async function changeEmail(newEmail: string): Promise<void> {
  await post('/change-email', { newEmail, callbackURL: `${PATHS.callback}?type=email_change` })
}

/** How far a change of address has come in this browser within the last minutes. */
export const readEmailChangeStep = (): Promise<EmailChangeStep | null> =>
  answered(repeatCall(() => openAccountClient.emailChangeStep()))
