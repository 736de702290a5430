// What WeChat Pay does with a merchant's question (payment contracts §2.4, §2.5). Every answer has the code of the contract.
import { billLink } from './bills.ts'
import { isRefusal, type Refusal, refusal, wishOf } from './judge-request.ts'
import { createRefund, queryRefund } from './refunds.ts'
import { beijingTime, type CallFault, type Order, type Product, transactionOf, type WechatpayState } from './state.ts'
import { randomText, sealed } from './v3-crypto.ts'

/** Undefined: 204. */
export type Result = Readonly<Record<string, unknown>> | undefined | Refusal
type Fields = Readonly<Record<string, unknown>>

export interface ApiCall {
  readonly name: CallFault['call']
  /** Absent for the list of certificates. */
  readonly outTradeNo?: string
  run(): Result
}

export function callOf(state: WechatpayState, method: string, url: URL, fields: Fields): ApiCall | undefined {
  const path = url.pathname.replace('/v3/pay/transactions/', '')
  if (method === 'POST' && (path === 'native' || path === 'h5' || path === 'jsapi'))
    return { name: path, outTradeNo: String(fields.out_trade_no), run: () => create(state, path, fields) }
  if (method === 'GET' && path === '/v3/bill/tradebill') return { name: 'bill', run: () => billLink(state, url) }
  if (method === 'GET' && path === '/v3/certificates') return { name: 'certificates', run: () => listing(state) }
  const [, refundNo] = /^\/v3\/refund\/domestic\/refunds(?:\/([^/]+))?$/.exec(path) ?? [path, null]
  if (method === 'POST' && refundNo === undefined)
    return { name: 'refund', outTradeNo: String(fields.out_trade_no), run: () => createRefund(state, fields) }
  if (method === 'GET' && typeof refundNo === 'string')
    return { name: 'refund-query', run: () => queryRefund(state, refundNo) }
  const [, outTradeNo, close] = /^out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? []
  if (outTradeNo === undefined) return undefined
  if (method === 'GET' && !close)
    return { name: 'query', outTradeNo, run: () => query(state, outTradeNo, url.searchParams.get('mchid')) }
  if (method === 'POST' && close)
    return { name: 'close', outTradeNo, run: () => closeOrder(state, outTradeNo, fields.mchid) }
  return undefined
}

/** The same words about the same number hand out a fresh link; other words, or a number that is over, are refused. */
function create(state: WechatpayState, product: Product, fields: Fields): Result {
  const wish = wishOf(state, product, fields)
  if (isRefusal(wish)) return wish
  const known = state.orders.get(wish.outTradeNo)
  if (known?.state === 'SUCCESS') return refusal(400, 'ORDERPAID')
  if (known && (known.state !== 'NOTPAY' || JSON.stringify(known.wish) !== JSON.stringify(wish)))
    return refusal(403, 'OUT_TRADE_NO_USED')
  const order: Order = known ?? { wish, state: 'NOTPAY', links: [], totalFen: wish.totalFen }
  state.orders.set(wish.outTradeNo, order)
  const link = randomText(9)
  order.links.push(link)
  if (product === 'jsapi') return { prepay_id: `wx${link}` }
  return product === 'native'
    ? { code_url: `weixin://wxpay/bizpayurl?pr=${link}` }
    : { h5_url: `${state.origin()}/h5/${wish.outTradeNo}?prepay_id=wx${link}&package=1` }
}

function query(state: WechatpayState, outTradeNo: string, merchantId: string | null): Result {
  if (merchantId !== state.merchantId) return refusal(400, 'PARAM_ERROR')
  const order = state.orders.get(outTradeNo)
  return order ? transactionOf(state, order) : refusal(404, 'ORDER_NOT_EXIST')
}

function closeOrder(state: WechatpayState, outTradeNo: string, merchantId: unknown): Result {
  if (merchantId !== state.merchantId) return refusal(400, 'PARAM_ERROR')
  const order = state.orders.get(outTradeNo)
  if (!order) return refusal(404, 'ORDER_NOT_EXIST')
  if (order.state === 'CLOSED') return refusal(400, 'ORDER_CLOSED')
  if (order.state !== 'NOTPAY') return refusal(400, 'ORDERPAID')
  order.state = 'CLOSED'
  return undefined
}

/** §2.2: nothing where the merchant has the public key only. */
function listing({ certificates, apiV3Key }: WechatpayState): Result {
  if (certificates.length === 0) return refusal(404, 'RESOURCE_NOT_EXISTS')
  return {
    data: certificates.map(({ serial, pem, notBefore, notAfter }) => ({
      serial_no: serial,
      effective_time: beijingTime(notBefore.getTime()),
      expire_time: beijingTime(notAfter.getTime()),
      encrypt_certificate: sealed(pem, 'certificate', apiV3Key),
    })),
  }
}
