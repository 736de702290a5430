// A whole service with everything configured that a call could need (emails that leave, SMS, a provider to sign in with, payments), and the
// people of the calls under fire. Each person comes from a network of their own, so that no limit is met.
import { writeFile } from 'node:fs/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { vi } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { openAliyunSms } from '#emulators/sms/aliyun.ts'
import type { SmsEmulator } from '#emulators/sms/serve-vendor.ts'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { settingsOfEmulator } from '#features/account/server/testing/answer-as-provider.ts'
import { type ProviderEmulator, startProviderEmulator } from '#features/account/server/testing/provider-emulator.ts'
import type { Provider } from '#features/processing/server/provider/provider.ts'
import {
  createScriptedProvider,
  type ScriptedProvider,
} from '#features/processing/server/provider/scripted-provider.ts'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { freePort } from '../../../../../scripts/testing/free-port.ts'
import type { Foundation } from '../../open-foundation.ts'
import { startOn } from '../../start-service.ts'
import { openTestFoundation } from '../open-test-foundation.ts'
import { queueWithoutClock } from '../queue-without.ts'
import { personOf, postTo, TEST_PASSWORD, type TestPerson } from '../test-person.ts'
import type { CallRequest } from './fire-call.ts'
import { pictureBytes, RECIPIENT } from './sample-parts.ts'

/** Somebody signed in, whose address is confirmed. */
export interface FirePerson extends TestPerson {
  readonly email: string
}

export interface FireWorld {
  readonly foundation: Foundation
  readonly origin: string
  readonly alipay: AlipayEmulator
  readonly wechatpay: WechatpayEmulator
  readonly paddle: PaddleEmulator
  readonly sms: SmsEmulator
  readonly identities: ProviderEmulator
  readonly provider: ScriptedProvider
  readonly emails: readonly EmailMessage[]
  /** Made anew for whoever asks: no test takes the right to act from another. */
  admin(): Promise<FirePerson>
  newcomer(): Promise<FirePerson>
  /** Another browser of this person. */
  anotherBrowser(person: FirePerson): Promise<FirePerson>
  /** An address that nobody has, and the headers of somebody new to the service. */
  stranger(): { readonly email: string; readonly headers: Readonly<Record<string, string>> }
  send(request: CallRequest, more?: Readonly<Record<string, string>>): Promise<Response>
  query<Row>(text: string, ...values: unknown[]): Promise<Row[]>
  /** First address in the newest email to somebody about something. */
  linkTo(email: string, subject: RegExp): Promise<string>
  close(): Promise<void>
}

/** Answer of a provider that is asked about nobody in particular. */
const NOBODY = { id: '0', email: 'nobody@fire.example.com', emailVerified: true, name: 'N' }

export async function openFireWorld(): Promise<FireWorld> {
  const [alipay, wechatpay, paddle, sms, identities] = [
    await openAlipayEmulator({ isHeld: true }),
    await openWechatpayEmulator({ isHeld: true }),
    await openPaddleEmulator({ isHeld: true }),
    await openAliyunSms(),
    await startProviderEmulator(NOBODY),
  ]
  const port = String(await freePort())
  const opened = await openTestFoundation({
    PROVIDER: 'scripted',
    PORT: port,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    PACK_PRICES_CNY: 'small=28,some=68.5,pile=138,box=268.00',
    ...alipay.settings,
    ...wechatpay.settings,
    ...paddle.settings,
    ...sms.settings,
  })
  sms.isUnlimited = true
  const emails: EmailMessage[] = []
  const foundation: Foundation = {
    ...opened,
    queue: queueWithoutClock(opened.queue),
    settings: { ...opened.settings, ...settingsOfEmulator(identities) },
    mailer: { delivers: true, send: async (message) => void emails.push(message) },
  }
  const provider = Object.assign(createScriptedProvider(), { recipient: RECIPIENT, drawPatch })
  const service = await startOn(foundation, { provider })
  const { publicOrigin: origin } = foundation.settings
  const query: FireWorld['query'] = (text, ...values) => foundation.database.query(text, values)
  await query(`insert into system_configs (config_key, config_value) values ('api_rate_limit', '1000000')`)
  return {
    ...{ foundation, origin, alipay, wechatpay, paddle, sms, identities, provider, emails, query },
    ...peopleOf(foundation),
    send: (request, more) => send(origin, request, more),
    linkTo: async (email, subject) => {
      const find = () => emails.findLast((message) => message.to === email && subject.test(message.subject))
      const mail = await vi.waitUntil(find, 10_000)
      return /https?:\S+/.exec(mail.text)![0]
    },
    close: async () => {
      await service.stop()
      await Promise.all([alipay.close(), wechatpay.close(), paddle.close(), sms.close(), identities.close()])
    },
  }
}

/** Drawn by the provider: some picture. */
const drawPatch: NonNullable<Provider['drawPatch']> = async ({ targetPath }) => {
  await writeFile(targetPath, await pictureBytes())
  return { width: 64, height: 64, spot: { x: 0.5, y: 0.5 }, resultWidth: 128, resultHeight: 128 }
}

function peopleOf({ database, settings }: Foundation) {
  const origin = settings.publicOrigin
  let people = 0
  const stranger = () => {
    people += 1
    const headers = { 'x-forwarded-for': `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}` }
    return { email: `person${people}@fire.example.com`, headers: { apikey: 'huanying-web', origin, ...headers } }
  }
  const enter = async (email: string, headers: Readonly<Record<string, string>>): Promise<FirePerson> => {
    const answer = await postTo(origin, origin)('/api/auth/sign-in/email', { email, password: TEST_PASSWORD }, headers)
    const person = await personOf(origin, origin, answer)
    const whole = { ...headers, ...person.headers }
    const api: TestPerson['api'] = createORPCClient(new RPCLink({ url: `${origin}/api/rpc`, headers: whole }))
    return { ...person, api, email, headers: whole }
  }
  const newcomer = async () => {
    const { email, headers } = stranger()
    const body = { email, password: TEST_PASSWORD, name: '', acceptedTerms: TERMS_VERSION }
    await postTo(origin, origin)('/api/auth/sign-up/email', body, headers)
    await database.query('update auth_users set email_verified = true, owner_proven_at = now() where email = $1', [
      email,
    ])
    return enter(email, headers)
  }
  return {
    stranger,
    newcomer,
    anotherBrowser: ({ email }: FirePerson) => enter(email, stranger().headers),
    admin: async () => {
      const person = await newcomer()
      await database.query(`update user_profiles set user_type = 'admin' where id = $1`, [person.userId])
      await person.api.admin.session.open()
      return person
    },
  }
}

async function send(
  origin: string,
  { method, path, headers, body }: CallRequest,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const isReady = body === undefined || body instanceof FormData || typeof body === 'string'
  return fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: { ...(!isReady && { 'content-type': 'application/json' }), ...headers, ...more },
    ...(body !== undefined && { body: isReady ? body : JSON.stringify(body) }),
  })
}

/** A call of the contract, as our pages send it. */
export const rpcRequest = (
  place: string,
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  input?: unknown,
): CallRequest => ({ method: 'POST', path: `/api/rpc/${place.replaceAll('.', '/')}`, headers, body: { json: input } })

/** The headers of somebody new, who has asked by this call for a code. */
export async function askedAsStranger({ stranger, send }: FireWorld, place: string, input: unknown) {
  const { headers } = stranger()
  return { ...headers, cookie: cookiesOf(await send(rpcRequest(place, { headers }, input))) }
}

/** As a browser would send them back. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
