// A payment provider, or who stands in its place, that sends without an end: what it sends is left where it is, and nothing is known.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EndlessServer, startEndlessServer } from '#platform/server/http/testing/endless-server.ts'
import { askGateway } from './alipay/alipay-gateway.ts'
import { createPaddleClient } from './paddle/paddle-client.ts'
import { sendSigned } from './wechatpay/wechatpay-request.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const clock = { now: () => new Date() }

let server: EndlessServer
beforeAll(async () => {
  server = await startEndlessServer()
})
afterAll(() => server.close())

const ACCOUNT = { appId: 'a', sellerId: 's', privateKey, alipayPublicKey: publicKey, clock }
const MERCHANT = { appId: 'wx', merchantId: '1', merchantSerial: 'a1', privateKey, apiV3Keys: [], publicKey: undefined }

it.each([
  ['Alipay', () => askGateway({ ...ACCOUNT, gateway: server.url }, 'alipay.trade.query', {})],
  ['WeChat Pay', () => sendSigned({ ...MERCHANT, clock, apiUrl: server.url }, 'GET', '/v3/certificates')],
  ['Paddle', () => createPaddleClient({ apiUrl: server.url, apiKey: 'k' })('GET', '/transactions')],
])('an answer of %s that does not end is an unknown outcome, and is not read on', async (_, ask) => {
  await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining('TooLongError') })
  expect(server.sentBytes).toBeLessThan(50_000_000)
})
