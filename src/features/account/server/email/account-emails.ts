// Emails of the auth flows and where their links lead (document 1 §2, §7; C-21, C-26, C-33). Words stand in the rulebook.

import type { Mailer } from '#platform/server/mail/mailer.ts'
import type { Settings } from '#platform/server/settings.ts'
import { EMAIL_CHANGE_CONSENT } from '#rulebook/account/callback.ts'
import {
  type EmailKind,
  type EndedMethods,
  emailText,
  endedMethodsText,
  type MergedCredits,
  mergedCreditsText,
} from '#rulebook/account/email-texts.ts'
import type { TextData } from '#rulebook/fill-text.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { emailHtml } from './email-html.ts'

export interface AccountEmails {
  sendVerification(email: string, token: string): Promise<void>
  sendReset(email: string, token: string): Promise<void>
  /** To the holder of an address that somebody tried to register again. */
  sendAccountExists(email: string): Promise<void>
  /** To the old address: agrees to the new one. */
  sendEmailChangeConsent(email: string, newEmail: string, token: string): Promise<void>
  /** To the new address: proves that it is theirs. */
  sendEmailChangeProof(newEmail: string, token: string): Promise<void>
  sendPasswordChanged(email: string): Promise<void>
  sendAccountDeleted(email: string): Promise<void>
  /** When the account will end, in words. */
  sendDeletionAsked(email: string, time: string): Promise<void>
  sendDeletionUndone(email: string): Promise<void>
  sendNewDevice(email: string, signIn: NewDevice): Promise<void>
  /** A way to sign in came, changed or went. */
  sendPhoneChanged(email: string): Promise<void>
  sendTwoFactorChanged(email: string, isOn: boolean): Promise<void>
  /** A provider came or was taken away. */
  sendLoginMethodsChanged(email: string): Promise<void>
  sendPasskeysChanged(email: string): Promise<void>
  /** What was there before its owner was proven is gone (decision 0239). */
  sendEarlierWaysRemoved(email: string): Promise<void>
  /** To the address of the account that has taken another in. */
  sendOtherAccountMerged(email: string, mergedEmail: string, credits: MergedCredits): Promise<void>
  /** To the address of an account that became part of another. */
  sendAccountMerged(email: string, primaryEmail: string, merged: Merged): Promise<void>
  /** A code to type in; nothing to click. */
  sendCode(email: string, code: string): Promise<void>
}

/** In words. */
export type NewDevice = { readonly device: string; readonly time: string; readonly place: string }
type Merged = EndedMethods & { readonly credits: MergedCredits }

export function createAccountEmails(
  mailer: Mailer,
  settings: Pick<Settings, 'publicOrigin' | 'productName'>,
): AccountEmails {
  const { publicOrigin: origin, productName: product } = settings
  const send = (to: string, kind: EmailKind, link: string, email = to, more: TextData = {}): Promise<void> => {
    const { subject, text } = emailText(kind, { product, link, email, ...more })
    return mailer.send({ to, subject, text, html: emailHtml({ product, subject, text, link }) })
  }
  return {
    sendVerification: (email, token) => send(email, 'verifyEmail', verificationLink(origin, token, email)),
    sendReset: (email, token) => send(email, 'resetPassword', resetLink(origin, token)),
    sendEmailChangeConsent: (email, newEmail, token) =>
      send(email, 'changeEmailConsent', emailChangeLink(origin, token, CONSENT_CALLBACK), newEmail),
    sendEmailChangeProof: (newEmail, token) =>
      send(newEmail, 'changeEmail', emailChangeLink(origin, token, EMAIL_CHANGE_CALLBACK)),
    sendPasswordChanged: (email) => send(email, 'passwordChanged', origin + PATHS.forgotPassword),
    sendAccountDeleted: (email) => send(email, 'accountDeleted', origin + PATHS.landing),
    sendDeletionAsked: (email, time) => send(email, 'deletionAsked', origin + PATHS.login, email, { time }),
    sendDeletionUndone: (email) => send(email, 'deletionUndone', origin + PATHS.profileInfo),
    sendNewDevice: (email, signIn) => send(email, 'newDevice', origin + PATHS.profileInfo, email, { ...signIn }),
    sendPhoneChanged: (email) => send(email, 'phoneChanged', origin + PATHS.profileInfo),
    sendTwoFactorChanged: (email, isOn) =>
      send(email, isOn ? 'twoFactorOn' : 'twoFactorOff', origin + PATHS.profileInfo),
    sendLoginMethodsChanged: (email) => send(email, 'loginMethodsChanged', origin + PATHS.profileInfo),
    sendPasskeysChanged: (email) => send(email, 'loginMethodsChanged', origin + PATHS.profileInfo),
    sendEarlierWaysRemoved: (email) => send(email, 'earlierWaysRemoved', origin + PATHS.profileInfo),
    sendOtherAccountMerged: (email, mergedEmail, credits) =>
      send(email, 'otherAccountMerged', origin + PATHS.profileInfo, mergedEmail, { moved: mergedCreditsText(credits) }),
    sendAccountMerged: (email, primaryEmail, merged) =>
      send(email, 'accountMerged', origin + PATHS.login, primaryEmail, {
        moved: mergedCreditsText(merged.credits),
        ended: endedMethodsText(merged),
      }),
    sendCode: (email, code) => {
      const { subject, text } = emailText('code', { product, code })
      return mailer.send({ to: email, subject, text, html: emailHtml({ product, subject, text }) })
    },
    sendAccountExists: (email) => send(email, 'accountExists', origin + PATHS.login),
  }
}

/**
 * The link is confirmed by the server before the callback page opens, so `verified=true` in that page's query proves nothing by
 * itself and needs to prove nothing (C-21).
 */
export function verificationLink(origin: string, token: string, email: string): string {
  const callback = `${PATHS.callback}?${new URLSearchParams({ type: 'email_verification', verified: 'true', email })}`
  return `${origin}/api/auth/verify-email?${new URLSearchParams({ token, callbackURL: callback })}`
}

export const emailChangeCallback = (more: Readonly<Record<string, string>> = {}): string =>
  `${PATHS.callback}?${new URLSearchParams({ type: 'email_change', ...more })}`
const EMAIL_CHANGE_CALLBACK = emailChangeCallback()
/** With the consent alone nothing has changed yet, and the page must not say so. */
const CONSENT_CALLBACK = emailChangeCallback({ step: EMAIL_CHANGE_CONSENT })

const emailChangeLink = (origin: string, token: string, callbackURL: string): string =>
  `${origin}/api/auth/verify-email?${new URLSearchParams({ token, callbackURL })}`

/** Better Auth asks for the email of a new account and of a changed address in the same way; the target of its link distinguishes them. */
export const isEmailChange = (url: string): boolean =>
  new URL(url).searchParams.get('callbackURL')?.startsWith(EMAIL_CHANGE_CALLBACK) === true

/** The one-time token travels in two halves under the documents' two names; both are needed, and a hash reaches no server log. */
export function resetLink(origin: string, token: string): string {
  const half = Math.ceil(token.length / 2)
  const hash = new URLSearchParams({ access_token: token.slice(0, half), refresh_token: token.slice(half) })
  return `${origin}${PATHS.resetPassword}#${hash}`
}
