// The register of every error that the server throws or the browser meets: code → Chinese text. Topic files hold
// number, rule and message together; here they are only merged. The server throws codes, the browser shows `messageOf`.

import { ADMIN_ERRORS } from './admin.ts'
import { AUTH_ERRORS } from './auth-texts.ts'
import { AVATAR_ERRORS } from './avatar.ts'
import { BILLING_ERRORS } from './billing.ts'
import { EMAIL_CHANGE_ERRORS, EMAIL_ERRORS } from './email.ts'
import { ENGINE_ERRORS } from './engine-failures.ts'
import { FIRST_ERROR_TEXTS, messageFrom } from './error-message.ts'
import { EDGE_CLIENT_ERRORS } from './flow-errors.ts'
import { GUARD_ERRORS } from './guard.ts'
import { HISTORY_ERRORS } from './history.ts'
import { LOGIN_METHOD_ERRORS } from './login-methods.ts'
import { PASSWORD_ERRORS } from './password.ts'
import { PHONE_ERRORS } from './phone.ts'
import { PROFILE_ERRORS } from './profile.ts'
import { EXPORT_ERRORS } from './result-exports.ts'
import { JOB_ERRORS, START_GUARD_ERRORS } from './start-guards.ts'
import { SETTING_ERRORS } from './system-settings.ts'
import { TWO_FACTOR_ERRORS } from './two-factor.ts'
import { USERNAME_ERRORS } from './username.ts'
import { CODE_ERRORS } from './verification-code.ts'

export const ERROR_TEXTS = {
  ...FIRST_ERROR_TEXTS,
  ...START_GUARD_ERRORS,
  ...JOB_ERRORS,
  ...EDGE_CLIENT_ERRORS,
  ...ENGINE_ERRORS,
  ...EXPORT_ERRORS,
  ...AUTH_ERRORS,
  ...GUARD_ERRORS,
  ...ADMIN_ERRORS,
  ...AVATAR_ERRORS,
  ...BILLING_ERRORS,
  ...EMAIL_CHANGE_ERRORS,
  ...EMAIL_ERRORS,
  ...HISTORY_ERRORS,
  ...LOGIN_METHOD_ERRORS,
  ...PASSWORD_ERRORS,
  ...PHONE_ERRORS,
  ...PROFILE_ERRORS,
  ...SETTING_ERRORS,
  ...TWO_FACTOR_ERRORS,
  ...USERNAME_ERRORS,
  ...CODE_ERRORS,
} as const
export type ErrorCode = keyof typeof ERROR_TEXTS

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_TEXTS, code)

/** The Chinese text of any error. Pages that must be light take `messageOf` of #platform/web/error-message.ts instead. */
export const messageOf = (error: unknown, action?: string): string => messageFrom(ERROR_TEXTS, error, action)
