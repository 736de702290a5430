// Accounts as both sides see them (document 1 §3, §7). Password, provider and mail flows are Better Auth's routes below
// `/api/auth/*`; here stand the short-lived access token and the profile.
import { z } from 'zod'
import { publicProcedure, signedInProcedure, uncountedProcedure } from '#platform/procedures.ts'
import { EMAIL_CHANGE_STEPS } from '#rulebook/account/callback.ts'
import { LOGIN_METHOD_TYPES, PROVIDER_METHOD_TYPES } from '#rulebook/account/login-methods.ts'
import {
  BROWSER_ERROR_MESSAGE_MAX_CHARACTERS,
  BROWSER_ERROR_NAME_MAX_CHARACTERS,
  BROWSER_ERROR_PLACES,
} from '#rulebook/errors/browser-errors.ts'
import { emailMethodContract } from './email-method-contract.ts'
import { accountOptions } from './options-contract.ts'
import { preferencesContract } from './preferences-contract.ts'
import { securityEvent } from './security-event-contract.ts'

/** The authenticated user by the documents (document 1 §3). */
export const authUser = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  email_confirmed_at: z.iso.datetime().nullable(),
  phone: z.string().nullable(),
  user_metadata: z.object({ full_name: z.string().optional(), avatar_url: z.string().optional() }),
  app_metadata: z.object({ provider: z.string() }),
})

/** The access token is a JWT of a few minutes; the long-lived session stays in an HttpOnly cookie (architecture §3). */
export const session = z.object({
  access_token: z.string(),
  expires_at: z.iso.datetime(),
  /** The same in seconds from now, because the browser's clock may be wrong. */
  expires_in: z.int(),
  user: authUser,
  /** This sign-in has undone the wish to end the account. */
  deletion_undone: z.boolean().optional(),
})

export const profile = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  initial_email: z.string().nullable(),
  avatar_url: z.string().nullable(),
  user_type: z.string(),
  status: z.string().nullable(),
  phone: z.string().nullable(),
  phone_region: z.string().nullable(),
  phone_verified: z.boolean(),
  phone_verified_at: z.iso.datetime().nullable(),
  credits: z.object({ used: z.int(), total: z.int(), remaining: z.int() }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** The present terms still want their yes; absent where it was not asked. */
  terms_due: z.boolean().optional(),
})

/** What a person whose address is taken can do instead (document 1 §2 register; U-44). */
export const accountSuggestion = z.object({
  type: z.enum(['google', 'github', 'email', 'reset']),
  action: z.enum(['google_login', 'github_login', 'email_login', 'reset_password']),
})

/** A living session as its owner recognises it; null where the browser or the address says nothing. */
export const device = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Network part of the address. */
  place: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  /** To within the life of an access token. */
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})

/** Work to do before a code is sent by SMS, or a sign-up: see server/phone/work-proof.ts. */
export const workTask = z.object({ task: z.string(), bits: z.int(), ticket: z.string() })
export const workProof = z.object({ ticket: z.string().max(1000), nonce: z.int().min(0) })

const phoneNumber = z.string().max(40)
const typedCode = z.string().max(40)
const currentPassword = z.string().max(200).optional()
const done = z.object({})

/** Binding wants the session cookie beside the bearer token, and a proof of the owner (prove-owner.ts). */
const phoneContract = {
  task: publicProcedure.route({ method: 'POST', path: '/account/phone/task' }).output(workTask),
  sendBindCode: signedInProcedure
    .route({ method: 'POST', path: '/account/phone/bind-code' })
    .input(z.object({ phone: phoneNumber, proof: workProof, password: currentPassword }))
    .output(done),
  /** Replaces the number that was bound before. Refuses one of another account with `phone-taken`; its code stays good for a merge. */
  confirm: signedInProcedure // TRAP: a call named `bind` is not reachable, its client would be Function's own
    .route({ method: 'POST', path: '/account/phone/confirm' })
    .input(z.object({ phone: phoneNumber, code: typedCode }))
    .output(profile),
  /** Answers alike for every number; the sign-in itself is Better Auth's route `/sign-in/phone-number`. */
  sendLoginCode: publicProcedure
    .route({ method: 'POST', path: '/account/phone/login-code' })
    .input(z.object({ phone: phoneNumber, proof: workProof }))
    .output(done),
}

/** A code by mail instead of the password; the sign-in itself is Better Auth's route `/sign-in/phone-number` with `email`. */
const emailCodeContract = {
  /** Answers alike for every address. */
  send: publicProcedure
    .route({ method: 'POST', path: '/account/email-code' })
    .input(z.object({ email: z.string().max(254) }))
    .output(done),
}

/** A code by mail instead of the reset link, for reading mail on another device. */
const recoveryContract = {
  /** Answers alike for every address. */
  sendCode: publicProcedure
    .route({ method: 'POST', path: '/account/recovery/code' })
    .input(z.object({ email: z.string().max(254) }))
    .output(done),
  /** The two halves of a reset token, as the mailed link carries them. */
  check: publicProcedure
    .route({ method: 'POST', path: '/account/recovery/check' })
    .input(z.object({ email: z.string().max(254), code: typedCode }))
    .output(z.object({ access_token: z.string(), refresh_token: z.string() })),
}

export const accountContract = {
  /** Reads only the session cookie, every other call the bearer token; null for a visitor. Asked from our own pages only. */
  session: publicProcedure.route({ method: 'POST', path: '/account/session' }).output(session.nullable()),
  /** Where a change of address in this browser stands, within the last minutes (decisions 0180, 0195). */
  emailChangeStep: publicProcedure
    .route({ method: 'GET', path: '/account/email-change-step' })
    .output(z.enum(EMAIL_CHANGE_STEPS).nullable()),
  preferences: preferencesContract,
  /** What this service has configured: screens claim nothing else (C-24, C-33). */
  options: publicProcedure.route({ method: 'GET', path: '/account/options' }).output(accountOptions),
  suggestions: publicProcedure
    .route({ method: 'POST', path: '/account/suggestions' })
    .input(z.object({ email: z.string().max(254) }))
    .output(z.object({ exists: z.boolean(), suggestions: z.array(accountSuggestion) })),
  profile: {
    /** Creates the profile (and the free credits) when it is missing. */
    get: signedInProcedure.route({ method: 'GET', path: '/account/profile' }).output(profile),
    update: signedInProcedure
      .route({ method: 'PATCH', path: '/account/profile' })
      .input(z.object({ username: z.string().max(100).optional() }))
      .output(profile),
  },
  /** The yes to the terms and the privacy policy that the page showed; refused when they have changed since. */
  acceptTerms: signedInProcedure
    .route({ method: 'POST', path: '/account/terms' })
    .input(z.object({ version: z.string().max(40) }))
    .output(profile),
  /** Newest first. */
  securityEvents: signedInProcedure
    .route({ method: 'GET', path: '/account/security-events' })
    .output(z.array(securityEvent)),
  /** Recorded in the service's log, a few per address; the answer is empty. */
  reportBrowserError: publicProcedure
    .route({ method: 'POST', path: '/account/browser-errors' })
    .input(
      z.object({
        place: z.enum(BROWSER_ERROR_PLACES),
        name: z.string().max(BROWSER_ERROR_NAME_MAX_CHARACTERS),
        message: z.string().max(BROWSER_ERROR_MESSAGE_MAX_CHARACTERS),
      }),
    )
    .output(done),
  phone: phoneContract,
  emailCode: emailCodeContract,
  recovery: recoveryContract,
  /** These want the session cookie beside the bearer token: a stolen access token neither lists nor ends sessions. */
  devices: {
    list: signedInProcedure.route({ method: 'GET', path: '/account/devices' }).output(z.array(device)),
    remove: uncountedProcedure
      .route({ method: 'POST', path: '/account/devices/{id}/sign-out' })
      .input(z.object({ id: z.uuid() }))
      .output(z.object({ removed: z.int() })),
    removeOthers: uncountedProcedure
      .route({ method: 'POST', path: '/account/devices/sign-out-others' })
      .output(z.object({ removed: z.int() })),
  },
}

/** An active way to sign in. */
export const loginMethod = z.object({
  id: z.uuid(),
  type: z.enum(LOGIN_METHOD_TYPES),
  display: z.string(),
  verified: z.boolean(),
  isPrimary: z.boolean(),
  createdAt: z.iso.datetime(),
})
const loginMethods = z.object({
  methods: z.array(loginMethod),
  /** What changes a method wants the password; accounts without one need a sign-in of the last minutes. */
  needsPassword: z.boolean(),
  /** What is mailed to the account's address may open it: not once its owner took that away (LOGINM-02). */
  mailOpens: z.boolean(),
})

/** These want the session cookie beside the bearer token, and a proof of the owner (prove-owner.ts). */
export const loginMethodContract = {
  list: signedInProcedure.route({ method: 'GET', path: '/account/login-methods' }).output(loginMethods),
  /** Where the browser goes to sign in at the provider; it comes back to the profile with `error` in the query when it failed. */
  link: signedInProcedure
    .route({ method: 'POST', path: '/account/login-methods/link' })
    .input(z.object({ provider: z.enum(PROVIDER_METHOD_TYPES), password: currentPassword }))
    .output(z.object({ address: z.url() })),
  unbind: signedInProcedure
    .route({ method: 'POST', path: '/account/login-methods/{id}/unbind' })
    .input(z.object({ id: z.uuid(), password: currentPassword }))
    .output(loginMethods),
  makePrimary: signedInProcedure
    .route({ method: 'POST', path: '/account/login-methods/{id}/primary' })
    .input(z.object({ id: z.uuid() }))
    .output(loginMethods),
  email: emailMethodContract,
}

export const passkey = z.object({
  id: z.uuid(),
  /** The password manager or the device that made it; null when it does not say. */
  name: z.string().nullable(),
  isSynced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
const passkeys = z.object({
  passkeys: z.array(passkey),
  /** As of the login methods. */
  needsPassword: z.boolean(),
})
/** What `navigator.credentials` takes and gives, as JSON (WebAuthn level 3); the authenticator's own words are checked by the library. */
const credentialJson = z.record(z.string(), z.unknown())

/** These want the session cookie beside the bearer token; what adds or removes, a proof of the owner, too. Signing in is Better Auth's. */
export const passkeyContract = {
  list: signedInProcedure.route({ method: 'GET', path: '/account/passkeys' }).output(passkeys),
  /** What the browser is to ask its authenticator for; a cookie ties the answer to this browser for five minutes. */
  begin: signedInProcedure
    .route({ method: 'POST', path: '/account/passkeys/begin' })
    .input(z.object({ password: currentPassword }))
    .output(credentialJson),
  add: signedInProcedure
    .route({ method: 'POST', path: '/account/passkeys' })
    .input(z.object({ response: credentialJson }))
    .output(passkeys),
  remove: signedInProcedure
    .route({ method: 'POST', path: '/account/passkeys/{id}/remove' })
    .input(z.object({ id: z.uuid(), password: currentPassword }))
    .output(passkeys),
}

/** The step of merging that the browser is in: at the primary account, on the way to the other one, or there. */
export const mergeState = z.discriminatedUnion('step', [
  z.object({ step: z.literal('begin') }),
  z.object({ step: z.literal('sign-in'), primary: z.string() }),
  z.object({
    step: z.literal('confirm'),
    primary: z.string(),
    merged: z.string(),
    uploads: z.int(),
    records: z.int(),
    credits: z.int(),
    /** Free credits of a sign-up that do not come along. */
    freeCreditsLeft: z.int(),
    /** Credits of campaigns that the primary account has redeemed, too. */
    campaignCreditsLeft: z.int(),
    bills: z.int(),
    losesPassword: z.boolean(),
    losesPhone: z.boolean(),
  }),
])

/** Merging another account into one (document 1 §4; U-46): begun at the primary account, confirmed at the other one (merge-router.ts). */
export const mergeContract = {
  begin: signedInProcedure
    .route({ method: 'POST', path: '/account/merge' })
    .input(z.object({ password: currentPassword }))
    .output(done),
  state: signedInProcedure.route({ method: 'GET', path: '/account/merge' }).output(mergeState),
  confirm: signedInProcedure
    .route({ method: 'POST', path: '/account/merge/confirm' })
    .output(z.object({ primaryEmail: z.string() })),
  cancel: uncountedProcedure.route({ method: 'POST', path: '/account/merge/cancel' }).output(done),
}

export type SecurityEvent = z.infer<typeof securityEvent>
export type MergeState = z.infer<typeof mergeState>
export type LoginMethod = z.infer<typeof loginMethod>
export type Passkey = z.infer<typeof passkey>
export type Passkeys = z.infer<typeof passkeys>
export type LoginMethods = z.infer<typeof loginMethods>
export type AuthUser = z.infer<typeof authUser>
export type Session = z.infer<typeof session>
export type Profile = z.infer<typeof profile>
export type WorkTask = z.infer<typeof workTask>
export type WorkProof = z.infer<typeof workProof>
export type Device = z.infer<typeof device>
export type AccountSuggestion = z.infer<typeof accountSuggestion>
