// The text for the `error` query of /auth/callback (document 1 §2, §8; U-10, U-59): codes of the auth routes become texts, a text
// is shown as plain text, anything else is the general failure.
import { CALLBACK_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import {
  CALLBACK_TEXTS,
  EMAIL_CHANGE_USED,
  LINK_TROUBLE,
  PROVIDER_ADDRESS_UNPROVEN,
} from '#rulebook/account/callback.ts'
import { CODE_ERRORS } from '#rulebook/account/verification-code.ts'
import { isChinese } from '#rulebook/is-chinese.ts'
import { plainQueryText } from '#rulebook/site/guard.ts'

const TEXTS: Readonly<Record<string, string>> = {
  account_not_linked: CALLBACK_PAGE_TEXTS.notLinked,
  email_not_found: CALLBACK_PAGE_TEXTS.noAddress,
  [PROVIDER_ADDRESS_UNPROVEN]: CALLBACK_PAGE_TEXTS.addressUnproven,
  'account-banned': AUTH_ERRORS['account-banned'],
  'code-too-often': CODE_ERRORS['code-too-often'],
  // Links of a change of address alone answer it.
  'session-expired': CALLBACK_PAGE_TEXTS.changeLinkSignIn,
  [EMAIL_CHANGE_USED]: CALLBACK_PAGE_TEXTS.changeLinkUsed,
  INVALID_USER: CALLBACK_PAGE_TEXTS.changeLinkOfOther,
  TOKEN_EXPIRED: CALLBACK_PAGE_TEXTS.linkExpired,
}

export function callbackErrorText(error: string, type: string | null): string {
  if (error === LINK_TROUBLE) return type ? CALLBACK_PAGE_TEXTS.linkTrouble : CALLBACK_PAGE_TEXTS.returnTrouble
  if (error === 'TOKEN_EXPIRED' && type === 'email_change') return CALLBACK_PAGE_TEXTS.changeLinkExpired
  const known = Object.hasOwn(TEXTS, error) ? TEXTS[error] : undefined
  if (known) return known
  if (isChinese(error)) return plainQueryText(error)
  return type === 'email_verification' ? CALLBACK_TEXTS.verificationFailed : CALLBACK_TEXTS.failed
}
