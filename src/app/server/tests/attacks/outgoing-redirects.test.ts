// A server that answers our call with a redirect would get its signature, its key or its picture, or make us ask an address of our own network:
// every call ends at the address of the settings. (SMS: sms.conformance.ts; portraits: first-picture.test.ts.)
import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readProviders } from '#features/account/server/sign-in/providers.ts'
import { wechatSignIn } from '#features/account/server/sign-in/wechat.ts'
import { readAlipayBill } from '#features/billing/server/payment/alipay/alipay-bill.ts'
import { askGateway } from '#features/billing/server/payment/alipay/alipay-gateway.ts'
import { createPaddleClient } from '#features/billing/server/payment/paddle/paddle-client.ts'
import { createWechatPayer } from '#features/billing/server/payment/wechatpay/wechat-payer.ts'
import { sendSigned } from '#features/billing/server/payment/wechatpay/wechatpay-request.ts'
import { createTopazClient } from '#features/processing/server/provider/topaz/topaz-client.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createS3Client } from '#platform/server/storage/s3/s3-client.ts'

const SECRET = 'a secret of the test that is long enough'
const log = pino({ level: 'silent' })
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const asked: string[] = []
let origin: string
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url!, 'http://x')
  asked.push(pathname)
  if (pathname === '/signing-gateway') return void nameBill(response)
  response.writeHead(pathname === '/elsewhere' ? 200 : 307, { location: '/elsewhere' }).end('{}')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => void asked.splice(0))

/** Alipay's answer that names where the bill of a day lies. */
function nameBill(response: ServerResponse): void {
  const node = JSON.stringify({ code: '10000', bill_download_url: `${origin}/bill` })
  const sign = createSign('RSA-SHA256').update(node).sign(privateKey, 'base64')
  response.end(`{"alipay_data_dataservice_bill_downloadurl_query_response":${node},"sign":"${sign}"}`)
}

const client = { clientId: 'client', clientSecret: 'secret' }
const app = { appId: 'wx1', secret: 'secret' }
const alipay = (gateway: string) => {
  const account = { appId: '1', sellerId: '2', privateKey, alipayPublicKey: publicKey, clock: systemClock }
  return { ...account, gateway }
}
const wechatSettings = () => ({ website: app, official: undefined, openUrl: origin, apiUrl: origin })
interface CodeReader {
  validateAuthorizationCode(data: { code: string }): Promise<unknown>
}

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  'Google, for its addresses': () =>
    readProviders({ google: { ...client, discoveryUrl: `${origin}/discovery` }, github: undefined }, log),
  'GitHub, for who it is': async () => {
    const github = { ...client, authorizationUrl: origin, tokenUrl: origin, apiUrl: origin }
    const [config] = await readProviders({ google: undefined, github }, log)
    await config!.getUserInfo!({ accessToken: 'token' })
  },
  'WeChat, for who it is': async () => {
    const providerEmails = { note: () => {} } as never
    const { init } = wechatSignIn({ settings: wechatSettings(), log, providerEmails })
    const made: unknown = await init!({ socialProviders: [] } as never)
    const { socialProviders } = (made as { context: { socialProviders: CodeReader[] } }).context
    await socialProviders[0]!.validateAuthorizationCode({ code: 'code' })
  },
  'WeChat, for who pays': () => {
    const parts = { app, hosts: wechatSettings(), secret: SECRET, publicOrigin: origin, clock: systemClock }
    return createWechatPayer(parts).openidOf('code')
  },
  'WeChat Pay': () => {
    const merchant = { appId: 'wx1', merchantId: '1', merchantSerial: 'A', privateKey, apiV3Keys: [] }
    return sendSigned({ ...merchant, publicKey: undefined, apiUrl: origin, clock: systemClock }, 'GET', '/v3/x')
  },
  Alipay: () => askGateway(alipay(`${origin}/gateway`), 'alipay.trade.query', {}),
  'Alipay, for a bill': () => readAlipayBill(alipay(`${origin}/signing-gateway`), '2026-11-01'),
  Paddle: () => createPaddleClient({ apiUrl: origin, apiKey: 'key' })('GET', '/transactions'),
  Topaz: () => {
    const limits = { requestTimeoutMs: 5000, transferTimeoutMs: 5000, pacer: { turn: async () => {} } as never }
    const access = { apiKey: 'key', imageUrl: origin, accountUrl: origin, authHeader: 'x-api-key', ...limits }
    return createTopazClient(access).status('task', AbortSignal.timeout(5000))
  },
  'a bucket': () => {
    const place = { endpoint: origin, publicEndpoint: origin, bucket: 'pictures', region: 'x', style: 'path' } as const
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
    return createS3Client({ ...place, credentials }, systemClock).send({ method: 'GET', key: 'a' })
  },
}

it.each(Object.keys(CALLS))('is led nowhere else: %s', async (name) => {
  await CALLS[name]!().catch(() => {})
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).not.toContain('/elsewhere')
})
