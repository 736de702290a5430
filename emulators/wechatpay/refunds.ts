// Money back (payment contracts §2.6): 200 says accepted, the end comes later and is asked for.
import { randomInt } from 'node:crypto'
import { type Refusal, refusal } from './judge-request.ts'
import { beijingTime, type Order, type RefundEntry, type WechatpayState } from './state.ts'

type Fields = Readonly<Record<string, unknown>>
const YEAR_SECONDS = 365 * 86_400

export function createRefund(state: WechatpayState, fields: Fields): Fields | Refusal {
  const { out_trade_no: outTradeNo, out_refund_no: refundNo, reason } = fields
  const { refund: refundFen, total, currency } = (fields.amount ?? {}) as Fields
  const isGood =
    /^[\w\-|*@]{1,64}$/.test(String(refundNo)) &&
    String(reason ?? '').length <= 80 &&
    Number.isSafeInteger(refundFen) &&
    (refundFen as number) > 0 &&
    currency === 'CNY'
  if (!isGood) return refusal(400, 'PARAM_ERROR')
  const order = state.orders.get(String(outTradeNo))
  if (!order?.paidAtMs) return refusal(404, 'RESOURCE_NOT_EXISTS')
  const known = state.refunds.get(String(refundNo))
  if (known) return known.refundFen === refundFen ? refundAnswer(order, known) : refusal(400, 'INVALID_REQUEST')
  if (state.float.isEmpty) return refusal(403, 'NOT_ENOUGH')
  const isLate = state.clock.now() - order.paidAtMs / 1000 > YEAR_SECONDS
  if (total !== order.totalFen || (refundFen as number) > leftOf(state, order) || isLate)
    return refusal(400, 'INVALID_REQUEST')
  const entry: RefundEntry = {
    refundNo: String(refundNo),
    refundId: `50000${randomInt(1e12)}`,
    outTradeNo: order.wish.outTradeNo,
    refundFen: refundFen as number,
    status: 'PROCESSING',
  }
  state.refunds.set(entry.refundNo, entry)
  order.state = 'REFUND'
  return refundAnswer(order, entry)
}

export function queryRefund(state: WechatpayState, refundNo: string): Fields | Refusal {
  const entry = state.refunds.get(refundNo)
  return entry ? refundAnswer(state.orders.get(entry.outTradeNo)!, entry) : refusal(404, 'RESOURCE_NOT_EXISTS')
}

const leftOf = ({ refunds }: WechatpayState, { wish, totalFen }: Order): number =>
  [...refunds.values()]
    .filter(({ outTradeNo, status }) => outTradeNo === wish.outTradeNo && status !== 'CLOSED')
    .reduce((left, { refundFen }) => left - refundFen, totalFen)

const refundAnswer = ({ transactionId, totalFen, paidAtMs }: Order, entry: RefundEntry): Fields => ({
  refund_id: entry.refundId,
  out_refund_no: entry.refundNo,
  transaction_id: transactionId,
  out_trade_no: entry.outTradeNo,
  channel: 'ORIGINAL',
  user_received_account: '招商银行信用卡0403',
  create_time: beijingTime(paidAtMs!),
  // The API says `status`, webhooks say `refund_status`.
  status: entry.status,
  funds_account: 'AVAILABLE',
  amount: { total: totalFen, refund: entry.refundFen, payer_refund: Math.max(1, entry.refundFen - 1), currency: 'CNY' },
})
