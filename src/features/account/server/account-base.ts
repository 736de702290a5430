// What the routers and routes of accounts have in common: the auth routes, emails, codes, limits, and who somebody is.
import type { Engine } from '#engine/engine-types.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isConnectionLost } from '#platform/server/database/lost-connection.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import { createLongRateLimiter, createRateLimiter, type RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { SmsSender } from '#platform/server/sms/sms-sender.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { untilDone } from '#platform/server/until-done.ts'
import type { NoteAdminChange } from './appoint-admins.ts'
import { type AccountEmails, createAccountEmails } from './email/account-emails.ts'
import { type Proof, proveOwner } from './login-methods/prove-owner.ts'
import type { OwnedPart } from './merge/owned-part.ts'
import { takeFirstPicture } from './profile/first-picture.ts'
import { getOrCreateProfile, type OnSignUp } from './profile/profile.store.ts'
import { notingEmails } from './security/noting-emails.ts'
import { noteSecurityEventOf } from './security/security-event.store.ts'
import { type AccessTokens, createAccessTokens } from './sign-in/access-token.ts'
import { type Auth, createAuth } from './sign-in/auth.ts'
import { createEmailChangeNotes, type EmailChangeNotes } from './sign-in/email-change-note.ts'
import { createProviderEmails } from './sign-in/provider-emails.ts'
import { readProviders } from './sign-in/providers.ts'
import { readProofs, type SignInProofs } from './sign-in/session-proofs.ts'
import { WECHAT_PROVIDER } from './sign-in/wechat.ts'
import { demandMayChangeFactors } from './two-factor/admin-factors.ts'
import { createVerificationCodes, type VerificationCodes } from './verification/verification-codes.ts'

/** Behind an answer that was given: a restart of the database takes seconds. */
const NOTE_TRIES = 7

interface SignIn extends Pick<SignInProofs, 'at' | 'strongAt'> {
  readonly id: string
}

export type AccountSettings = Pick<
  Settings,
  | 'publicOrigin'
  | 'productName'
  | 'secret'
  | 'publicApiKey'
  | 'google'
  | 'github'
  | 'wechat'
  | 'avatarGeneratorUrl'
  | 'signUpWall'
  | 'timeZone'
  | 'startupAdminEmail'
> &
  Partial<Pick<Settings, 'previousSecret'>>

export interface AccountParts {
  readonly database: Database
  readonly settings: AccountSettings
  readonly mailer: Mailer
  /** Undefined while no SMS account is configured. */
  readonly sms: SmsSender | undefined
  /** Keeps the avatars. */
  readonly storage: ObjectStorage
  /** Draws the avatars. */
  readonly engine: Pick<Engine, 'drawSquare'>
  readonly tempRoot: string
  readonly log: Log
  readonly clock: Clock
  readonly onSignUp: OnSignUp
  readonly noteAdminChange: NoteAdminChange
  /** What other features keep of an account; moved when two accounts become one. */
  readonly owned: readonly OwnedPart[]
}

export interface AccountBase extends AccountParts, OwnerChecks {
  readonly limiter: RateLimiter
  readonly tokens: AccessTokens
  readonly emails: AccountEmails
  readonly codes: VerificationCodes
  readonly emailChanges: EmailChangeNotes
  readonly mailDelivers: boolean
  readonly auth: () => Promise<Auth>
  /** Providers that are configured and reachable. */
  readonly providerNames: () => Promise<readonly string[]>
  /** Work that an answer does not wait for; what fails is logged. */
  readonly inBackground: (work: Promise<unknown>) => void
  /** Waits for emails that are still being sent. */
  readonly stop: () => Promise<void>
}

interface OwnerChecks {
  readonly proveOwner: (proof: Proof) => Promise<void>
  /** Before what brings a second factor or takes one away. */
  readonly proveForFactors: (proof: Proof) => Promise<void>
  /** The sign-in behind the cookie of this request, if it is this user's. */
  readonly signInOf: (headers: Headers, userId: string) => Promise<SignIn | undefined>
}

export function openAccountBase(parts: AccountParts): AccountBase {
  const { database, settings, mailer, clock } = parts
  const background = createBackground(parts.log)
  const providers = readProviders(settings, parts.log)
  const limiter = createRateLimiter(database, clock)
  const emails = notingEmails(createAccountEmails(mailer, settings), (email, kind) => {
    const event = { id: crypto.randomUUID(), kind, at: clock.now() }
    return untilDone(() => noteSecurityEventOf(database, email, event), NOTE_TRIES, isConnectionLost)
  })
  const shared = {
    ...parts,
    limiter,
    emails,
    codes: createVerificationCodes({ ...parts, ...settings }),
    emailChanges: createEmailChangeNotes({ ...settings, clock }),
    mailDelivers: mailer.delivers,
    inBackground: background.add,
  }
  const opening = providers.then((configs) => openAuth(shared, configs))
  const auth = () => opening
  return {
    ...shared,
    auth,
    tokens: createAccessTokens(settings.secret, clock, settings.previousSecret),
    providerNames: async () => [
      ...(await providers).map((provider) => provider.providerId),
      ...(settings.wechat ? [WECHAT_PROVIDER] : []),
    ],
    ...ownerChecks({ database, clock, limiter, auth }),
    stop: background.settled,
  }
}

function ownerChecks({
  database,
  clock,
  limiter,
  auth,
}: Pick<AccountBase, 'database' | 'clock' | 'limiter' | 'auth'>): OwnerChecks {
  const now = () => clock.now()
  const prove = async (proof: Proof): Promise<void> => proveOwner({ auth: await auth(), database, limiter, now }, proof)
  const signInOf = async (headers: Headers, userId: string): Promise<SignIn | undefined> => {
    const found = await (await auth()).api.getSession({ headers })
    if (found?.user.id !== userId) return undefined
    const { id, createdAt } = found.session
    return { id, at: createdAt, strongAt: (await readProofs(database, id))?.strongAt ?? null }
  }
  return {
    proveOwner: prove,
    signInOf,
    proveForFactors: async (proof) => {
      await prove(proof)
      const signIn = await signInOf(proof.headers, proof.userId)
      await demandMayChangeFactors(database, proof.userId, signIn?.strongAt, now())
    },
  }
}

type AuthNeeds = Omit<AccountBase, 'auth' | 'tokens' | 'providerNames' | 'stop' | keyof OwnerChecks>

function openAuth(shared: AuthNeeds, providers: Awaited<ReturnType<typeof readProviders>>): Auth {
  const { database, settings, clock } = shared
  return createAuth({
    ...shared,
    publicOrigin: settings.publicOrigin,
    secret: settings.secret,
    providers,
    wechat: settings.wechat,
    providerEmails: createProviderEmails(),
    longLimiter: createLongRateLimiter(database, clock),
    signUpWall: settings.signUpWall,
    onUserCreated: async (user) => {
      await getOrCreateProfile(database, user.id, shared.onSignUp)
      await takeFirstPicture(shared, user)
    },
  })
}

function createBackground(log: Log) {
  const pending = new Set<Promise<unknown>>()
  return {
    add: (work: Promise<unknown>): void => {
      const watched = work
        .catch((error: unknown) => log.error({ err: error }, 'background work of the auth routes failed'))
        .finally(() => pending.delete(watched))
      pending.add(watched)
    },
    settled: async (): Promise<void> => void (await Promise.allSettled(pending)),
  }
}
