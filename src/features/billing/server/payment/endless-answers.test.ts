// A payment provider, or who stands in its place, that sends without an end: what it sends is left where it is, and nothing is known.
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askGateway } from './alipay/alipay-gateway.ts'
import { createPaddleClient } from './paddle/paddle-client.ts'
import { sendSigned } from './wechatpay/wechatpay-request.ts'

const CHUNK = Buffer.alloc(64 * 1024, ' ')
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const clock = { now: () => new Date() }

let server: Server
let sentBytes = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    sentBytes = 0
    const send = (): void => {
      if (response.destroyed) return
      sentBytes += CHUNK.length
      response.write(CHUNK, send)
    }
    send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const ACCOUNT = { appId: 'a', sellerId: 's', privateKey, alipayPublicKey: publicKey, clock }
const MERCHANT = { appId: 'wx', merchantId: '1', merchantSerial: 'a1', privateKey, apiV3Keys: [], publicKey: undefined }

it.each([
  ['Alipay', () => askGateway({ ...ACCOUNT, gateway: url() }, 'alipay.trade.query', {})],
  ['WeChat Pay', () => sendSigned({ ...MERCHANT, clock, apiUrl: url() }, 'GET', '/v3/certificates')],
  ['Paddle', () => createPaddleClient({ apiUrl: url(), apiKey: 'k' })('GET', '/transactions')],
])('an answer of %s that does not end is an unknown outcome, and is not read on', async (_, ask) => {
  await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining('TooLongError') })
  expect(sentBytes).toBeLessThan(50_000_000)
})
