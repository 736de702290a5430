// The calls of sign-up, sign-in and sign-out (document 1 §7 "Auth"; U-06). The auth routes answer in their own codes; here they
// become codes of our register.
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink, openLink } from '#platform/web/http/api-link.ts'
import { isKnownCode, loadErrorTexts } from '#platform/web/http/error-message.ts'
import { http } from '#platform/web/http/http-helper.ts'
import { repeatCall } from '#platform/web/http/repeat-call.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { DELETION_UNDONE_TEXT } from '#rulebook/account/auth-state.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import type { PROVIDER_METHOD_TYPES } from '#rulebook/account/login-methods.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { ErrorCode } from '#rulebook/errors/errors.ts'
import { PROCESSING_ERRORS } from '#rulebook/runs/provider-failures.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { HTTP_TIMEOUT_MS } from '#rulebook/site/timing.ts'
import type { accountContract, SendSmsTask } from '../../contract.ts'
import type { AuthBackend } from './auth-backend.ts'
import { within } from './auth-state.ts'

type AccountClient = ContractRouterClient<typeof accountContract>
/** In the name of whoever is signed in. */
export const accountClient: AccountClient = apiClient(apiLink, ['account'])
/** Without a token: what visitors may ask, and the exchange of the cookie for a token. */
export const openAccountClient: AccountClient = apiClient(openLink, ['account'])

export type ProviderName = (typeof PROVIDER_METHOD_TYPES)[number]

/** A refusal of an auth route, with a code of our register. */
export class AuthCallError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly answer: unknown

  constructor(code: ErrorCode, status: number, answer?: unknown) {
    super(code)
    this.name = 'AuthCallError'
    this.code = code
    this.status = status
    this.answer = answer
  }
}

export const authBackend: AuthBackend = {
  getSession: async () => {
    const session = await answered(repeatCall(() => openAccountClient.session()))
    if (session?.deletion_undone) notifySuccess(DELETION_UNDONE_TEXT)
    return session
  },
  getProfile: () => answered(repeatCall(() => accountClient.profile.get())),
  signOut: async () => void (await post('/sign-out', {}, { keepalive: true })),
}

/** Whether the account got its present address in this browser within the last minutes. */
export const isEmailJustChanged = async (): Promise<boolean> =>
  (await answered(repeatCall(() => openAccountClient.session())))?.email_changed === true

/** A request that hangs must not keep the next one from being sent. */
const answered = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  within(call, HTTP_TIMEOUT_MS, PROCESSING_ERRORS['network-failed'])

/** Answers whether the visitor is signed in now; otherwise an email with a link is on its way (C-22, C-33). */
export async function signUpWithPassword(email: string, password: string): Promise<{ readonly isSignedIn: boolean }> {
  const body = { email, password, name: '', acceptedTerms: TERMS_VERSION }
  const answer = (await postWithWork('/sign-up/email', body)) as { token?: string | null }
  return { isSignedIn: Boolean(answer.token) }
}

export async function signInWithPassword(email: string, password: string): Promise<void> {
  await postWithWork('/sign-in/email', { email, password })
}

/** A browser that is asked to compute first (before a new account, or while many strangers try one) does; it says so by its waiting only. */
async function postWithWork(
  path: string,
  body: { readonly email: string; readonly password: string },
): Promise<unknown> {
  try {
    return await post(path, body)
  } catch (error) {
    const task = error instanceof AuthCallError && error.code === 'proof-needed' && workTaskIn(error.answer)
    if (!task) throw error
    const { solveSendSms } = await import('../phone/send-sms-proof.ts')
    const proof = await solveSendSms(task, normalizeEmail(body.email))
    return post(path, body, { headers: { 'x-work-proof': JSON.stringify(proof) } })
  }
}

const workTaskIn = (answer: unknown): SendSmsTask | undefined => (answer as { task?: SendSmsTask } | null)?.task

/** Leaves for the provider, who sends the visitor back to `callbackAddress`. */
export async function signInWithProvider(provider: ProviderName, callbackAddress: string): Promise<void> {
  const body = { provider, callbackURL: callbackAddress, errorCallbackURL: callbackAddress }
  const answer = (await post('/sign-in/social', body)) as { url?: string }
  if (!answer.url) throw new AuthCallError('sign-in-failed', 502)
  window.location.assign(answer.url)
}

export async function sendVerificationEmail(email: string): Promise<void> {
  await post('/send-verification-email', { email })
}

export async function requestPasswordReset(email: string): Promise<void> {
  await post('/request-password-reset', { email })
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

const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credentials',
  INVALID_EMAIL: 'email-shape',
  INVALID_PASSWORD: 'password-wrong',
  EMAIL_NOT_VERIFIED: 'email-unverified',
  USER_ALREADY_EXISTS: 'email-taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-taken',
  PASSWORD_TOO_SHORT: 'password-too-short',
  PASSWORD_TOO_LONG: 'password-too-long',
  PROVIDER_NOT_FOUND: 'provider-not-configured',
  INVALID_TOKEN: 'reset-link-invalid',
  INVALID_CODE: 'two-factor-code-wrong',
  INVALID_BACKUP_CODE: 'two-factor-recovery-wrong',
  INVALID_TWO_FACTOR_COOKIE: 'two-factor-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'two-factor-expired',
  ACCOUNT_TEMPORARILY_LOCKED: 'too-many-attempts',
  PASSKEY_NOT_FOUND: 'passkey-unknown',
  AUTHENTICATION_FAILED: 'passkey-failed',
  CHALLENGE_NOT_FOUND: 'passkey-failed',
}
const TOO_MANY_REQUESTS = 429

interface PostOptions {
  readonly keepalive?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * One of the auth routes; throws AuthCallError. `keepalive` finishes a request whose page goes away: who signs out and types another
 * address is signed out.
 */
export async function post(path: string, body: unknown, options: PostOptions = {}): Promise<unknown> {
  const response = await http.post(`/api/auth${path}`, body, { isOpen: true, ...options })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw await refusalOf(response.status, answer)
  // Every way in by password or phone may end here: nobody is signed in yet.
  if ((answer as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect)
    throw new AuthCallError('two-factor-needed', response.status)
  return answer
}

export const needsTwoFactor = (error: unknown): boolean =>
  error instanceof AuthCallError && error.code === 'two-factor-needed'

async function refusalOf(status: number, answer: unknown): Promise<AuthCallError> {
  await loadErrorTexts().catch(() => {}) // without a network the general text is said
  return new AuthCallError(codeOf(status, answer), status, answer)
}

function codeOf(status: number, answer: unknown): ErrorCode {
  const { code } = (answer ?? {}) as { code?: unknown }
  if (isKnownCode(code)) return code as ErrorCode
  if (status === TOO_MANY_REQUESTS) return 'too-many-attempts'
  return (typeof code === 'string' && CODES[code]) || 'unexpected'
}
