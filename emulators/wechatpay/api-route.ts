// `/v3/…`: judges the merchant's request, does what it asks and signs the answer, unless a fault was ordered.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { callOf, type Result } from './api-calls.ts'
import { billFile } from './bills.ts'
import { isRefusal, problemOf, type Refusal } from './judge-request.ts'
import { type CallFault, payOrder, type WechatpayState } from './state.ts'
import { randomText, signed } from './v3-crypto.ts'

const STALE_SECONDS = 600
type Action = CallFault['action'] | undefined

export function apiRoute(
  state: WechatpayState,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): void {
  const problem = problemOf(state, request, body)
  // Refused before anybody knows who asks: such answers are not signed.
  if (problem) return void response.writeHead(problem.status, JSON_TYPE).end(errorBody(problem.code))
  const url = new URL(request.url ?? '/', 'http://emulator')
  if (url.pathname === '/v3/billdownload/file') return void sendBill(state, url, response)
  const call = callOf(state, request.method ?? '', url, body === '' ? {} : JSON.parse(body))
  if (!call) return void response.writeHead(404, JSON_TYPE).end(errorBody('RESOURCE_NOT_EXISTS'))
  state.calls.push(call.name)
  const action = takeFault(state, call.name)
  if (action === 'drop-before') return void response.destroy()
  if (action === 'redirect') return void response.writeHead(302, { Location: state.origin() + request.url }).end()
  if (action === 'paid-meanwhile') payOrder(state, call.outTradeNo!)
  const result = BUSY[action ?? ''] ?? call.run()
  if (action === 'drop-after') return void response.destroy()
  answer(state, request, response, action === 'other-order' ? { ...result, out_trade_no: 'another' } : result, action)
}

/** Asked for as any call is, answered without a signature. */
function sendBill(state: WechatpayState, { searchParams }: URL, response: ServerResponse): void {
  const file = billFile(state, searchParams.get('token') ?? '')
  const fault = state.billFaults.shift()
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' })
  response.end(
    fault === 'cut'
      ? file.subarray(0, file.length - 9)
      : fault === 'bent'
        ? billFile({ ...state, merchantId: '1' }, searchParams.get('token') ?? '')
        : file,
  )
}

/** Not done, and said so. */
const BUSY: Readonly<Record<string, Refusal>> = {
  'error-500': { status: 500, code: 'SYSTEM_ERROR' },
  'error-429': { status: 429, code: 'FREQUENCY_LIMITED' },
}
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }
const errorBody = (code: string): string =>
  JSON.stringify({ code, message: '仿真的错误', detail: { location: 'body' } })

function takeFault({ faults }: WechatpayState, call: CallFault['call']): Action {
  const at = faults.findIndex((fault) => fault.call === call)
  return at < 0 ? undefined : faults.splice(at, 1)[0]!.action
}

function answer(
  state: WechatpayState,
  request: IncomingMessage,
  response: ServerResponse,
  result: Result,
  action: Action,
): void {
  const isError = result !== undefined && isRefusal(result)
  const status = result === undefined ? 204 : isError ? (result.status as number) : 200
  const body = result === undefined ? '' : isError ? errorBody(String(result.code)) : JSON.stringify(result)
  const { serial, key } = state.signer(request.headers['wechatpay-serial'] as string | undefined)
  const timestamp = String(Math.floor(state.clock.now()) - (action === 'stale' ? STALE_SECONDS : 0))
  const nonce = randomText(32)
  const signature = signed([timestamp, nonce, body], action === 'bad-sign' ? state.merchant.privateKey : key)
  response.writeHead(status, {
    ...(body && JSON_TYPE),
    'Request-ID': randomText(20),
    ...(action !== 'no-sign' && {
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': action === 'wrong-serial' ? 'F'.repeat(40) : serial,
      'Wechatpay-Signature': action === 'signtest' ? `WECHATPAY/SIGNTEST/${signature}` : signature,
      'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
    }),
  })
  response.end(body)
}
