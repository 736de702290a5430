// Money back at Alipay (payment contracts §1.4). Success is `fund_change: Y` and nothing else; a repeated number is answered with `N`, and its
// refund is asked for. The same number pays back once.
import { majorText } from '#rulebook/credits/orders.ts'
import { PaymentUnknown, type Refund, RefundRefused } from '../payment-provider.ts'
import { type AlipayAccount, askGateway, codeOf, yuan } from './alipay-gateway.ts'

/**
 * Codes after which no try with this number will ever work. Not among them: a seller's balance that is too low, a frozen trade and failures
 * of the system, which pass, and a number that was used for another amount, which only a person can clear up.
 */
const FINAL = [
  'TRADE_HAS_FINISHED',
  'TRADE_HAS_CLOSE',
  'TRADE_STATUS_ERROR',
  'TRADE_NOT_ALLOW_REFUND',
  'TRADE_NOT_EXIST',
  'REFUND_AMT_NOT_EQUAL_TOTAL',
  'REASON_TRADE_REFUND_FEE_ERR',
  'REFUND_FEE_ERROR',
  'NOT_ALLOW_PARTIAL_REFUND',
  'BUYER_ERROR',
  'BUYER_NOT_EXIST',
  'BUYER_ENABLE_STATUS_FORBID',
  'CUSTOMER_VALIDATE_ERROR',
  'USER_NOT_MATCH_ERR',
].map((code) => `ACQ.${code}`)

export async function refundOrder(account: AlipayAccount, refund: Refund): Promise<'refunded' | 'pending'> {
  const answer = await askGateway(account, 'alipay.trade.refund', {
    out_trade_no: refund.orderNumber,
    out_request_no: refund.refundNumber,
    refund_amount: majorText(refund.amount.minor),
    refund_reason: refund.reason,
  })
  const subCode = String(answer.sub_code ?? '')
  const isAccepted = answer.code === '10000' && answer.out_trade_no === refund.orderNumber
  if (isAccepted && answer.fund_change === 'Y') return 'refunded'
  if (!isAccepted && !FINAL.includes(subCode)) throw new PaymentUnknown(codeOf(answer))
  // Also before a refusal is believed: credits are given again on it.
  if ((await queryRefund(account, refund)) === 'refunded') return 'refunded'
  if (!isAccepted) throw new RefundRefused(subCode)
  return 'pending'
}

export async function queryRefund(account: AlipayAccount, refund: Refund): Promise<'refunded' | 'unknown-there'> {
  const { orderNumber, refundNumber, amount } = refund
  const answer = await askGateway(account, 'alipay.trade.fastpay.refund.query', {
    out_trade_no: orderNumber,
    out_request_no: refundNumber,
  })
  if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return 'unknown-there'
  if (answer.code !== '10000') throw new PaymentUnknown(codeOf(answer))
  if (answer.refund_status === undefined) return 'unknown-there'
  // An answer to another question proves nothing about this refund.
  if (isOther(answer.out_trade_no, orderNumber) || isOther(answer.out_request_no, refundNumber))
    throw new PaymentUnknown('the answer is about another refund')
  if (answer.refund_status !== 'REFUND_SUCCESS' || yuan(String(answer.refund_amount))?.minor !== amount.minor)
    throw new PaymentUnknown('the answer about a refund cannot be read')
  return 'refunded'
}

/** Not every version of the call repeats both numbers. */
const isOther = (answered: unknown, ours: string): boolean => answered !== undefined && answered !== ours
