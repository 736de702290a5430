// The login methods section of the profile (document 1 §4; LOGINM-01 to 05): list, link a provider, take one away, choose the primary one.
// Everything that changes wants the session cookie, what opens or closes a way in a proof of the owner, too: a stolen token changes nothing.
import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { LINK_RETURN_PATHS } from '#rulebook/account/login-method-texts.ts'
import type { LoginMethodType } from '#rulebook/account/login-methods.ts'
import { type LoginMethod, loginMethodContract } from '../../contract.ts'
import { removeOtherDevices } from '../profile/device.store.ts'
import type { Auth } from '../sign-in/auth.ts'
import { withBrowserOf } from '../sign-in/wechat.ts'
import { userLoginMethods } from '../tables.ts'
import { type BindEmailParts, bindEmail, sendEmailBindCode } from './bind-email.ts'
import { isMailboxOpen } from './mailbox-entrance.ts'
import type { Proof } from './prove-owner.ts'
import { addressOf, makePrimary, unbindLoginMethod } from './unbind-login-method.ts'

export interface LoginMethodParts extends BindEmailParts {
  readonly auth: () => Promise<Auth>
  readonly providerNames: () => Promise<readonly string[]>
  readonly proveOwner: (proof: Proof) => Promise<void>
  readonly hasPassword: (userId: string) => Promise<boolean>
  /** Emails the owner without delaying the answer. */
  readonly notifyOwner: (email: string) => void
}

export function createLoginMethodRouter(parts: LoginMethodParts) {
  const { database } = parts
  const calls = implementContract(loginMethodContract)
  return calls.router({
    list: calls.list.handler(async ({ context }) => {
      const { userId } = context
      return overviewOf(parts, userId)
    }),
    link: calls.link.handler(async ({ input, context }) => {
      await parts.proveOwner({ userId: context.userId, headers: context.headers, password: input.password })
      const { address, cookies } = await startLinking(parts, context.headers, input.provider)
      for (const cookie of cookies) context.resHeaders?.append('set-cookie', cookie)
      return { address }
    }),
    unbind: calls.unbind.handler(async ({ input, context }) => {
      const { userId } = context
      await parts.proveOwner({ userId, headers: context.headers, password: input.password })
      await unbind(parts, userId, context.headers, input.id)
      return overviewOf(parts, userId)
    }),
    makePrimary: calls.makePrimary.handler(async ({ input, context }) => {
      const { userId } = context
      await sessionIdOf(parts, userId, context.headers)
      await database.orm.transaction((tx) => makePrimary(tx, userId, input.id))
      return overviewOf(parts, userId)
    }),
    email: {
      sendCode: calls.email.sendCode.handler(async ({ input, context }) => {
        const { userId, headers, clientAddress } = context
        await parts.proveOwner({ userId, headers, password: input.password })
        await sendEmailBindCode(parts, userId, clientAddress)
        return {}
      }),
      confirm: calls.email.confirm.handler(async ({ input, context }) => {
        await sessionIdOf(parts, context.userId, context.headers)
        parts.notifyOwner(await bindEmail(parts, context.userId, input.code))
        return {}
      }),
    },
  })
}

const overviewOf = async ({ database, hasPassword }: LoginMethodParts, userId: string) => ({
  methods: await listMethods(database, userId),
  needsPassword: await hasPassword(userId),
  mailOpens: await isMailboxOpen(database.orm, userId),
})

async function listMethods(database: Database, userId: string): Promise<LoginMethod[]> {
  const rows = await database.orm
    .select()
    .from(userLoginMethods)
    .where(and(eq(userLoginMethods.userId, userId), eq(userLoginMethods.status, 'active')))
    .orderBy(userLoginMethods.createdAt, userLoginMethods.id)
  return rows.map((row) => ({
    id: row.id,
    type: row.methodType as LoginMethodType,
    display: row.methodDisplay ?? row.methodValue,
    verified: row.verified,
    isPrimary: row.isPrimary,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** The way to the provider and back to the profile; the cookie ties the way back to this browser. */
async function startLinking(
  parts: LoginMethodParts,
  headers: Headers,
  provider: string,
): Promise<{ address: string; cookies: string[] }> {
  if (!(await parts.providerNames()).includes(provider)) throw new ServiceError('not-found')
  const auth = await parts.auth()
  const answer = await withBrowserOf(headers, () =>
    auth.api.linkSocialAccount({
      headers,
      body: {
        provider,
        callbackURL: LINK_RETURN_PATHS.success,
        errorCallbackURL: LINK_RETURN_PATHS.failure,
        disableRedirect: true,
      },
      returnHeaders: true,
    }),
  )
  return { address: answer.response.url, cookies: answer.headers.getSetCookie() }
}

/** Session of the cookie; throws ServiceError `session-expired` when it is not this user's. */
async function sessionIdOf(parts: LoginMethodParts, userId: string, headers: Headers): Promise<string> {
  const found = await (await parts.auth()).api.getSession({ headers })
  if (found?.user.id !== userId) throw new ServiceError('session-expired')
  return found.session.id
}

/** Other devices may have come in by the method that goes, so they are signed out. */
async function unbind(parts: LoginMethodParts, userId: string, headers: Headers, methodId: string): Promise<void> {
  const sessionId = await sessionIdOf(parts, userId, headers)
  const email = await parts.database.orm.transaction(async (tx) => {
    await unbindLoginMethod(tx, userId, methodId)
    await removeOtherDevices({ orm: tx }, userId, sessionId)
    return addressOf(tx, userId)
  })
  if (email) parts.notifyOwner(email)
}
