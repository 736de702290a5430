// The return point for email links and provider sign-in (document 1 §2, §8, §9; C-26, C-38, U-59).
import { AUTH_ERRORS } from './auth-texts.ts'

export const CALLBACK_TYPES = ['email_verification', 'email_change', 'password_reset'] as const
export type CallbackType = (typeof CALLBACK_TYPES)[number]
/** The `step` query of an email change's first link, to the old address (ours). */
export const EMAIL_CHANGE_CONSENT = 'consent'
/** What the server says of a change of address: the old address has agreed and an email is on its way to the new one; it is done. */
export const EMAIL_CHANGE_STEPS = ['consented', 'changed'] as const
export type EmailChangeStep = (typeof EMAIL_CHANGE_STEPS)[number]

export const CALLBACK_DELAYS_MS = {
  emailVerified: 3000,
  emailChanged: 2000,
  emailChangeFailed: 3000,
  providerSignedIn: 1500,
} as const
/** A provider return without a session after this long is an error. */
export const CALLBACK_SESSION_WAIT_MS = 5000
/** How often the session is asked for meanwhile; ours. */
export const CALLBACK_SESSION_POLL_MS = 500

/** The `error` query of a provider sign-up whose provider has not confirmed the address (ours; decision 0050). */
export const PROVIDER_ADDRESS_UNPROVEN = 'provider-address-unproven'

/** The `error` query of a change of address whose link was used before (ours). */
export const EMAIL_CHANGE_USED = 'email-change-used'

/** The `error` query of a link or a way back that met trouble of the service's own (ours). */
export const LINK_TROUBLE = 'unexpected'

/** Which text belongs to which case: U-59. */
export const CALLBACK_TEXTS = {
  failed: AUTH_ERRORS['sign-in-failed'],
  notAuthenticated: '登录验证失败，请重试',
  verificationFailed: '验证失败',
  verificationUnknown: '验证状态未知',
  emailMissing: '缺少邮箱参数',
  userUnreadable: AUTH_ERRORS['user-unreadable'],
  emailVerified: '邮箱验证成功，正在前往登录',
  emailChanged: '邮箱修改成功',
} as const

/** The problem of an email verification's query, or undefined when `verified=true` with an email. */
export function emailVerificationProblem(verified: string | null, email: string | null): string | undefined {
  if (verified === null) return CALLBACK_TEXTS.verificationUnknown
  if (verified !== 'true') return CALLBACK_TEXTS.verificationFailed
  return email ? undefined : CALLBACK_TEXTS.emailMissing
}
