// Accounts, server side (document 1; architecture §3 "Accounts"): the auth routes, the account procedures, and who a bearer token is.
import type { Queue } from '#platform/server/queue/queue.ts'
import { type AccountParts, openAccountBase } from './account-base.ts'
import { createAccountRouters, profileOf } from './account-routers.ts'
import { makeAdmin } from './appoint-admins.ts'
import { createEndings } from './end/endings.ts'
import { hasPassword } from './login-methods/login-method.store.ts'
import type { Proof } from './login-methods/prove-owner.ts'
import { openPhoneAccount } from './phone/open-phone-account.ts'
import { createSendSmsRoutes } from './phone/send-sms-routes.ts'
import { removeAvatar, setAvatar } from './profile/avatar.ts'
import { createAvatarRoutes } from './profile/avatar-routes.ts'
import { AVATAR_SWEEP_CRON, AVATAR_SWEEP_QUEUE, removeOrphanAvatars } from './profile/avatar-sweep.job.ts'
import { answerAuthRoute } from './sign-in/answer-auth-route.ts'
import { callerChecks } from './sign-in/caller-checks.ts'
import { withOpenedLink } from './sign-in/sealed-link.ts'
import { prepareResetEmail, type ResetEmail } from './sign-in/send-reset-email.ts'
import { markShown, readProofs, readSecondFactors } from './sign-in/session-proofs.ts'
import {
  removeOldTraces,
  VERIFICATION_CLEANUP_CRON,
  VERIFICATION_CLEANUP_QUEUE,
} from './verification/verification-cleanup.job.ts'

export function createAccounts(parts: AccountParts) {
  const { database, settings, clock } = parts
  const base = openAccountBase(parts)
  const { auth, proveOwner, signInOf } = base
  const phone = openPhoneAccount(base)
  return {
    ...createAccountRouters(base, phone),
    ...callerChecks(base.tokens, parts),
    /** Answers everything below `/api/auth/`; `clientAddress` as in RequestContext, for the limits. */
    authHandler: async (request: Request, clientAddress: string): Promise<Response> =>
      answerAuthRoute(await auth(), await withOpenedLink(settings.secret, request), clientAddress, parts.log),
    avatarRoutes: createAvatarRoutes({
      storage: parts.storage,
      profileOf: (userId) => profileOf(base, userId),
      setAvatar: (userId, file) => setAvatar(parts, userId, file),
      removeAvatar: (userId) => removeAvatar(parts, userId),
    }),
    signInOf,
    /** The documented `POST /api/send-sms`. */
    smsRoutes: createSendSmsRoutes(phone),
    proveOwner,
    /** As `proveOwner`, and the session remembers it. An account without a password remembers nothing. */
    provePassword: async (proof: Proof): Promise<void> => {
      await proveOwner(proof)
      const signIn = (await hasPassword(database, proof.userId)) && (await signInOf(proof.headers, proof.userId))
      if (signIn) await markShown(database, signIn.id, { passwordAt: clock.now() })
    },
    proofsOf: (signInId: string) => readProofs(database, signInId),
    /** What the account has beside its password. */
    secondFactorsOf: (userId: string) => readSecondFactors(database, userId),
    hasPassword: (userId: string) => hasPassword(database, userId),
    /** For the back office; throws what prepareResetEmail throws. */
    prepareResetEmail: (userId: string): Promise<ResetEmail> => prepareResetEmail(base, userId),
    ...createEndings(base),
    /** Makes the admin of the start setting; called once at start. */
    makeStartupAdmin: () => makeStartupAdmin(parts),
    /** Clean-up on schedule; the queue must know both names. */
    startWorker: (queue: Queue, timeZone: string) => scheduleCleanUp(parts, queue, timeZone),
    stop: base.stop,
  }
}
export type Accounts = ReturnType<typeof createAccounts>

async function makeStartupAdmin({ database, settings, noteAdminChange: note, log }: AccountParts): Promise<void> {
  if (!settings.startupAdminEmail) return
  const outcome = await makeAdmin({ database, note, source: 'setting' }, settings.startupAdminEmail)
  log[outcome === 'no-account' ? 'warn' : 'info']({ outcome }, 'admin of STARTUP_ADMIN_EMAIL')
}

async function scheduleCleanUp(parts: AccountParts, queue: Queue, timeZone: string): Promise<void> {
  await queue.schedule(VERIFICATION_CLEANUP_QUEUE, VERIFICATION_CLEANUP_CRON, timeZone, () => removeOldTraces(parts))
  await queue.schedule(
    AVATAR_SWEEP_QUEUE,
    AVATAR_SWEEP_CRON,
    timeZone,
    async () => void (await removeOrphanAvatars(parts)),
  )
}
