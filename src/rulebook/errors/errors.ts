// The register of every error that the server throws or the browser meets: code → Chinese text. Topic files hold
// number, rule and message together; here they are only merged. The server throws codes, the browser shows `messageOf`.

import { AUTH_ERRORS } from '../account/auth-texts.ts'
import { AVATAR_ERRORS } from '../account/avatar.ts'
import { EMAIL_CHANGE_ERRORS, EMAIL_ERRORS } from '../account/email.ts'
import { LOGIN_METHOD_ERRORS } from '../account/login-methods.ts'
import { PASSKEY_ERRORS } from '../account/passkeys.ts'
import { PASSWORD_ERRORS } from '../account/password.ts'
import { PHONE_ERRORS } from '../account/phone.ts'
import { PROFILE_ERRORS } from '../account/profile.ts'
import { TERMS_ERRORS } from '../account/terms.ts'
import { TWO_FACTOR_ERRORS } from '../account/two-factor.ts'
import { USERNAME_ERRORS } from '../account/username.ts'
import { CODE_ERRORS } from '../account/verification-code.ts'
import { ADMIN_ERRORS } from '../admin/admin.ts'
import { ADMIN_EXPORT_ERRORS } from '../admin/exports.ts'
import { SETTING_ERRORS } from '../admin/system-settings.ts'
import { BILLING_ERRORS } from '../credits/billing-errors.ts'
import { COUPON_ERRORS } from '../credits/coupons.ts'
import { DISPUTE_ERRORS } from '../credits/disputes.ts'
import { INVOICE_ERRORS } from '../credits/invoices.ts'
import { ORDER_ERRORS } from '../credits/orders.ts'
import { PACK_ERRORS } from '../credits/pack-versions.ts'
import { REFUND_ERRORS } from '../credits/refunds.ts'
import { HISTORY_ERRORS } from '../history/history.ts'
import { ENGINE_ERRORS } from '../runs/engine-failures.ts'
import { PATCH_SPOT_ERRORS } from '../runs/patch-spots.ts'
import { PATCH_ERRORS } from '../runs/patches.ts'
import { CONSENT_ERRORS } from '../runs/provider-consent.ts'
import { EXPORT_ERRORS } from '../runs/result-exports.ts'
import { SHARE_ERRORS } from '../runs/shares.ts'
import { JOB_ERRORS, START_GUARD_ERRORS } from '../runs/start-guards.ts'
import { GUARD_ERRORS } from '../site/guard.ts'
import { LIMIT_ERRORS } from '../site/request-limits.ts'
import { FIRST_ERROR_TEXTS, messageFrom } from './error-message.ts'

export const ERROR_TEXTS = {
  ...FIRST_ERROR_TEXTS,
  ...START_GUARD_ERRORS,
  ...JOB_ERRORS,
  ...ENGINE_ERRORS,
  ...EXPORT_ERRORS,
  ...AUTH_ERRORS,
  ...GUARD_ERRORS,
  ...ADMIN_ERRORS,
  ...ADMIN_EXPORT_ERRORS,
  ...AVATAR_ERRORS,
  ...BILLING_ERRORS,
  ...EMAIL_CHANGE_ERRORS,
  ...EMAIL_ERRORS,
  ...HISTORY_ERRORS,
  ...LIMIT_ERRORS,
  ...LOGIN_METHOD_ERRORS,
  ...INVOICE_ERRORS,
  ...ORDER_ERRORS,
  ...PASSKEY_ERRORS,
  ...PATCH_ERRORS,
  ...PATCH_SPOT_ERRORS,
  ...PASSWORD_ERRORS,
  ...PHONE_ERRORS,
  ...PROFILE_ERRORS,
  ...COUPON_ERRORS,
  ...PACK_ERRORS,
  ...DISPUTE_ERRORS,
  ...REFUND_ERRORS,
  ...SETTING_ERRORS,
  ...SHARE_ERRORS,
  ...TERMS_ERRORS,
  ...TWO_FACTOR_ERRORS,
  ...USERNAME_ERRORS,
  ...CODE_ERRORS,
  ...CONSENT_ERRORS,
} as const
export type ErrorCode = keyof typeof ERROR_TEXTS

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_TEXTS, code)

/** The Chinese text of any error. Pages that must be light take `messageOf` of #platform/web/http/error-message.ts, which loads the register later. */
export const messageFromRegister = (error: unknown, action?: string): string => messageFrom(ERROR_TEXTS, error, action)
