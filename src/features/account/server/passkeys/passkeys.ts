// The passkeys section of the profile (decision 0047): list, add in two steps, remove. Everything wants the session cookie, what opens or
// closes a way in a proof of the owner, too: a stolen access token changes nothing.
import { getAuthenticatorName } from '@better-auth/passkey'
import { isAPIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { type Passkeys, passkeyContract } from '../../contract.ts'
import type { Proof } from '../login-methods/prove-owner.ts'
import { describeDevice } from '../profile/describe-device.ts'
import { removeOtherDevices } from '../profile/device.store.ts'
import type { Auth } from '../sign-in/auth.ts'
import { unlessDatabaseFails } from '../sign-in/failed-database.ts'
import { markShown } from '../sign-in/session-proofs.ts'
import { authPasskeys } from '../tables.ts'
import { hasRoomForPasskey, PASSKEYS_FULL } from './passkey-room.ts'

export interface PasskeyParts {
  readonly database: Database
  readonly auth: () => Promise<Auth>
  readonly proveOwner: (proof: Proof) => Promise<void>
  readonly hasPassword: (userId: string) => Promise<boolean>
  /** Emails the owner without delaying the answer. */
  readonly notifyOwner: (email: string) => void
}

export function createPasskeyRouter(parts: PasskeyParts) {
  const calls = implementContract(passkeyContract)
  return calls.router({
    list: calls.list.handler(async ({ context }) => {
      await signInOf(parts, context)
      return listPasskeys(parts, context.userId)
    }),
    begin: calls.begin.handler(async ({ input, context }) => {
      const { userId, headers } = context
      await parts.proveOwner({ userId, headers, password: input.password })
      if (!(await hasRoomForPasskey(parts.database.orm, userId))) throw new ServiceError(PASSKEYS_FULL)
      const answer = await (await parts.auth()).api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true })
      for (const cookie of answer.headers.getSetCookie()) context.resHeaders?.append('set-cookie', cookie)
      return { ...answer.response }
    }),
    add: calls.add.handler(async ({ input, context }) => {
      const { user, session } = await signInOf(parts, context)
      await addPasskey(parts, context, input.response)
      const passkeys = await listPasskeys(parts, context.userId)
      // The device has just checked its person.
      await markShown(parts.database, session.id, { strongAt: new Date() })
      parts.notifyOwner(user.email)
      return passkeys
    }),
    remove: calls.remove.handler(async ({ input, context }) => {
      const { userId, headers } = context
      await parts.proveOwner({ userId, headers, password: input.password })
      const { user, session } = await signInOf(parts, context)
      await parts.database.orm.transaction(async (orm) => {
        const removed = await orm
          .delete(authPasskeys)
          .where(and(eq(authPasskeys.id, input.id), eq(authPasskeys.userId, userId)))
          .returning({ id: authPasskeys.id })
        if (removed.length === 0) throw new ServiceError('not-found')
        // Other devices may have come in by the passkey that goes.
        await removeOtherDevices({ orm }, userId, session.id)
      })
      parts.notifyOwner(user.email)
      return listPasskeys(parts, userId)
    }),
  })
}

/** Sign-in of the cookie; throws ServiceError `session-expired` when it is not this user's. */
async function signInOf(parts: PasskeyParts, { userId, headers }: SignedInContext) {
  const found = await (await parts.auth()).api.getSession({ headers })
  if (found?.user.id !== userId) throw new ServiceError('session-expired')
  return found
}

/** The ceremony's cookie and the challenge behind it are the library's; both serve once, and this browser only. */
async function addPasskey(parts: PasskeyParts, { headers, userAgent }: SignedInContext, response: unknown) {
  try {
    const { api } = await parts.auth()
    const added = await unlessDatabaseFails(() => api.verifyPasskeyRegistration({ headers, body: { response } }))
    await parts.database.orm
      .update(authPasskeys)
      .set({ name: nameOf(added.aaguid, userAgent) })
      .where(eq(authPasskeys.id, added.id))
  } catch (error) {
    // Also what the library calls a fault of the server: an answer made for another page, another challenge, another device.
    if (isAPIError(error)) throw new ServiceError(error.body?.code === PASSKEYS_FULL ? PASSKEYS_FULL : 'passkey-failed')
    throw error
  }
}

function nameOf(aaguid: string | null | undefined, userAgent: string | null): string | null {
  const { system, browser } = describeDevice(userAgent)
  return getAuthenticatorName(aaguid) ?? ([system, browser].filter(Boolean).join(' · ') || null)
}

async function listPasskeys({ database, hasPassword }: PasskeyParts, userId: string): Promise<Passkeys> {
  const rows = await database.orm
    .select()
    .from(authPasskeys)
    .where(eq(authPasskeys.userId, userId))
    .orderBy(authPasskeys.createdAt, authPasskeys.id)
  return {
    passkeys: rows.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      isSynced: backedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    needsPassword: await hasPassword(userId),
  }
}
