// Alipay as a process of this machine (payment contracts §1), written from the contract, never from the adapter: gateway, cashier
// page, webhooks and its own book of money, with keys of its own (decision 0082).
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createVirtualClock } from '../topaz/virtual-clock.ts'
import { billRoute } from './bills.ts'
import { cashierRoute } from './cashier.ts'
import { gatewayRoute } from './gateway-route.ts'
import { makeKeys } from './rsa2.ts'
import { type AlipayState, payTrade, webhookOf } from './state.ts'
import type { Trade } from './trades.ts'
import { createWebhooks } from './webhooks.ts'

export interface AlipayEmulator extends AlipayState {
  readonly origin: string
  readonly gateway: string
  /** What the product needs to use it. */
  readonly settings: Readonly<Record<string, string>>
  /** The buyer pays this order; another amount than the link's is a fault that only an emulator can make. */
  pay(outTradeNo: string, paidFen?: number): Trade
  close(): Promise<void>
}

export interface AlipayOptions {
  readonly port?: number
  /** Webhooks wait for `webhooks.send`. */
  readonly isHeld?: boolean
  /** Virtual seconds per second between two deliveries of a webhook. */
  readonly retrySpeed?: number
}

const APP_ID = '2021000000000001'
const SELLER_ID = '2088000000000001'

export async function openAlipayEmulator(options: AlipayOptions = {}): Promise<AlipayEmulator> {
  const alipay = makeKeys()
  const merchant = makeKeys()
  let address = ''
  const webhooks = createWebhooks(alipay.privateKey, {
    isHeld: options.isHeld ?? false,
    retrySpeed: options.retrySpeed ?? 1,
  })
  const state: AlipayState = {
    appId: APP_ID,
    sellerId: SELLER_ID,
    merchant,
    alipay,
    clock: createVirtualClock(1),
    links: new Map(),
    trades: new Map(),
    webhooks,
    faults: [],
    bills: new Map(),
    billEdit: {},
    address: () => address,
    calls: [],
    notify: (trade, more) => void webhooks.add(trade.link.notifyUrl, webhookOf(state, trade, more)),
  }
  const server = createServer((request, response) => {
    serve(state, request, response).catch(() => response.destroy())
  })
  const origin = await listen(server, options.port ?? 0)
  address = origin
  const gateway = `${origin}/gateway.do`
  return {
    ...state,
    origin,
    gateway,
    settings: {
      ALIPAY_APP_ID: APP_ID,
      ALIPAY_SELLER_ID: SELLER_ID,
      ALIPAY_PRIVATE_KEY: merchant.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      ALIPAY_PUBLIC_KEY: alipay.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      ALIPAY_GATEWAY: gateway,
    },
    pay: (outTradeNo, paidFen) => payTrade(state, outTradeNo, paidFen),
    async close() {
      webhooks.stop()
      await webhooks.settled()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(state: AlipayState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://emulator')
  if (address.pathname.startsWith('/bill/')) return billRoute(state, address.pathname, response)
  const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
  if (address.pathname === '/gateway.do')
    return gatewayRoute(state, new URLSearchParams([...address.searchParams, ...form]), response)
  if (address.pathname.startsWith('/cashier/')) return cashierRoute(state, address, form, response)
  response.writeHead(404).end()
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
