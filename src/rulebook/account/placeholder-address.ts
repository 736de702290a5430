// Accounts of people whose provider knows no email address (WeChat): the database wants an address of every account, so theirs has one under a
// name that no mail can reach (RFC 6761, `.invalid`). It is nobody's address: it is never shown, never written to and never typed.
import { LOGIN_METHOD_LABELS } from './login-methods.ts'

export const PLACEHOLDER_DOMAIN = 'placeholder.invalid'

export const isPlaceholderAddress = (email: string): boolean =>
  email.trim().toLowerCase().endsWith(`.${PLACEHOLDER_DOMAIN}`)

/** The address that a person has given, or null. */
export const realAddress = (email: string | null): string | null =>
  email === null || isPlaceholderAddress(email) ? null : email

/** How an account is named to its owner. */
export const accountName = (email: string): string => realAddress(email) ?? `${LOGIN_METHOD_LABELS.wechat}账户`
