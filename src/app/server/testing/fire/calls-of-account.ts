// Calls about one's own account: profile, preferences, terms, phone, devices, ways in, passkeys, avatar.
import sharp from 'sharp'
import { lastCodeTo } from '#emulators/sms/outbox.ts'
import { agreeAsPerson } from '#features/account/server/testing/answer-as-provider.ts'
import { PasskeyDevice } from '#features/account/server/testing/passkey-device.ts'
import { solveWork } from '#features/account/server/testing/solve-work.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { TEST_PASSWORD } from '../test-person.ts'
import { asPerson, asStranger, type WorldCall } from './as-person.ts'
import { cookiesOf, type FirePerson, type FireWorld, rpcRequest } from './fire-world.ts'

const PASSWORD = { password: TEST_PASSWORD }
let numbers = 0
export const newNumber = () => `139${String(++numbers).padStart(8, '0')}`

const proofFor = async ({ api }: Pick<FirePerson, 'api'>, phone: string) =>
  solveWork(await api.account.phone.task(), phone)

/** The code that this person got to bind the number. */
async function bindCodeOf({ sms }: FireWorld, person: FirePerson, phone: string): Promise<string> {
  await person.api.account.phone.sendBindCode({ phone, proof: await proofFor(person, phone), ...PASSWORD })
  return lastCodeTo(sms, phone)
}

export async function bindPhone(world: FireWorld, person: FirePerson): Promise<string> {
  const phone = newNumber()
  await person.api.account.phone.confirm({ phone, code: await bindCodeOf(world, person, phone) })
  return phone
}

/** An SMS is sent with a proof that serves once, so the page makes another. */
const sendingSms = (place: string, more: object): WorldCall => ({
  name: `rpc ${place}`,
  differs: CODES,
  between: 'a code may be stored that never left',
  prepare: async (world) => {
    const person = await world.newcomer()
    const phone = newNumber()
    const request = async () => rpcRequest(place, person, { phone, proof: await proofFor(person, phone), ...more })
    return { request: await request(), again: request }
  },
})
/** Each sending makes another code. */
export const CODES = /^(sms_)?verification_codes/
/** Where the answer to what was done is lost, nobody knows that there is something to tell the owner. */
const EVENTS = /^security_events/
export const EVENTS_AND_CODES = /^(security_events|verification_codes)/

/** The first call of a new sign-in, by an account that waited for its end. */
const session: WorldCall = {
  name: 'rpc account.session',
  between: 'when a device was seen last stands by itself',
  prepare: async ({ newcomer, stranger, send, query }) => {
    const { email, userId } = await newcomer()
    await query(`update auth_users set deletion_due_at = now() + interval '1 day' where id = $1`, userId)
    const { headers } = stranger()
    const body = { email, password: TEST_PASSWORD }
    const answer = await send({ method: 'POST', path: '/api/auth/sign-in/email', headers, body })
    return { request: rpcRequest('account.session', { headers: { ...headers, cookie: cookiesOf(answer) } }) }
  },
}

const binding: WorldCall = asPerson(
  'account.phone.confirm',
  async (world, person) => {
    const phone = newNumber()
    return { phone, code: await bindCodeOf(world, person, phone) }
  },
  { differs: EVENTS_AND_CODES },
)

const resending: WorldCall = {
  name: 'POST /api/send-sms',
  differs: CODES,
  between: 'as other sends',
  prepare: async (world) => {
    const person = await world.newcomer()
    const phone = newNumber()
    const body = { phone, code: await bindCodeOf(world, person, phone) }
    return { request: { method: 'POST', path: '/api/send-sms', headers: person.headers, body } }
  },
}

export async function tieGithub(world: FireWorld, person: FirePerson): Promise<string> {
  const { send, identities, origin } = world
  const answer = await send(rpcRequest('loginMethods.link', person, { provider: 'github', ...PASSWORD }))
  const { address } = ((await answer.json()) as { json: { address: string } }).json
  const cookie = `${person.cookie}; ${cookiesOf(answer)}`
  const as = { id: String(++numbers), email: person.email, emailVerified: true, name: 'G' }
  const back = await agreeAsPerson(identities, address, as)
  await fetch(origin + back.pathname + back.search, { headers: { ...person.headers, cookie }, redirect: 'manual' })
  const { methods } = await person.api.loginMethods.list()
  return methods.find(({ type }) => type === 'github')!.id
}

type Options = { challenge: string; rp: { id?: string } }
/** The answer of a device to what the service asks for, and the cookie of that ceremony. */
async function newPasskey({ send, origin }: FireWorld, person: FirePerson) {
  const begun = await send(rpcRequest('passkeys.begin', person, PASSWORD))
  const options = ((await begun.json()) as { json: Options }).json
  const cookie = `${person.cookie}; ${cookiesOf(begun)}`
  const device = new PasskeyDevice()
  return { device, response: device.register(options, { origin }), headers: { ...person.headers, cookie } }
}

export async function addPasskey(world: FireWorld, person: FirePerson): Promise<PasskeyDevice> {
  const { device, response, headers } = await newPasskey(world, person)
  await world.send(rpcRequest('passkeys.add', { headers }, { response }))
  return device
}

export async function passkeyRequest(world: FireWorld, person: FirePerson) {
  const { response, headers } = await newPasskey(world, person)
  return rpcRequest('passkeys.add', { headers }, { response })
}

const addingPasskey: WorldCall = {
  name: 'rpc passkeys.add',
  between: 'a device that was shown counts as shown',
  differs: /^auth_verifications/,
  prepare: async (world) => {
    const person = await world.newcomer()
    const request = () => passkeyRequest(world, person)
    return { request: await request(), again: request }
  },
}

async function pictureForm(): Promise<FormData> {
  const create = { width: 64, height: 64, channels: 3 as const, background: '#557799' }
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' }),
    'a.png',
  )
  return form
}

const avatar = (method: 'POST' | 'DELETE'): WorldCall => ({
  name: `${method} /api/account/avatar`,
  prepare: async ({ newcomer, send }) => {
    const { headers } = await newcomer()
    const path = '/api/account/avatar'
    if (method === 'DELETE') await send({ method: 'POST', path, headers, body: await pictureForm() })
    return { request: { method, path, headers, ...(method === 'POST' && { body: await pictureForm() }) } }
  },
})

export const CALLS_OF_ACCOUNT: readonly WorldCall[] = [
  session,
  asPerson('account.preferences.update', () => ({ keepsPosition: true })),
  asStranger('account.suggestions', () => ({ email: 'nobody@example.com' })),
  asPerson('account.profile.update', (_, { userId }) => ({ username: `n${userId.slice(0, 8)}` })),
  asPerson('account.acceptTerms', async ({ query }, { userId }) => {
    await query('delete from terms_consents where user_id = $1', userId)
    return { version: TERMS_VERSION }
  }),
  asStranger('account.reportBrowserError', () => ({ place: 'page', name: 'Error', message: 'x' })),
  asStranger('account.phone.task', () => undefined),
  sendingSms('account.phone.sendBindCode', PASSWORD),
  binding,
  sendingSms('account.phone.sendLoginCode', {}),
  resending,
  asPerson(
    'account.devices.remove',
    async ({ anotherBrowser }, person) => {
      await anotherBrowser(person)
      const devices = await person.api.account.devices.list()
      return { id: devices.find(({ isCurrent }) => !isCurrent)!.id }
    },
    { isDone: ['not-found'] },
  ),
  asPerson('account.devices.removeOthers', async ({ anotherBrowser }, person) => void (await anotherBrowser(person))),
  asPerson('loginMethods.link', () => ({ provider: 'github', ...PASSWORD }), { differs: /^auth_verifications/ }),
  asPerson('loginMethods.unbind', async (world, person) => ({ id: await tieGithub(world, person), ...PASSWORD }), {
    isDone: ['login-method-missing'],
    differs: EVENTS,
  }),
  asPerson('loginMethods.makePrimary', async (world, person) => ({ id: await tieGithub(world, person) })),
  asPerson('passkeys.begin', () => PASSWORD, { differs: /^auth_verifications/ }),
  addingPasskey,
  asPerson(
    'passkeys.remove',
    async (world, person) => {
      await addPasskey(world, person)
      const { passkeys } = await person.api.passkeys.list()
      return { id: passkeys[0]!.id, ...PASSWORD }
    },
    { isDone: ['not-found'], differs: EVENTS },
  ),
  avatar('POST'),
  avatar('DELETE'),
]
