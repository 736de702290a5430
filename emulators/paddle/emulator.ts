// Paddle Billing as a process of this machine (payment contracts §3), written from the contract, never from the adapter: transactions, adjustments,
// signed events, and a page on which a buyer pays (decisions 0082 and 0101).
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createVirtualClock } from '../topaz/virtual-clock.ts'
import { type Answer, callOf, payMeanwhile } from './api-calls.ts'
import { buyerPage } from './buyer-page.ts'
import { newId, type PaddleState } from './state.ts'
import { createWebhooks } from './webhooks.ts'

export interface PaddleEmulator extends PaddleState {
  /** What the product needs to use it. */
  readonly settings: Readonly<Record<string, string>>
  readonly origin: string
  /** Where events go, which a seller says in Paddle's dashboard, and where its hosted page leads afterwards. */
  sendWebhooksTo(address: string): void
  close(): Promise<void>
}

export interface PaddleOptions {
  readonly port?: number
  /** Webhooks wait for `webhooks.send`. */
  readonly isHeld?: boolean
  readonly retrySpeed?: number
}

export async function openPaddleEmulator(options: PaddleOptions = {}): Promise<PaddleEmulator> {
  let address = ''
  let webhookAddress: string | undefined
  const clock = createVirtualClock(1)
  const webhookSecret = `pdl_${newId('ntfset')}_${newId('s')}`
  const state: PaddleState = {
    apiKey: `pdl_sdbx_${newId('apikey')}_emulated`,
    webhookSecret,
    clock,
    transactions: new Map(),
    adjustments: new Map(),
    faults: [],
    calls: [],
    paymentLink: () => `${address}/pay`,
    webhooks: createWebhooks({
      isHeld: options.isHeld ?? false,
      retrySpeed: options.retrySpeed ?? 1,
      secret: webhookSecret,
      address: () => webhookAddress,
      now: clock.now,
    }),
  }
  const server = createServer((request, response) => {
    serve(state, webhookAddress, request, response).catch(() => response.destroy())
  })
  address = await listen(server, options.port ?? 0)
  return {
    ...state,
    origin: address,
    settings: {
      PADDLE_API_KEY: state.apiKey,
      PADDLE_WEBHOOK_SECRET: webhookSecret,
      PADDLE_API_URL: address,
      PADDLE_CHECKOUT_URL: `${address}/hosted`,
    },
    sendWebhooksTo: (to) => {
      webhookAddress = to
    },
    async close() {
      state.webhooks.stop()
      await state.webhooks.settled()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(
  state: PaddleState,
  webhookAddress: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = request.method === 'GET' ? '' : await text(request)
  const url = new URL(request.url ?? '/', 'http://emulator')
  if (url.pathname === '/hosted' || url.pathname === '/pay')
    return buyerPage(state, url, new URLSearchParams(body), webhookAddress, response)
  if (request.headers.authorization !== `Bearer ${state.apiKey}`)
    return answer(response, { status: 403, code: 'authentication_malformed' })
  const call = callOf(state, request.method ?? '', url, body === '' ? {} : JSON.parse(body))
  if (!call) return answer(response, { status: 404, code: 'not_found' })
  state.calls.push(call.name)
  const at = state.faults.findIndex((fault) => fault.call === call.name)
  const action = at < 0 ? undefined : state.faults.splice(at, 1)[0]!.action
  if (action === 'drop-before') return void response.destroy()
  if (action === 'bad-gateway') return void response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>502</h1>')
  if (action === 'error-500') return answer(response, { status: 500, code: 'internal_error' })
  if (action === 'error-429') return answer(response, { status: 429, code: 'too_many_requests' })
  if (action === 'empty') return answer(response, { status: 200, data: [] })
  if (action === 'paid-meanwhile') payMeanwhile(state, call)
  const result = call.run()
  if (action === 'drop-after') return void response.destroy()
  if (action === 'garbage-after') return void response.writeHead(result.status).end('{"data":')
  answer(response, result)
}

function answer(response: ServerResponse, { status, data, code }: Answer): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 429 && { 'Retry-After': '7' }),
  })
  const meta = { request_id: newId('req') }
  response.end(
    JSON.stringify(code ? { error: { type: 'request_error', code, detail: '仿真的错误' }, meta } : { data, meta }),
  )
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
