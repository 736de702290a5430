// Two requests that spend one secret, or end one session, at the same moment: what the second was answered must hold, whatever becomes of the first.
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import { TEST_PASSWORD } from '../test-person.ts'
import { CALLS_OF_ACCOUNT, passkeyRequest } from './calls-of-account.ts'
import {
  authPost,
  CALLS_OF_SIGN_IN,
  challengeOf,
  NEW_PASSWORD,
  resetToken,
  withSecondFactor,
} from './calls-of-sign-in.ts'
import type { CallRequest } from './fire-call.ts'
import { cookiesOf, type FireWorld, rpcRequest } from './fire-world.ts'

export interface Together {
  /** The one that breaks off. */
  readonly first: CallRequest
  readonly second: CallRequest
  /** What is undone of the second, which was done. */
  undone(): Promise<string | undefined>
}
export interface TogetherCase {
  readonly name: string
  prepare(world: FireWorld): Promise<Together>
}

export const isDone = (answer: Response): boolean =>
  answer.status < 400 && !new URL(answer.headers.get('location') ?? '', 'http://page').searchParams.has('error')

/** The call of the table, with one and the same secret. */
const sameSecret = (name: string): TogetherCase => ({
  name,
  prepare: async (world) => {
    const call = [...CALLS_OF_ACCOUNT, ...CALLS_OF_SIGN_IN].find((known) => known.name === name)!
    const { request } = await call.prepare(world)
    const undone = async () => (isDone(await world.send(request)) ? 'it serves once more' : undefined)
    return { first: request, second: request, undone }
  },
})

/** One code of a person with a second factor: in each browser the password was typed. */
const sameCode = (name: string, path: string, which: (secrets: { totpURI: string; codes: string[] }) => string) => ({
  name,
  prepare: async (world: FireWorld) => {
    const { person, totpURI, backupCodes } = await withSecondFactor(world)
    const code = which({ totpURI, codes: backupCodes })
    const [first, second, third] = [
      await challengeOf(world, person),
      await challengeOf(world, person),
      await challengeOf(world, person),
    ]
    const request = ({ headers }: Awaited<ReturnType<typeof challengeOf>>) => authPost(path, headers, { code })
    const undone = async () => (isDone(await world.send(request(third))) ? 'it serves once more' : undefined)
    return { first: request(first), second: request(second), undone }
  },
})

/** Whoever signs out is out, whatever else goes on in this session. */
const signOutDuring = (name: string, request: (world: FireWorld) => Promise<CallRequest>): TogetherCase => ({
  name: `a sign-out during ${name}`,
  prepare: async (world) => {
    const first = await request(world)
    const { authorization: _, ...headers } = first.headers
    const undone = async () => {
      const answer = await world.send(rpcRequest('account.session', { headers }))
      return ((await answer.json()) as { json: unknown }).json === null ? undefined : 'the session lives'
    }
    return { first, second: authPost('/sign-out', headers), undone }
  },
})

const otherDevicesDuring: TogetherCase = {
  name: 'other devices signed out during a change of the password',
  prepare: async (world) => {
    const person = await world.newcomer()
    const other = await world.anotherBrowser(person)
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }
    const undone = async () => {
      const answer = await world.send(
        rpcRequest('account.session', { headers: { ...other.headers, authorization: '' } }),
      )
      return ((await answer.json()) as { json: unknown }).json === null ? undefined : 'the session lives'
    }
    return {
      first: authPost('/change-password', other.headers, body),
      second: rpcRequest('account.devices.removeOthers', person),
      undone,
    }
  },
}

const newerLinkDuringReset: TogetherCase = {
  name: 'a newer link is asked for in the same browser while the older one is used',
  prepare: async (world) => {
    const [person, { email, headers }] = [await world.newcomer(), world.stranger()]
    const ask = (who: string, cookie = '') =>
      authPost('/request-password-reset', { ...headers, cookie }, { email: who })
    const cookie = cookiesOf(await world.send(ask(email)))
    const token = await resetToken(world, person, { ...headers, cookie })
    const first = authPost('/reset-password', world.stranger().headers, { token, newPassword: NEW_PASSWORD })
    const undone = async () => (isDone(await world.send(first)) ? 'the older link serves' : undefined)
    return { first, second: ask(person.email, cookie), undone }
  },
}

const twoPasswords: TogetherCase = {
  name: 'two changes of one password',
  prepare: async (world) => {
    const person = await world.newcomer()
    const other = await world.anotherBrowser(person)
    const to = (newPassword: string) => ({ currentPassword: TEST_PASSWORD, newPassword, revokeOtherSessions: true })
    const undone = async () => {
      const entering = { email: person.email, password: NEW_PASSWORD }
      const isIn = isDone(await world.send(authPost('/sign-in/email', world.stranger().headers, entering)))
      return isIn ? undefined : 'the new password is none'
    }
    return {
      first: authPost('/change-password', person.headers, to('granite-7731')),
      second: authPost('/change-password', other.headers, to(NEW_PASSWORD)),
      undone,
    }
  },
}

const twoPasskeys: TogetherCase = {
  name: 'two passkeys of one person',
  prepare: async (world) => {
    const person = await world.newcomer()
    const [first, second] = [
      await passkeyRequest(world, person),
      await passkeyRequest(world, await world.anotherBrowser(person)),
    ]
    const undone = async () => {
      const passkeys = await world.query('select id from auth_passkeys where user_id = $1', person.userId)
      return passkeys.length > 0 ? undefined : 'the passkey has gone'
    }
    return { first, second, undone }
  },
}

export const TOGETHER: readonly TogetherCase[] = [
  sameSecret('POST /api/auth/reset-password'),
  sameSecret('POST /api/auth/sign-in/phone-number'),
  sameSecret('GET /api/auth/callback/:id'),
  sameSecret('POST /api/auth/passkey/verify-authentication'),
  sameSecret('POST /api/auth/two-factor/verify-totp'),
  sameCode('one code of an app in two browsers', '/two-factor/verify-totp', ({ totpURI }) => totpOf(totpURI, 1)),
  sameCode('one recovery code in two browsers', '/two-factor/verify-backup-code', ({ codes }) => codes[0]!),
  signOutDuring('the second factor is switched off', async (world) => {
    const { headers, totpURI } = await withSecondFactor(world)
    return authPost('/two-factor/disable', headers, { password: TEST_PASSWORD, code: totpOf(totpURI, 1) })
  }),
  signOutDuring('the password is changed', async (world) => {
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }
    return authPost('/change-password', (await world.newcomer()).headers, body)
  }),
  otherDevicesDuring,
  newerLinkDuringReset,
  twoPasswords,
  twoPasskeys,
]
