// Two-factor by authenticator app (docs/decisions/0012): Better Auth's plugin, and around it what it leaves open: switching
// off and new recovery codes want a code beside the password, tries with a session are counted too, remembered browsers can be forgotten,
// and no code serves twice.
// Which sign-ins ask for a code the plugin decides, by their path: `/sign-in/email`, and `/sign-in/phone-number`, which codes by SMS and by mail
// take. Passkeys, Google, GitHub and WeChat do not (decisions 0012, 0047).
// The tries of a sign-in are counted by the plugin in the account's own row: across challenges, processes and restarts.
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint, isAPIError, sessionMiddleware } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { and, eq, exists, gt, like } from 'drizzle-orm'
import { CLOCKS_APART_MS } from '#platform/server/clock.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { countTry, restoreIfServiceFails } from '#platform/server/rate-limit/counted-tries.ts'
import type { RateLimit, RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { RECOVERY_CODE_COUNT, TRUSTED_BROWSER_DAYS } from '#rulebook/account/two-factor.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import { CREDENTIAL_PROVIDER } from '../login-methods/login-method.store.ts'
import { asAuthError } from '../sign-in/auth-error.ts'
import { readSession } from '../sign-in/failed-database.ts'
import { readProofs } from '../sign-in/session-proofs.ts'
import { endForGood } from '../sign-in/spent.store.ts'
import { authAccounts, authTwoFactors, authUsers, authVerifications } from '../tables.ts'
import { demandMayChangeFactors } from './admin-factors.ts'
import { spendStep, stepOfCode } from './totp-steps.ts'

/** Wrong passwords and codes on the security section; a right one sets the count back. */
const TRIES: RateLimit = { max: 10, windowMs: 15 * 60_000 }
const STATUS_PATH = '/two-factor/status'
const ENABLE_PATH = '/two-factor/enable'
const VERIFY_PATH = '/two-factor/verify-totp'
/** The plugin's cookie between password and code. */
const CHALLENGE_COOKIE = 'two_factor'
/** They change the second factor and so want one of its codes. */
const DISABLE_PATH = '/two-factor/disable'
const CODE_ROUTES = [DISABLE_PATH, '/two-factor/generate-backup-codes']
/** They compare a code with what is stored. */
const CHECKING_ROUTES = [VERIFY_PATH, '/two-factor/verify-backup-code', ...CODE_ROUTES]
/** No code by mail, and the secret is shown once only. */
export const CLOSED_TWO_FACTOR_ROUTES = ['/two-factor/send-otp', '/two-factor/verify-otp', '/two-factor/get-totp-uri']

const plugin = twoFactor({
  backupCodeOptions: { amount: RECOVERY_CODE_COUNT },
  trustDeviceMaxAge: TRUSTED_BROWSER_DAYS * 86_400,
  accountLockout: { enabled: true, maxFailedAttempts: TRIES.max, durationSeconds: TRIES.windowMs / 1000 },
})

export const twoFactorPlugins = (database: Database) => [plugin, twoFactorStatus(database)] as const

/** What the security section shows; `available` only with a password. */
const twoFactorStatus = (database: Database) =>
  ({
    id: 'two-factor-status',
    endpoints: {
      twoFactorStatus: createAuthEndpoint(STATUS_PATH, { method: 'GET', use: [sessionMiddleware] }, async (ctx) => {
        const userId = ctx.context.session.user.id
        const [password] = await database.orm
          .select({ id: authAccounts.id })
          .from(authAccounts)
          .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, CREDENTIAL_PROVIDER)))
        const [factor] = await database.orm.select().from(authTwoFactors).where(eq(authTwoFactors.userId, userId))
        if (!factor?.verified) return ctx.json({ available: password !== undefined, enabled: false, codesLeft: 0 })
        const codes = await decrypted(ctx, factor.backupCodes)
        const codesLeft = codes === undefined ? 0 : (JSON.parse(codes) as string[]).length
        return ctx.json({ available: true, enabled: true, codesLeft })
      }),
    },
  }) satisfies BetterAuthPlugin

/** Before the plugin's routes. Without a session this is the second step of a sign-in, which the plugin counts. */
export async function guardTwoFactor(
  ctx: GenericEndpointContext,
  path: string,
  { database, limiter, now }: { readonly database: Database; readonly limiter: RateLimiter; readonly now: () => Date },
): Promise<void> {
  if (!path.startsWith('/two-factor/') || path === STATUS_PATH) return
  const session = await readSession<{ twoFactorEnabled?: boolean }>(ctx)
  const owner = session?.user.id ?? (await challengedUser(ctx))
  if (owner) await endLockAhead(database, owner, now())
  const secret = owner && CHECKING_ROUTES.includes(path) ? await secretOf(ctx, database, owner) : undefined
  if (path === DISABLE_PATH && owner) keepFactorIfFailed(database, owner)
  if (path === VERIFY_PATH && !session) await demandUnusedCode(ctx, database, owner, secret)
  if (!session) return
  const { id: userId, twoFactorEnabled } = session.user
  if (!(await countTry(limiter, triesKey(userId), TRIES)))
    throw new APIError('TOO_MANY_REQUESTS', { code: 'too-many-attempts' })
  if (path === ENABLE_PATH) {
    const shown = await readProofs(database, session.session.id)
    await asAuthError(() => demandMayChangeFactors(database, userId, shown?.strongAt, now()))
  }
  if (path === VERIFY_PATH) await demandUnusedCode(ctx, database, userId, secret)
  if (!CODE_ROUTES.includes(path)) return
  if (!twoFactorEnabled) throw new APIError('BAD_REQUEST', { code: 'two-factor-off' })
  // First, so that a mistyped password spends no code.
  await ctx.context.password.checkPassword(userId, ctx)
  await demandCode(ctx, database, userId, secret)
}

/** Longer than the library locks: it did so before the clock was set back (decision 0236). */
async function endLockAhead({ orm }: Database, userId: string, now: Date): Promise<void> {
  const longest = new Date(now.getTime() + TRIES.windowMs + CLOCKS_APART_MS)
  await orm
    .update(authTwoFactors)
    .set({ lockedUntil: null, failedVerificationCount: 0 })
    .where(and(eq(authTwoFactors.userId, userId), gt(authTwoFactors.lockedUntil, longest)))
}

/**
 * The library marks the factor as off before it removes its row. If that fails in between, the row still holds and the mark is restored; what the
 * row contains: noting-adapter.ts.
 */
function keepFactorIfFailed({ orm }: Database, userId: string): void {
  const isOn = and(eq(authTwoFactors.userId, userId), eq(authTwoFactors.verified, true))
  restoreIfServiceFails(async () => {
    const factor = orm.select({ id: authTwoFactors.id }).from(authTwoFactors).where(isOn)
    await orm
      .update(authUsers)
      .set({ twoFactorEnabled: true })
      .where(and(eq(authUsers.id, userId), exists(factor)))
  })
}

async function demandCode(
  ctx: GenericEndpointContext,
  database: Database,
  userId: string,
  secret: string | undefined,
): Promise<void> {
  const code = codeIn(ctx)
  const call = { ...ctx, body: { code, disableSession: true }, asResponse: false, returnHeaders: false } as const
  // A recovery code has a hyphen: who has lost the phone must be able to switch the factor off.
  if (code.includes('-')) await plugin.endpoints.verifyBackupCode(call as never)
  else {
    await demandUnusedCode(ctx, database, userId, secret)
    await plugin.endpoints.verifyTOTP(call as never)
  }
}

/** Spends a right code before the plugin sees it; a wrong one is left to the plugin, which counts it. */
async function demandUnusedCode(
  ctx: GenericEndpointContext,
  database: Database,
  userId: string | undefined,
  secret: string | undefined,
): Promise<void> {
  if (!userId || secret === undefined) return
  const step = stepOfCode(secret, codeIn(ctx), Date.now())
  if (step !== undefined && !(await spendStep(database, userId, step)))
    throw new APIError('UNAUTHORIZED', { code: 'two-factor-code-used' })
}

/** Undefined without a factor. Throws where a lost SECRET encrypted it: that is not to sound like a wrong code (decision 0234). */
async function secretOf(ctx: GenericEndpointContext, database: Database, userId: string): Promise<string | undefined> {
  const [factor] = await database.orm.select().from(authTwoFactors).where(eq(authTwoFactors.userId, userId))
  if (!factor) return undefined
  const secret = await decrypted(ctx, factor.secret)
  if (secret === undefined) throw new APIError('FORBIDDEN', { code: 'two-factor-unreadable' })
  return secret
}

const decrypted = (ctx: GenericEndpointContext, data: string): Promise<string | undefined> =>
  symmetricDecrypt({ key: ctx.context.secretConfig, data }).catch(() => undefined)

/** Who has given the password in this browser and still owes the code. */
async function challengedUser(ctx: GenericEndpointContext): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE)
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret)
  if (!challenge) return undefined
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value
}

const codeIn = (ctx: GenericEndpointContext): string => (typeof ctx.body?.code === 'string' ? ctx.body.code : '')

interface AfterParts {
  readonly database: Database
  readonly limiter: RateLimiter
  readonly emails: Pick<AccountEmails, 'sendTwoFactorChanged'>
  readonly inBackground: (work: Promise<unknown>) => void
}

/** After the plugin's routes: the email, and no browser stays remembered of a factor that is gone. */
export async function afterTwoFactor(ctx: GenericEndpointContext, path: string, parts: AfterParts): Promise<void> {
  if (
    !path.startsWith('/two-factor/') ||
    path === STATUS_PATH ||
    isAPIError((ctx.context as { returned?: unknown }).returned)
  )
    return
  const user = ctx.context.session?.user as { id: string; email: string; twoFactorEnabled?: boolean } | undefined
  if (!user) return
  await parts.limiter.forget(triesKey(user.id))
  if (path === VERIFY_PATH && !user.twoFactorEnabled)
    parts.inBackground(parts.emails.sendTwoFactorChanged(user.email, true))
  if (path !== DISABLE_PATH) return
  await forgetTrustedBrowsers(parts.database, user.id)
  parts.inBackground(parts.emails.sendTwoFactorChanged(user.email, false))
}

/** Every browser is asked for the code again: after a new password, when the factor ends, and when an operator signs the person out. */
export async function forgetTrustedBrowsers(
  { orm }: { readonly orm: Database['orm'] | Transaction },
  userId: string,
): Promise<void> {
  const isTrust = and(eq(authVerifications.value, userId), like(authVerifications.identifier, 'trust-device-%'))
  await endForGood(orm, userId, (tx) => tx.delete(authVerifications).where(isTrust))
}

const triesKey = (userId: string): string => `two-factor:${userId}`
