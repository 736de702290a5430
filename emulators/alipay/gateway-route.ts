// `/gateway.do`: judges the merchant's request strictly, then answers signed JSON, or the cashier for the two page payments.
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Answer, business, GATEWAY_CALLS } from './gateway-calls.ts'
import { isGood, requestText, signed } from './rsa2.ts'
import { type AlipayState, type GatewayFault, payTrade } from './state.ts'
import { fenOf, fromWallClock, type PayLink } from './trades.ts'

const PRODUCTS: Readonly<Record<string, readonly [PayLink['kind'], string]>> = {
  'alipay.trade.page.pay': ['page', 'FAST_INSTANT_TRADE_PAY'],
  'alipay.trade.wap.pay': ['wap', 'QUICK_WAP_WAY'],
}

type Fields = Readonly<Record<string, string>>

export function gatewayRoute(state: AlipayState, query: URLSearchParams, response: ServerResponse): void {
  const fields = Object.fromEntries(query)
  const method = fields.method ?? ''
  state.calls.push(method)
  const taken = takeFault(state, method)
  const fault = taken?.action
  if (fault === 'drop-before') return void response.destroy()
  if (fault === 'error-500') return void response.writeHead(500).end('<html>error</html>')
  const problem = problemOf(state, fields)
  if (fault === 'paid-meanwhile') payTrade(state, String(contentOf(fields).out_trade_no))
  const product = PRODUCTS[method]
  if (product) {
    openCashier(state, fields, product, problem, response)
    return
  }
  const refused = fault === 'refuse' ? business(taken?.code ?? 'SYSTEM_ERROR') : undefined
  const answer =
    problem ?? refused ?? GATEWAY_CALLS[method]?.(state, contentOf(fields)) ?? refusal('40002', 'isv.invalid-method')
  if (fault === 'stale-link') for (const link of state.bills.values()) link.untilSeconds = 0
  if (fault === 'drop-after') return void response.destroy()
  const node = JSON.stringify(answer).replaceAll('/', '\\/')
  const isOtherKey = fault === 'bad-sign' || fault === 'new-certificate'
  const sign = signed(node, isOtherKey ? state.merchant.privateKey : state.alipay.privateKey)
  const key = `${method.replaceAll('.', '_')}_response`
  response.writeHead(200, { 'Content-Type': 'text/html;charset=utf-8' })
  // §1.2: only in certificate mode.
  const certificate = fault?.endsWith('-certificate') ? `"alipay_cert_sn":"${md5Of(fault)}",` : ''
  response.end(fault === 'no-sign' ? `{"${key}":${node}}` : `{"${key}":${node},${certificate}"sign":"${sign}"}`)
}

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex')

function takeFault({ faults }: AlipayState, method: string): GatewayFault | undefined {
  const at = faults.findIndex((fault) => fault.method === method)
  return at < 0 ? undefined : faults.splice(at, 1)[0]
}

const refusal = (code: string, subCode: string): Answer => ({ code, msg: 'Invalid Arguments', sub_code: subCode })

/** §1.1, §1.2: the fields that every call carries; times are the wall clock of GMT+8. */
function problemOf(state: AlipayState, fields: Fields): Answer | undefined {
  if (fields.app_id !== state.appId) return refusal('40002', 'isv.invalid-app-id')
  if (fields.sign_type !== 'RSA2' || fields.charset !== 'utf-8' || fields.version !== '1.0' || fields.format !== 'JSON')
    return refusal('40002', 'isv.invalid-encoding')
  const atMs = fromWallClock(fields.timestamp)
  if (atMs === undefined || Math.abs(atMs - state.clock.now() * 1000) > 15 * 60_000)
    return refusal('40002', 'isv.invalid-timestamp')
  if (!isGood(requestText(fields), fields.sign ?? '', state.merchant.publicKey))
    return refusal('40002', 'isv.invalid-signature')
  return undefined
}

const contentOf = (fields: Fields): Readonly<Record<string, unknown>> =>
  JSON.parse(fields.biz_content ?? '{}') as Record<string, unknown>

/** Errors of a page payment are shown to the buyer, not reported to the merchant. */
function openCashier(
  state: AlipayState,
  fields: Fields,
  [kind, productCode]: readonly [PayLink['kind'], string],
  problem: Answer | undefined,
  response: ServerResponse,
): void {
  const content = contentOf(fields)
  const link = problem ? undefined : linkOf(fields, content, kind)
  const known = link && state.links.get(link.outTradeNo)
  if (!link || content.product_code !== productCode || (known && known.totalFen !== link.totalFen))
    return void response
      .writeHead(200, { 'Content-Type': 'text/html;charset=utf-8' })
      .end(`<p>${problem?.sub_code ?? 'INVALID_PARAMETER'}</p>`)
  state.links.set(link.outTradeNo, link)
  response.writeHead(302, { Location: `/cashier/${link.outTradeNo}` }).end()
}

/** §1.3. */
function linkOf(
  fields: Fields,
  content: Readonly<Record<string, unknown>>,
  kind: PayLink['kind'],
): PayLink | undefined {
  const { out_trade_no: outTradeNo, subject } = content
  const totalFen = fenOf(content.total_amount)
  const expiresAtMs = fromWallClock(content.time_expire)
  if (typeof outTradeNo !== 'string' || !/^\w{1,64}$/.test(outTradeNo)) return undefined
  if (typeof subject !== 'string' || subject === '' || subject.length > 256 || /[/=&]/.test(subject)) return undefined
  if (totalFen === undefined || expiresAtMs === undefined) return undefined
  return {
    outTradeNo,
    subject,
    totalFen,
    expiresAtMs,
    kind,
    notifyUrl: fields.notify_url ?? '',
    returnUrl: fields.return_url ?? '',
  }
}
