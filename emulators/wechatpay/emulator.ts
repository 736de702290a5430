// WeChat Pay's API v3 as a process of this machine (payment contracts §2), written from the contract, never from the adapter: orders, answers
// and webhooks with real signatures and seals, with keys of its own (decisions 0082 and 0083). WeChat Pay has no sandbox for v3.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createVirtualClock } from '../topaz/virtual-clock.ts'
import { apiRoute } from './api-route.ts'
import { buyerRoute } from './buyer-pages.ts'
import { makePlatformCertificate } from './platform-certificate.ts'
import { type Order, payOrder, type WechatpayState } from './state.ts'
import { makeKeys, randomText } from './v3-crypto.ts'
import { createWebhooks } from './webhooks.ts'
import { newWechatApp, openPayment, wechatRoute } from './wechat-app.ts'

export interface WechatpayEmulator extends WechatpayState {
  /** What the product needs to use it. */
  readonly settings: Readonly<Record<string, string>>
  /** The buyer pays this order; another amount than the price is a fault that only an emulator can make. */
  pay(outTradeNo: string, totalFen?: number): Order
  /** What the product needs beside to take payments inside WeChat. */
  readonly inAppSettings: Readonly<Record<string, string>>
  /** What WeChat's browser does with the words of a page. */
  openPayment(wanted: Readonly<Record<string, string>>): string
  /** A new platform certificate signs from now on. */
  rotateCertificate(): void
  /** Webhooks are signed by this from now on, as they come mixed while a merchant changes from one to the other. */
  signWebhooksBy(kind: 'public-key' | 'certificate'): void
  close(): Promise<void>
}

export interface WechatpayOptions {
  readonly port?: number
  /** Whether the merchant has the public key, or platform certificates only. */
  readonly kind?: 'public-key' | 'certificate'
  /** Webhooks wait for `webhooks.send`. */
  readonly isHeld?: boolean
  /** Virtual seconds per second between two deliveries of a webhook. */
  readonly retrySpeed?: number
}

const YEAR_MS = 365 * 86_400_000

export async function openWechatpayEmulator(options: WechatpayOptions = {}): Promise<WechatpayEmulator> {
  let webhooksBy = options.kind ?? 'public-key'
  let address = ''
  const clock = createVirtualClock(1)
  const apiV3Key = randomText(32)
  const newCertificate = () => makePlatformCertificate(new Date(Date.now() - YEAR_MS), new Date(Date.now() + YEAR_MS))
  const state: WechatpayState = {
    appId: 'wx8888888888888888',
    merchantId: '1900000001',
    merchant: { ...makeKeys(), serial: randomBytes(20).toString('hex').toUpperCase() },
    apiV3Key,
    publicKey: { ...makeKeys(), id: `PUB_KEY_ID_0119000000012026112300${randomBytes(4).toString('hex')}` },
    certificates: [newCertificate()],
    clock,
    app: newWechatApp(),
    orders: new Map(),
    refunds: new Map(),
    float: { isEmpty: false },
    billsInTheMaking: new Set(),
    billFaults: [],
    billEdit: {},
    faults: [],
    calls: [],
    origin: () => address,
    signer: (wanted) => {
      const { certificates, publicKey } = state
      const certificate = certificates.at(-1)!
      return wanted === publicKey.id
        ? { serial: publicKey.id, key: publicKey.privateKey }
        : { serial: certificate.serial, key: certificate.privateKey }
    },
    webhooks: createWebhooks({
      isHeld: options.isHeld ?? false,
      retrySpeed: options.retrySpeed ?? 1,
      apiV3Key,
      signer: () => state.signer(webhooksBy === 'public-key' ? state.publicKey.id : undefined),
      now: clock.now,
    }),
  }
  const server = createServer((request, response) => {
    serve(state, request, response).catch(() => response.destroy())
  })
  address = await listen(server, options.port ?? 0)
  return {
    ...state,
    settings: settingsOf(state, address, options.kind ?? 'public-key'),
    inAppSettings: inAppSettingsOf(state, address),
    openPayment: (wanted) => openPayment(state, wanted),
    pay: (outTradeNo, totalFen) => payOrder(state, outTradeNo, totalFen),
    rotateCertificate: () => void state.certificates.push(newCertificate()),
    signWebhooksBy: (kind) => {
      webhooksBy = kind
    },
    close: () => close(state, server),
  }
}

async function close({ webhooks }: WechatpayState, server: Server): Promise<void> {
  webhooks.stop()
  await webhooks.settled()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

const settingsOf = (
  { appId, merchantId, merchant, apiV3Key, publicKey }: WechatpayState,
  address: string,
  kind: 'public-key' | 'certificate',
): Record<string, string> => ({
  WECHATPAY_APP_ID: appId,
  WECHATPAY_MERCHANT_ID: merchantId,
  WECHATPAY_MERCHANT_SERIAL: merchant.serial,
  WECHATPAY_PRIVATE_KEY: merchant.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  WECHATPAY_API_V3_KEY: apiV3Key,
  ...(kind === 'public-key' && {
    WECHATPAY_PUBLIC_KEY_ID: publicKey.id,
    WECHATPAY_PUBLIC_KEY: publicKey.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }),
  WECHATPAY_API_URL: address,
})

const inAppSettingsOf = ({ appId, app }: WechatpayState, address: string): Record<string, string> => ({
  WECHAT_OFFICIAL_APP_ID: appId,
  WECHAT_OFFICIAL_SECRET: app.secret,
  WECHAT_OPEN_URL: address,
  WECHAT_API_URL: address,
})

async function serve(state: WechatpayState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = request.method === 'POST' ? await text(request) : ''
  const url = new URL(request.url ?? '/', 'http://emulator')
  if (url.pathname.startsWith('/v3/')) apiRoute(state, request, body, response)
  else if (!wechatRoute(state, url, response)) buyerRoute(state, url, new URLSearchParams(body), response)
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
