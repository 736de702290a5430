// Better Auth over our tables (architecture §3 "Accounts"; document 1 §1, §7; C-24, C-32, C-33): passwords, sessions, provider
// sign-in, mail links and limits are its business; here it gets our tables, our rules and what to keep in step.
// TRAP: sign-up runs inside one database transaction, so nothing here but `after` hooks (they run after it) may use the database.
import type { BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import type { GenericOAuthConfig } from 'better-auth/plugins'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { SignUpWallPart } from '#platform/server/sign-up-wall-settings.ts'
import type { WechatSignInSettings } from '#platform/server/wechat-sign-in-settings.ts'
import { PROVIDER_ADDRESS_UNPROVEN } from '#rulebook/account/callback.ts'
import { EMAIL_LINK_MS } from '#rulebook/account/email-texts.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#rulebook/account/password.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { type AccountEmails, isEmailChange } from '../email/account-emails.ts'
import { isMailboxOpen } from '../login-methods/mailbox-entrance.ts'
import { CLOSED_PASSKEY_ROUTES, passkeyPlugin } from '../passkeys/passkey-plugin.ts'
import { phoneSignIn } from '../phone/phone-sign-in.ts'
import { removeAllDevices } from '../profile/device.store.ts'
import { authAccounts, authPasskeys, authSessions, authTwoFactors, authUsers, authVerifications } from '../tables.ts'
import { CLOSED_TWO_FACTOR_ROUTES, forgetTrustedBrowsers, twoFactorPlugins } from '../two-factor/two-factor.ts'
import type { VerificationCodes } from '../verification/verification-codes.ts'
import { addressLimits } from './address-limits.ts'
import { cutUnprovenTies, proveByReset } from './address-proof.ts'
import type { AskedLinks } from './asked-links.ts'
import { createAuthRules } from './auth-rules.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts'
import { cookieOptions } from './cookie-names.ts'
import { databaseHooks } from './database-hooks.ts'
import { makeChangeToken } from './email-change-links.ts'
import type { EmailChangeNotes } from './email-change-note.ts'
import { endEarlierOf, endResetTokens } from './end-reset-tokens.ts'
import { noteFailure } from './failed-database.ts'
import { knownSignIns } from './known-sign-in.ts'
import { createNotingAdapter } from './noting-adapter.ts'
import { originOfHost } from './own-origin.ts'
import { passwordHash } from './password-hash.ts'
import { notingEmails, type ProviderEmails } from './provider-emails.ts'
import { afterAuthRoute, beforeAuthRoute } from './sign-in-rules.ts'
import { WECHAT_PROVIDER, wechatSignIn } from './wechat.ts'

const SESSION_LIFETIME_S = 30 * 86_400
const SESSION_PROLONGED_AFTER_S = 86_400

/**
 * No address is joined to a provider by itself: a mailbox at the provider would walk round the password and the second factor (decision
 * 0050). Signed in and on purpose (login-methods.ts), any provider account may be tied.
 */
const LINKING = {
  enabled: true,
  disableImplicitLinking: true,
  allowDifferentEmails: true,
  // It knows no addresses; tying it is the owner's own wish.
  trustedProviders: [WECHAT_PROVIDER],
}

/** Routes that no screen uses yet; they would change things behind the back of our own tables. */
const CLOSED_ROUTES = [
  // These answer the tokens of all sessions to the page; our own calls name devices by id (device.store.ts).
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/update-user',
  '/delete-user',
  '/delete-user/callback',
  '/link-social',
  '/unlink-account',
  '/update-session',
  // These would reveal or change more than a screen needs, and try passwords without our limits.
  '/verify-password',
  '/set-password',
  '/list-accounts',
  '/get-access-token',
  '/refresh-token',
  '/account-info',
  ...CLOSED_TWO_FACTOR_ROUTES,
  ...CLOSED_PASSKEY_ROUTES,
]

export interface AuthParts {
  readonly database: Database
  readonly log: Log
  readonly publicOrigin: string
  readonly secret: string
  readonly providers: GenericOAuthConfig[]
  readonly wechat: WechatSignInSettings | undefined
  readonly providerEmails: ProviderEmails
  readonly limiter: RateLimiter
  readonly longLimiter: RateLimiter
  readonly clock: Clock
  readonly emails: AccountEmails
  readonly emailChanges: EmailChangeNotes
  readonly codes: VerificationCodes
  readonly signUpWall: readonly SignUpWallPart[]
  /** True when emails really leave the machine; only then an address must be confirmed (C-33). */
  readonly mailDelivers: boolean
  readonly onUserCreated: (user: { readonly id: string; readonly image?: string | null }) => Promise<void>
  /** Receives work that must not hold up an answer, for example emails. */
  readonly inBackground: (work: Promise<unknown>) => void
}

export function createAuth(parts: AuthParts) {
  const rules = createAuthRules(parts)
  return betterAuth({
    appName: 'huanying',
    baseURL: parts.publicOrigin,
    basePath: '/api/auth',
    secret: parts.secret,
    telemetry: { enabled: false },
    database: adapterOf(parts.database),
    trustedOrigins: (request) => trustedOrigins(parts.publicOrigin, request),
    ...mailAndPasswordOptions(rules),
    user: {
      additionalFields: {
        // Written by the database alone (migration 0008).
        emailConfirmedAt: { type: 'date', required: false, input: false },
        // Known when the row is written (database-hooks.ts), and of no concern to any page.
        ownerProvenAt: { type: 'date', required: false, input: false, returned: false },
        madeWithoutMail: { type: 'boolean', required: false, input: false, returned: false },
      },
      validateUserInfo: refuseUnprovenAddress,
      changeEmail: {
        enabled: true,
        // First the old address agrees, then the new one proves itself.
        sendChangeEmailConfirmation: async ({ user, newEmail, token }) => {
          await parts.emails.sendEmailChangeConsent(user.email, newEmail, await makeChangeToken(parts, user.id, token))
        },
      },
    },
    // Freshness is asked by our own calls (prove-owner.ts), by minutes and not by a day.
    session: { expiresIn: SESSION_LIFETIME_S, updateAge: SESSION_PROLONGED_AFTER_S, freshAge: 0 },
    account: { encryptOAuthTokens: true, accountLinking: LINKING },
    rateLimit: addressLimits(parts.limiter),
    disabledPaths: CLOSED_ROUTES,
    plugins: [
      ...(parts.providers.length > 0
        ? [genericOAuth({ config: parts.providers.map((config) => notingEmails(config, parts.providerEmails)) })]
        : []),
      ...(parts.wechat ? [wechatSignIn({ ...parts, settings: parts.wechat })] : []),
      phoneSignIn({ ...parts, addressProofs: rules.addressProofs }),
      ...twoFactorPlugins(parts.database),
      passkeyPlugin(parts.database),
      knownSignIns(rules),
    ],
    hooks: {
      before: beforeAuthRoute(rules),
      after: afterAuthRoute(rules),
    },
    databaseHooks: databaseHooks({ ...parts, addressProofs: rules.addressProofs }),
    advanced: {
      // Said aloud because the library drops both checks where NODE_ENV is `test`.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ...cookieOptions(parts.publicOrigin),
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      backgroundTasks: { handler: parts.inBackground },
    },
    ...errorOptions(parts),
  })
}
export type Auth = ReturnType<typeof createAuth>

/** An address that the provider never confirmed would go to the first who typed it there. */
function refuseUnprovenAddress({ user, source }: UserInfoToValidate): { error: string } | undefined {
  const isNewcomer = source.action === 'create-user' && source.method === 'oauth'
  const hasNone = source.method === 'oauth' && source.oauth?.providerId === WECHAT_PROVIDER
  return isNewcomer && !hasNone && user.emailVerified !== true ? { error: PROVIDER_ADDRESS_UNPROVEN } : undefined
}
type UserInfoToValidate = Parameters<NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>>[0]

const adapterOf = (database: Database) =>
  createNotingAdapter(database, (orm) =>
    drizzleAdapter(orm, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
        twoFactor: authTwoFactors,
        passkey: authPasskeys,
      },
    }),
  )

function trustedOrigins(publicOrigin: string, request: Request | undefined): string[] {
  const origin = request && originOfHost(request.headers, publicOrigin)
  return origin ? [publicOrigin, origin] : [publicOrigin]
}

function mailAndPasswordOptions(parts: AuthParts & { readonly askedLinks: AskedLinks }) {
  const { database, emails, mailDelivers, inBackground, clock, secret } = parts
  return {
    emailAndPassword: {
      enabled: true,
      password: passwordHash,
      minPasswordLength: PASSWORD_MIN_CHARACTERS,
      maxPasswordLength: PASSWORD_MAX_CHARACTERS,
      // Not the library's own demand, which would lock out accounts from before there was a mail account (guardNewSession). Without a session at once the
      // answer to an address that is taken stays the same as to a new one.
      autoSignIn: !mailDelivers,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: EMAIL_LINK_MS / 1000,
      onExistingUserSignUp: ({ user }) => emails.sendAccountExists(user.email),
      sendResetPassword: async ({ user, token }, request) => {
        if (!(await isMailboxOpen(database.orm, user.id))) return endResetTokens(database.orm, user.id)
        await endEarlierOf(database.orm, user.id, token, await parts.askedLinks.browserOf(request?.headers))
        await emails.sendReset(user.email, token)
      },
      onPasswordReset: async ({ user }) => {
        await proveByReset(database, user.id, clock.now())
        // Once more: somebody may have signed in with the old one before it went (new-password.ts).
        await database.orm.transaction((tx) => removeAllDevices(tx, user.id, clock.now()))
        await endResetTokens(database.orm, user.id)
        await forgetTrustedBrowsers(database, user.id)
        inBackground(emails.sendPasswordChanged(user.email))
      },
    },
    emailVerification: {
      expiresIn: EMAIL_LINK_MS / 1000,
      sendOnSignUp: mailDelivers,
      beforeEmailVerification: (user) => cutUnprovenTies(database.orm, user.id),
      sendVerificationEmail: async ({ user, url, token }) => {
        if (!isEmailChange(url)) return emails.sendVerification(user.email, token)
        await emails.sendEmailChangeProof(
          user.email,
          await makeChangeToken({ database, clock, secret }, user.id, token),
        )
      },
    },
  } satisfies Pick<BetterAuthOptions, 'emailAndPassword' | 'emailVerification'>
}

/** Callers' faults, which the library calls errors and writes with the value that was sent: of an origin stays what tells whose page it is. */
const FAULTS_OF_CALLERS = /^(?:Invalid \w+URL|Invalid origin: [^?#]{0,200}|Failed to parse state)/

function errorOptions({ log, publicOrigin }: AuthParts) {
  return {
    logger: {
      level: 'warn',
      log: (level, message) => {
        const [fault] = FAULTS_OF_CALLERS.exec(message) ?? []
        if (fault) log.warn({ part: 'auth' }, fault)
        else log[level]({ part: 'auth' }, message)
      },
    },
    onAPIError: {
      // Where a browser ends whose way back from a provider nobody knows: our page, not the library's English one.
      errorURL: publicOrigin + PATHS.callback,
      onError: (error) => {
        if (!isAPIError(error)) return noteFailure(error)
        // Refusals are answers, not faults.
        if (error.statusCode >= 500) log.error({ part: 'auth', err: error }, 'auth route failed')
      },
    },
  } satisfies Pick<BetterAuthOptions, 'logger' | 'onAPIError'>
}
