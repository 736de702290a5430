// The auth routes answer in their own codes; here they become codes of our register. Apart, because no page needs them before something is refused.
import { codeOf } from '#platform/web/http/code-of.ts'
import { isKnownCode } from '#platform/web/http/error-message.ts'
import type { ErrorCode } from '#rulebook/errors/errors.ts'

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

/** `answer` is the body of the refusal. */
export function registerCodeOf(status: number, answer: unknown): ErrorCode {
  const code = codeOf(answer)
  if (isKnownCode(code)) return code as ErrorCode
  if (status === TOO_MANY_REQUESTS) return 'too-many-attempts'
  return (typeof code === 'string' && CODES[code]) || 'unexpected'
}
