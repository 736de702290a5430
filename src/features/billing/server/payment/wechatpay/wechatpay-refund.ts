// Money back at WeChat Pay (payment contracts §2.6): always asynchronous. An accepted refund is proven by `SUCCESS` and nothing else; the same number
// pays back once.
import { PaymentUnknown, type Refund, RefundRefused } from '../payment-provider.ts'
import { codeOf, type ProvenAnswer, unexpected, type WechatpayClient } from './wechatpay-client.ts'
import { readRefund } from './wechatpay-messages.ts'

const REFUNDS = '/v3/refund/domestic/refunds'

/**
 * Codes after which no try with this number will ever work: too late, too much, or a buyer's account that takes nothing. Not among them: a float that
 * is too low (NOTENOUGH), limits of frequency, and a paid order that is not found, which pass.
 */
const FINAL = ['INVALIDREQUEST', 'USERACCOUNTABNORMAL']

export async function refundOrder(
  client: WechatpayClient,
  refund: Refund,
  webhookAddress: string,
): Promise<'refunded' | 'pending'> {
  const answer = await client.ask('POST', REFUNDS, {
    out_trade_no: refund.orderNumber,
    out_refund_no: refund.refundNumber,
    reason: refund.reason,
    notify_url: webhookAddress,
    amount: { refund: refund.amount.minor, total: refund.total.minor, currency: refund.amount.currency },
  })
  if (answer.status === 200) return stateOf(answer, refund)
  if (!FINAL.includes(codeOf(answer))) throw unexpected(answer)
  // Also before a refusal is believed: credits are given again on it.
  const known = await queryRefund(client, refund)
  if (known === 'unknown-there') throw new RefundRefused(codeOf(answer))
  return known
}

export async function queryRefund(
  client: WechatpayClient,
  refund: Refund,
): Promise<'refunded' | 'pending' | 'unknown-there'> {
  const answer = await client.ask('GET', `${REFUNDS}/${refund.refundNumber}`)
  if (answer.status === 404 && codeOf(answer) === 'RESOURCENOTEXISTS') return 'unknown-there'
  if (answer.status !== 200) throw unexpected(answer)
  return stateOf(answer, refund)
}

/** CLOSED is the end without money. ABNORMAL is none: a person clears it up at WeChat Pay's console, and then it becomes SUCCESS. */
function stateOf({ text }: ProvenAnswer, { orderNumber, refundNumber, amount }: Refund): 'refunded' | 'pending' {
  const refund = readRefund(text)
  // An answer to another question proves nothing about this refund.
  const isAsked = refund?.out_refund_no === refundNumber && refund.out_trade_no === orderNumber
  if (!isAsked || refund.amount.refund !== amount.minor)
    throw new PaymentUnknown('the answer about a refund cannot be read')
  if (refund.status === 'CLOSED') throw new RefundRefused(refund.status)
  if (refund.status === 'ABNORMAL') throw new PaymentUnknown(refund.status)
  return refund.status === 'SUCCESS' ? 'refunded' : 'pending'
}
