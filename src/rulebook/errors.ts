// The register of every error that the server throws or the browser meets: code → Chinese text. Topic files hold
// number, rule and message together; here they are only merged. The server throws codes, the browser shows `messageOf`.

import { ADMIN_ERRORS } from './admin.ts'
import { AUTH_ERRORS } from './auth-texts.ts'
import { AVATAR_ERRORS } from './avatar.ts'
import { BILLING_ERRORS } from './billing.ts'
import { ACTION_FAILED, DATABASE_ERRORS, DEFAULT_ACTION, databaseErrorCode } from './database-errors.ts'
import { EMAIL_CHANGE_ERRORS, EMAIL_ERRORS } from './email.ts'
import { ENGINE_ERRORS } from './engine-failures.ts'
import { fillText, type TextData } from './fill-text.ts'
import { EDGE_CLIENT_ERRORS } from './flow-errors.ts'
import { GUARD_ERRORS } from './guard.ts'
import { HISTORY_ERRORS } from './history.ts'
import { LOGIN_METHOD_ERRORS } from './login-methods.ts'
import { PASSWORD_ERRORS } from './password.ts'
import { PHONE_ERRORS } from './phone.ts'
import { PROFILE_ERRORS } from './profile.ts'
import { operationTimeoutText, PROCESSING_ERRORS } from './provider-failures.ts'
import { EXPORT_ERRORS } from './result-exports.ts'
import { JOB_ERRORS, START_GUARD_ERRORS } from './start-guards.ts'
import { SETTING_ERRORS } from './system-settings.ts'
import { TWO_FACTOR_ERRORS } from './two-factor.ts'
import { UPLOAD_ERRORS } from './upload.ts'
import { USERNAME_ERRORS } from './username.ts'
import { CODE_ERRORS } from './verification-code.ts'

export const GENERAL_ERRORS = {
  forbidden: DATABASE_ERRORS.RLS,
  'not-found': '内容不存在',
  'invalid-request': '请求内容不正确',
  unexpected: '服务暂时出现问题，请稍后重试',
} as const

export const ERROR_TEXTS = {
  ...GENERAL_ERRORS,
  ...DATABASE_ERRORS,
  ...START_GUARD_ERRORS,
  ...JOB_ERRORS,
  ...UPLOAD_ERRORS,
  ...PROCESSING_ERRORS,
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

/** The Chinese text of an error: by its code, else by the backend mapping, else `{action}失败` or the general text. */
export function messageOf(error: unknown, action?: string): string {
  if (typeof error !== 'object' || error === null) return fallbackText(action)
  const { code, data, message, name } = error as Record<'code' | 'data' | 'message' | 'name', unknown>
  if (isErrorCode(code)) return fillText(ERROR_TEXTS[code], isTextData(data) ? data : {})
  if (name === 'TimeoutError') return operationTimeoutText(action ?? DEFAULT_ACTION)
  if (name === 'TypeError' && isNetworkMessage(message)) return PROCESSING_ERRORS['network-failed']
  const databaseCode = databaseErrorCode({
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
  })
  return databaseCode ? DATABASE_ERRORS[databaseCode] : fallbackText(action)
}

/** The words with which Chromium, Firefox, Safari and Node say that there was no connection. */
const isNetworkMessage = (message: unknown): boolean => /fetch|network|load failed/i.test(String(message))

const isTextData = (data: unknown): data is TextData => typeof data === 'object' && data !== null

const fallbackText = (action: string | undefined): string =>
  action ? fillText(ACTION_FAILED, { action }) : GENERAL_ERRORS.unexpected
