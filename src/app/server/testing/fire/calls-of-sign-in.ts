// Better Auth's routes that change something, and the calls by which codes come by email.
import { vi } from 'vitest'
import { lastCodeTo } from '#emulators/sms/outbox.ts'
import { agreeAsPerson } from '#features/account/server/testing/answer-as-provider.ts'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import { solveWork } from '#features/account/server/testing/solve-work.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { TEST_PASSWORD } from '../test-person.ts'
import type { WorldCall } from './as-person.ts'
import { addPasskey, bindPhone } from './calls-of-account.ts'
import type { CallRequest, Situation } from './fire-call.ts'
import { askedAsStranger, cookiesOf, type FirePerson, type FireWorld, rpcRequest } from './fire-world.ts'

export const NEW_PASSWORD = 'harbour-9023'
type Headers = Readonly<Record<string, string>>

export const authPost = (path: string, headers: Headers, body: object = {}): CallRequest => ({
  method: 'POST',
  path: `/api/auth${path}`,
  headers,
  body,
})
const opened = (link: string, headers: Headers): CallRequest => {
  const { pathname, search } = new URL(link)
  return { method: 'GET', path: pathname + search, headers }
}

const route = (
  path: string,
  prepare: (world: FireWorld) => Promise<Situation>,
  traits: Omit<WorldCall, 'name' | 'prepare'> = {},
  method = 'POST',
): WorldCall => ({
  between: 'the library writes in many steps, which the next try completes',
  ...traits,
  name: `${method} /api/auth${path}`,
  prepare,
})

const ofPerson = (path: string, body: object = {}, traits?: Omit<WorldCall, 'name' | 'prepare'>): WorldCall =>
  route(path, async ({ newcomer }) => ({ request: authPost(path, (await newcomer()).headers, body) }), traits)

/** Two-factor is on; with the codes that are left. */
export async function withSecondFactor({ newcomer, send, query }: FireWorld) {
  const person = await newcomer()
  const enabled = await send(authPost('/two-factor/enable', person.headers, { password: TEST_PASSWORD }))
  const { totpURI, backupCodes } = (await enabled.json()) as { totpURI: string; backupCodes: string[] }
  const verified = await send(authPost('/two-factor/verify-totp', person.headers, { code: totpOf(totpURI) }))
  const noted = `select id from security_events where kind = 'two-factor-on' and user_id = $1`
  await vi.waitUntil(async () => (await query(noted, person.userId)).length > 0, 10_000)
  // TRAP: the session is another one after that.
  const headers = { ...person.headers, cookie: cookiesOf(verified) || person.cookie }
  return { person, headers, totpURI, backupCodes }
}

/** Somebody with a second factor has typed the password elsewhere. */
async function challenged(world: FireWorld) {
  const { person, totpURI, backupCodes } = await withSecondFactor(world)
  return { ...(await challengeOf(world, person)), totpURI, backupCodes }
}

/** A browser in which this person has typed the password, and owes the code. */
export async function challengeOf(world: FireWorld, { email }: FirePerson) {
  const { headers } = world.stranger()
  const answer = await world.send(authPost('/sign-in/email', headers, { email, password: TEST_PASSWORD }))
  return { headers: { ...headers, cookie: cookiesOf(answer) } }
}

export async function resetToken(world: FireWorld, { email }: FirePerson, headers = world.stranger().headers) {
  await world.send(authPost('/request-password-reset', headers, { email }))
  const halves = new URLSearchParams(new URL(await world.linkTo(email, /重置密码/)).hash.slice(1))
  return `${halves.get('access_token')}${halves.get('refresh_token')}`
}

/** A session whose cookie nobody got ends by its age. */
const UNHELD = /^auth_sessions/
/** What the way there and back is known by ends within minutes. */
const STATES = /^auth_verifications/
/** A link whose email did not leave is in nobody's mailbox: its browser may be missing, and a second link stand beside it. No third one, and none goes. */
const UNMAILED =
  /^auth_verifications(?: \+[12]|: id=… value=… (?:asked_in=… )?created_at=… expires_at=… identifier=… updated_at=…)$/
const UNHELD_AND_STATES = /^auth_(sessions|verifications)/
/** The email of a change may have left before the change was undone. */
const UNHELD_AND_EVENTS = /^(auth_sessions|security_events)/

const signUp = (email: string, headers: Headers): CallRequest =>
  authPost('/sign-up/email', headers, { email, password: TEST_PASSWORD, name: '', acceptedTerms: TERMS_VERSION })
const PAGES = { callbackURL: '/auth/callback', errorCallbackURL: '/auth/callback' }
const toGithub = (headers: Headers): CallRequest =>
  authPost('/sign-in/social', headers, { provider: 'github', ...PAGES })

const SIGN_IN: readonly WorldCall[] = [
  route(
    '/sign-in/email',
    async ({ newcomer, stranger }) => {
      const { email } = await newcomer()
      return { request: authPost('/sign-in/email', stranger().headers, { email, password: TEST_PASSWORD }) }
    },
    { differs: UNHELD },
  ),
  route(
    '/sign-in/phone-number',
    async (world) => {
      const person = await world.newcomer()
      const phone = await bindPhone(world, person)
      const proof = solveWork(await person.api.account.phone.task(), phone)
      const headers = await askedAsStranger(world, 'account.phone.sendLoginCode', { phone, proof })
      const code = lastCodeTo(world.sms, phone)
      return { request: authPost('/sign-in/phone-number', headers, { phone, code }) }
    },
    { differs: UNHELD },
  ),
  route('/sign-in/social', async ({ stranger }) => ({ request: toGithub(stranger().headers) }), { differs: STATES }),
  ofPerson('/sign-out'),
]

let accounts = 0
/** What a sign-up or a link could not write comes with the first use of a sign-in; where nobody could sign in, nothing. */
async function visit({ send }: FireWorld, signedIn: Response, headers: Headers): Promise<void> {
  const cookie = cookiesOf(signedIn)
  const answer = await send(rpcRequest('account.session', { headers: { ...headers, cookie } }))
  const { json } = (await answer.json()) as { json: { access_token: string } | null }
  if (!json) return
  const authorization = `Bearer ${json.access_token}`
  await send(rpcRequest('account.profile.get', { headers: { ...headers, authorization } }))
}

const passwordVisit = async (world: FireWorld, email: string, headers: Headers): Promise<void> =>
  visit(world, await world.send(authPost('/sign-in/email', headers, { email, password: TEST_PASSWORD })), headers)

const providerReturn: WorldCall = route(
  '/callback/:id',
  async (world) => {
    const { email, headers } = world.stranger()
    const person = { id: String(1e6 + ++accounts), email, emailVerified: true, name: 'C' }
    const request = async () => {
      const begun = await world.send(toGithub(headers))
      const { url } = (await begun.json()) as { url: string }
      const { href } = await agreeAsPerson(world.identities, url, person)
      return opened(href, { ...headers, cookie: cookiesOf(begun) })
    }
    const settled = async () => visit(world, await world.send(await request()), headers)
    return { request: await request(), again: request, settled }
  },
  { differs: /^(auth_sessions|auth_verifications|security_events)/ },
  'GET',
)

async function confirmedVisit(world: FireWorld, email: string, headers: Headers): Promise<void> {
  await world.query('update auth_users set email_verified = true where email = $1', email)
  await passwordVisit(world, email, headers)
}

const PASSWORDS: readonly WorldCall[] = [
  route(
    '/sign-up/email',
    async (world) => {
      const { email, headers } = world.stranger()
      return { request: signUp(email, headers), settled: () => confirmedVisit(world, email, headers) }
    },
    { differs: /^(auth_sessions|security_events|terms_consents|user_login_methods: )/ },
  ),
  route(
    '/change-password',
    async ({ newcomer, anotherBrowser }) => {
      const person = await newcomer()
      await anotherBrowser(person)
      const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }
      return { request: authPost('/change-password', person.headers, body) }
    },
    { differs: UNHELD_AND_EVENTS },
  ),
  route(
    '/request-password-reset',
    async ({ newcomer, stranger }) => {
      const { email } = await newcomer()
      return { request: authPost('/request-password-reset', stranger().headers, { email }) }
    },
    { differs: UNMAILED },
  ),
  route('/reset-password', async (world) => {
    const token = await resetToken(world, await world.newcomer())
    return { request: authPost('/reset-password', world.stranger().headers, { token, newPassword: NEW_PASSWORD }) }
  }),
]

const ADDRESSES: readonly WorldCall[] = [
  route('/send-verification-email', async ({ stranger, send }) => {
    const { email, headers } = stranger()
    await send(signUp(email, headers))
    return { request: authPost('/send-verification-email', headers, { email }) }
  }),
  route(
    '/verify-email',
    async (world) => {
      const { email, headers } = world.stranger()
      const signedUp = await world.send(signUp(email, headers))
      const browser = { ...headers, cookie: cookiesOf(signedUp) }
      const request = opened(await world.linkTo(email, /验证您的邮箱/), browser)
      return { request, settled: () => passwordVisit(world, email, headers) }
    },
    { differs: UNHELD_AND_EVENTS },
    'GET',
  ),
  {
    ...route(
      '/verify-email',
      async (world) => {
        const person = await world.newcomer()
        const { email } = world.stranger()
        await world.send(authPost('/change-email', person.headers, { newEmail: email, callbackURL: '/auth/callback' }))
        const consent = opened(await world.linkTo(person.email, /确认更换邮箱/), person.headers)
        await world.send(consent)
        return { request: opened(await world.linkTo(email, /确认新的邮箱地址/), person.headers) }
      },
      { differs: UNHELD_AND_EVENTS },
      'GET',
    ),
    variant: 'the new address confirms itself',
  },
  route('/change-email', async ({ newcomer, stranger }) => {
    const { headers } = await newcomer()
    return {
      request: authPost('/change-email', headers, { newEmail: stranger().email, callbackURL: '/auth/callback' }),
    }
  }),
]

const SECOND_FACTOR: readonly WorldCall[] = [
  ofPerson('/two-factor/enable', { password: TEST_PASSWORD }),
  route(
    '/two-factor/verify-totp',
    async (world) => {
      const { headers, totpURI } = await challenged(world)
      return { request: authPost('/two-factor/verify-totp', headers, { code: totpOf(totpURI, 1) }) }
    },
    { differs: UNHELD_AND_EVENTS },
  ),
  route(
    '/two-factor/verify-backup-code',
    async (world) => {
      const { headers, backupCodes } = await challenged(world)
      return { request: authPost('/two-factor/verify-backup-code', headers, { code: backupCodes[0]! }) }
    },
    { differs: UNHELD_AND_EVENTS },
  ),
  route('/two-factor/generate-backup-codes', async (world) => {
    const { headers, totpURI } = await withSecondFactor(world)
    const body = { password: TEST_PASSWORD, code: totpOf(totpURI, 1) }
    return { request: authPost('/two-factor/generate-backup-codes', headers, body) }
  }),
  route(
    '/two-factor/disable',
    async (world) => {
      const { headers, totpURI } = await withSecondFactor(world)
      const body = { password: TEST_PASSWORD, code: totpOf(totpURI, 1) }
      return { request: authPost('/two-factor/disable', headers, body) }
    },
    { isDone: ['two-factor-off'], differs: UNHELD_AND_EVENTS },
  ),
]

type Asked = { challenge: string; rpId?: string }
const PASSKEYS: readonly WorldCall[] = [
  route(
    '/passkey/generate-authenticate-options',
    async ({ stranger }) => {
      const path = '/api/auth/passkey/generate-authenticate-options'
      return { request: { method: 'GET', path, headers: stranger().headers } }
    },
    { differs: STATES },
    'GET',
  ),
  route(
    '/passkey/verify-authentication',
    async (world) => {
      const device = await addPasskey(world, await world.newcomer())
      const { headers } = world.stranger()
      const request = async () => {
        const path = '/api/auth/passkey/generate-authenticate-options'
        const asked = await world.send({ method: 'GET', path, headers })
        const response = device.signIn((await asked.json()) as Asked, { origin: world.origin })
        return authPost('/passkey/verify-authentication', { ...headers, cookie: cookiesOf(asked) }, { response })
      }
      return { request: await request(), again: request }
    },
    { differs: UNHELD_AND_STATES },
  ),
]

export const CALLS_OF_SIGN_IN: readonly WorldCall[] = [
  ...SIGN_IN,
  providerReturn,
  ...PASSWORDS,
  ...ADDRESSES,
  ...SECOND_FACTOR,
  ...PASSKEYS,
]
