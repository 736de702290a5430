// Accounts, server side (document 1; architecture §3 "Accounts"): the auth routes, the account procedures, and who a bearer token is.
import type { Engine } from '#engine/engine-types.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isConnectionLost } from '#platform/server/database/lost-connection.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import { createLongRateLimiter, createRateLimiter, type RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { SmsSender } from '#platform/server/sms/sms-sender.ts'
import { type ObjectStorage, removeFolder } from '#platform/server/storage/object-storage.ts'
import { untilDone } from '#platform/server/until-done.ts'
import { accountName } from '#rulebook/account/placeholder-address.ts'
import { AVATAR_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import { createAccountRouter } from './account-router.ts'
import { makeAdmin, type NoteAdminChange } from './appoint-admins.ts'
import { createAccountEmails } from './email/account-emails.ts'
import { createEndings } from './end/endings.ts'
import { hasPassword } from './login-methods/login-method.store.ts'
import { createLoginMethodRouter } from './login-methods/login-methods.ts'
import { type Proof, proveOwner } from './login-methods/prove-owner.ts'
import { createMergeRouter } from './merge/merge-router.ts'
import type { OwnedPart } from './merge/owned-part.ts'
import { createPasskeyRouter } from './passkeys/passkeys.ts'
import { openPhoneAccount } from './phone/open-phone-account.ts'
import { createSendSmsRoutes } from './phone/send-sms-routes.ts'
import { removeAvatar, setAvatar } from './profile/avatar.ts'
import { createAvatarRoutes } from './profile/avatar-routes.ts'
import { AVATAR_SWEEP_CRON, AVATAR_SWEEP_QUEUE, removeOrphanAvatars } from './profile/avatar-sweep.job.ts'
import { takeFirstPicture } from './profile/first-picture.ts'
import { getOrCreateProfile, type OnSignUp } from './profile/profile.store.ts'
import { hasAcceptedTerms } from './profile/terms.store.ts'
import { noteSignIn } from './security/note-sign-in.ts'
import { notingEmails } from './security/noting-emails.ts'
import { noteSecurityEventOf } from './security/security-event.store.ts'
import { createAccessTokens } from './sign-in/access-token.ts'
import { answerAuthRoute } from './sign-in/answer-auth-route.ts'
import { type Auth, type AuthParts, createAuth } from './sign-in/auth.ts'
import { callerChecks } from './sign-in/caller-checks.ts'
import { createEmailChangeNotes } from './sign-in/email-change-note.ts'
import { sendLoginCode } from './sign-in/login-code.ts'
import { createProviderEmails } from './sign-in/provider-emails.ts'
import { readProviders } from './sign-in/providers.ts'
import { withOpenedLink } from './sign-in/sealed-link.ts'
import { prepareResetEmail, type ResetEmail } from './sign-in/send-reset-email.ts'
import { exchangeSession } from './sign-in/session-exchange.ts'
import { markShown, readProofs, readSecondFactors, type SignInProofs } from './sign-in/session-proofs.ts'
import { createRecovery } from './sign-in/verification-recovery.ts'
import { WECHAT_PROVIDER } from './sign-in/wechat.ts'
import { demandMayChangeFactors } from './two-factor/admin-factors.ts'
import {
  removeOldTraces,
  VERIFICATION_CLEANUP_CRON,
  VERIFICATION_CLEANUP_QUEUE,
} from './verification/verification-cleanup.job.ts'
import { createVerificationCodes } from './verification/verification-codes.ts'

/** Behind an answer that was given: a restart of the database takes seconds. */
const NOTE_TRIES = 7

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

export interface SignIn extends Pick<SignInProofs, 'at' | 'strongAt'> {
  readonly id: string
}

export function createAccounts(parts: AccountParts) {
  const { database, settings } = parts
  const tokens = createAccessTokens(settings.secret, parts.clock, settings.previousSecret)
  const limiter = createRateLimiter(database, parts.clock)
  const background = new Set<Promise<unknown>>()
  const providers = readProviders(settings, parts.log)
  const providerNames = async () => [
    ...(await providers).map((provider) => provider.providerId),
    ...(settings.wechat ? [WECHAT_PROVIDER] : []),
  ]
  const emails = notingEmails(createAccountEmails(parts.mailer, settings), (email, kind) => {
    const event = { id: crypto.randomUUID(), kind, at: parts.clock.now() }
    return untilDone(() => noteSecurityEventOf(database, email, event), NOTE_TRIES, isConnectionLost)
  })
  const codes = createVerificationCodes({ ...parts, ...settings })
  const emailChanges = createEmailChangeNotes({ ...settings, clock: parts.clock })
  const auth = providers.then((configs) =>
    openAuth({ ...parts, emails, emailChanges, codes }, limiter, configs, background),
  )
  const inBackground = (work: Promise<unknown>) => keepUntilDone(background, work, parts.log)
  const phone = openPhoneAccount({ ...parts, codes, emails, inBackground })
  const mail = { ...parts, codes, emails, mailDelivers: parts.mailer.delivers, inBackground }
  const prove = async (proof: Proof): Promise<void> =>
    proveOwner({ auth: await auth, database, limiter, now: () => parts.clock.now() }, proof)
  const profileOf = async (userId: string) => ({
    ...(await getOrCreateProfile(database, userId, parts.onSignUp)),
    terms_due: !(await hasAcceptedTerms(database, userId)),
  })
  const signInOf = async (headers: Headers, userId: string): Promise<SignIn | undefined> => {
    const found = await (await auth).api.getSession({ headers })
    if (found?.user.id !== userId) return undefined
    const { id, createdAt } = found.session
    return { id, at: createdAt, strongAt: (await readProofs(database, id))?.strongAt ?? null }
  }
  /** Before what brings a second factor or takes one away. */
  const proveForFactors = async (proof: Proof): Promise<void> => {
    await prove(proof)
    const signIn = await signInOf(proof.headers, proof.userId)
    await demandMayChangeFactors(database, proof.userId, signIn?.strongAt, parts.clock.now())
  }
  const router = createAccountRouter({
    database,
    log: parts.log,
    limiter,
    mailDelivers: parts.mailer.delivers,
    sendsSms: parts.sms !== undefined,
    phone: { phone, proveOwner: prove, profileOf },
    mailedCodes: {
      recovery: createRecovery(mail),
      mailLoginCode: (email, asker) => sendLoginCode(mail, email, asker),
    },
    providerNames,
    wechat: settings.wechat,
    profileOf,
    exchange: async (headers) =>
      exchangeSession(
        {
          auth: await auth,
          database,
          tokens,
          publicOrigin: settings.publicOrigin,
          now: () => parts.clock.now(),
          noteSignIn: (...signIn) => noteSignIn({ ...parts, emails, inBackground }, ...signIn),
        },
        headers,
      ),
    emailChangeStep: async (headers) =>
      emailChanges.stepIn(headers, (await (await auth).api.getSession({ headers }))?.user.email),
    sessionIdOf: async (headers, userId) => (await signInOf(headers, userId))?.id,
    now: () => parts.clock.now(),
  })
  const loginMethodRouter = createLoginMethodRouter({
    ...parts,
    codes,
    emails,
    mailDelivers: parts.mailer.delivers,
    auth: () => auth,
    providerNames,
    proveOwner: prove,
    hasPassword: (userId) => hasPassword(database, userId),
    notifyOwner: (email) => inBackground(emails.sendLoginMethodsChanged(email)),
  })
  const passkeyRouter = createPasskeyRouter({
    database,
    auth: () => auth,
    proveOwner: proveForFactors,
    hasPassword: (userId) => hasPassword(database, userId),
    notifyOwner: (email) => inBackground(emails.sendPasskeysChanged(email)),
  })
  const mergeRouter = createMergeRouter({
    ...parts,
    auth: () => auth,
    // Passkeys of the other account come along.
    proveOwner: proveForFactors,
    afterMerge: async (mergedId, { primaryEmail, mergedEmail, ...merged }) => {
      inBackground(emails.sendOtherAccountMerged(primaryEmail, accountName(mergedEmail), merged.credits))
      inBackground(emails.sendAccountMerged(mergedEmail, accountName(primaryEmail), merged))
      await removeFolder(parts.storage, `${AVATAR_CATEGORY}/${mergedId}`)
    },
  })
  return {
    router,
    loginMethodRouter,
    passkeyRouter,
    mergeRouter,
    ...callerChecks(tokens, parts),
    /** Answers everything below `/api/auth/`; `clientAddress` as in RequestContext, for the limits. */
    authHandler: async (request: Request, clientAddress: string): Promise<Response> =>
      answerAuthRoute(await auth, await withOpenedLink(settings.secret, request), clientAddress, parts.log),
    avatarRoutes: createAvatarRoutes({
      storage: parts.storage,
      profileOf,
      setAvatar: (userId, file) => setAvatar(parts, userId, file),
      removeAvatar: (userId) => removeAvatar(parts, userId),
    }),
    /** The sign-in behind the cookie of this request, if it is this user's. */
    signInOf,
    /** The documented `POST /api/send-sms`. */
    smsRoutes: createSendSmsRoutes(phone),
    proveOwner: prove,
    /** As `proveOwner`, and the session remembers it. An account without a password remembers nothing. */
    provePassword: async (proof: Proof): Promise<void> => {
      await prove(proof)
      const signIn = (await hasPassword(database, proof.userId)) && (await signInOf(proof.headers, proof.userId))
      if (signIn) await markShown(database, signIn.id, { passwordAt: parts.clock.now() })
    },
    proofsOf: (signInId: string) => readProofs(database, signInId),
    /** What the account has beside its password. */
    secondFactorsOf: (userId: string) => readSecondFactors(database, userId),
    hasPassword: (userId: string) => hasPassword(database, userId),
    /** For the back office; throws what prepareResetEmail throws. */
    prepareResetEmail: (userId: string): Promise<ResetEmail> =>
      prepareResetEmail({ ...parts, limiter, emails, mailDelivers: parts.mailer.delivers }, userId),
    ...createEndings({ ...parts, emails, inBackground }),
    /** Makes the admin of the start setting; called once at start. */
    makeStartupAdmin: async (): Promise<void> => {
      if (!settings.startupAdminEmail) return
      const outcome = await makeAdmin(
        { database, note: parts.noteAdminChange, source: 'setting' },
        settings.startupAdminEmail,
      )
      parts.log.info({ outcome }, 'admin of STARTUP_ADMIN_EMAIL')
    },
    /** Clean-up on schedule; the queue must know both names. */
    startWorker: async (queue: Queue, timeZone: string): Promise<void> => {
      await queue.schedule(VERIFICATION_CLEANUP_QUEUE, VERIFICATION_CLEANUP_CRON, timeZone, () =>
        removeOldTraces(parts),
      )
      await queue.schedule(
        AVATAR_SWEEP_QUEUE,
        AVATAR_SWEEP_CRON,
        timeZone,
        async () => void (await removeOrphanAvatars(parts)),
      )
    },
    /** Waits for emails that are still being sent. */
    stop: async (): Promise<void> => void (await Promise.allSettled(background)),
  }
}
export type Accounts = ReturnType<typeof createAccounts>

function openAuth(
  parts: AccountParts & Pick<AuthParts, 'emails' | 'emailChanges' | 'codes'>,
  limiter: RateLimiter,
  providers: Awaited<ReturnType<typeof readProviders>>,
  background: Set<Promise<unknown>>,
): Auth {
  const { database, settings, mailer, emails, emailChanges, codes } = parts
  const inBackground = (work: Promise<unknown>) => keepUntilDone(background, work, parts.log)
  return createAuth({
    database,
    log: parts.log,
    publicOrigin: settings.publicOrigin,
    secret: settings.secret,
    providers,
    wechat: settings.wechat,
    providerEmails: createProviderEmails(),
    limiter,
    longLimiter: createLongRateLimiter(database, parts.clock),
    clock: parts.clock,
    emails,
    emailChanges,
    codes,
    mailDelivers: mailer.delivers,
    signUpWall: settings.signUpWall,
    onUserCreated: async (user) => {
      await getOrCreateProfile(database, user.id, parts.onSignUp)
      await takeFirstPicture({ ...parts, inBackground }, user)
    },
    inBackground,
  })
}

function keepUntilDone(pending: Set<Promise<unknown>>, work: Promise<unknown>, log: Log): void {
  const watched = work
    .catch((error: unknown) => log.error({ err: error }, 'background work of the auth routes failed'))
    .finally(() => pending.delete(watched))
  pending.add(watched)
}
