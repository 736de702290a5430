// Alipay as a payment provider: page pay on a computer, wap pay on a phone (document 2 §7; decision 0081). The trade exists there only when
// the buyer has done something, so a question before that knows nothing of it.
import { randomUUID } from 'node:crypto'
import { majorText } from '#rulebook/credits/orders.ts'
import { chinaTime } from '../china-time.ts'
import {
  type Checkout,
  type PaymentProvider,
  PaymentUnknown,
  type ProvenOutcome,
  type RawWebhook,
  type VerifiedWebhook,
  WebhookRefused,
} from '../payment-provider.ts'
import { readAlipayBill } from './alipay-bill.ts'
import { type AlipayAccount, askGateway, codeOf, signedCall, yuan } from './alipay-gateway.ts'
import { queryRefund, refundOrder } from './alipay-refund.ts'
import { isWebhookSigned, readForm } from './alipay-signature.ts'

export type AlipayParts = AlipayAccount & { readonly webhookAddress: string }

export function createAlipay(parts: AlipayParts): PaymentProvider {
  return {
    name: 'alipay',
    acknowledgement: 'success',
    // Querying an order that does not exist proves the keys without a side effect.
    proveAccount: async () => void (await queryOrder(parts, randomUUID().replaceAll('-', ''))),
    createCheckout: async (checkout) => ({ kind: 'address', address: checkoutAddress(parts, checkout) }),
    verifyWebhook: async (webhook) => verifyWebhook(parts, webhook),
    queryOrder: (orderNumber) => queryOrder(parts, orderNumber),
    close: (orderNumber) => closeOrder(parts, orderNumber),
    refund: (refund) => refundOrder(parts, refund),
    queryRefund: (refund) => queryRefund(parts, refund),
    readBill: (day) => readAlipayBill(parts, day),
  }
}

function checkoutAddress(parts: AlipayParts, { orderNumber, title, amount, ...checkout }: Checkout): string {
  const { gateway, webhookAddress } = parts
  const kind = checkout.isPhone
    ? ({ method: 'alipay.trade.wap.pay', product_code: 'QUICK_WAP_WAY' } as const)
    : ({ method: 'alipay.trade.page.pay', product_code: 'FAST_INSTANT_TRADE_PAY' } as const)
  const content = {
    out_trade_no: orderNumber,
    total_amount: majorText(amount.minor),
    subject: title,
    product_code: kind.product_code,
    time_expire: chinaTime(checkout.expiresAt),
    ...(checkout.isPhone && { quit_url: checkout.returnAddress }),
  }
  const addresses = { notify_url: webhookAddress, return_url: checkout.returnAddress }
  return `${gateway}?${signedCall(parts, kind.method, content, addresses)}`
}

function verifyWebhook({ alipayPublicKey, appId, sellerId }: AlipayParts, { body }: RawWebhook): VerifiedWebhook {
  const fields = formOf(body)
  if (!isWebhookSigned(fields, alipayPublicKey)) throw new WebhookRefused('the signature is not good')
  if (fields.get('app_id') !== appId) throw new WebhookRefused('it is for another application')
  if (fields.get('seller_id') !== sellerId) throw new WebhookRefused('it is for another seller')
  const text = (name: string): string => fields.get(name) ?? ''
  const [eventId, orderNumber] = [text('notify_id'), text('out_trade_no')]
  if (!eventId || !orderNumber) throw new WebhookRefused('it names no event or order')
  const outcome = outcomeOf({
    status: text('trade_status'),
    tradeNo: text('trade_no'),
    total: text('total_amount'),
    wasPaid: text('gmt_payment') !== '' || text('refund_fee') !== '',
  })
  if (!outcome) throw new WebhookRefused('its state or amount cannot be read')
  const facts = Object.fromEntries(KEPT_FIELDS.map((name) => [name, text(name)]))
  return { eventId, orderNumber, outcome, facts }
}

/** What is kept of a webhook: nothing about the buyer. */
const KEPT_FIELDS = ['trade_no', 'out_trade_no', 'trade_status', 'total_amount', 'refund_fee', 'notify_time'] as const

function formOf(body: Uint8Array): ReadonlyMap<string, string> {
  try {
    return readForm(body)
  } catch (error) {
    throw new WebhookRefused((error as Error).message)
  }
}

async function queryOrder(parts: AlipayParts, orderNumber: string): Promise<ProvenOutcome> {
  const answer = await askGateway(parts, 'alipay.trade.query', { out_trade_no: orderNumber })
  if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return { state: 'unknown-there' }
  // An answer to another question proves nothing about this order.
  if (answer.code !== '10000' || answer.out_trade_no !== orderNumber) throw new PaymentUnknown(codeOf(answer))
  const outcome = outcomeOf({
    status: String(answer.trade_status),
    tradeNo: String(answer.trade_no ?? ''),
    total: String(answer.total_amount),
    wasPaid: Boolean(answer.send_pay_date),
  })
  if (!outcome) throw new PaymentUnknown('the answer cannot be read')
  return outcome
}

const TOO_LATE_TO_CLOSE = ['ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID', 'ACQ.TRADE_HAS_SUCCESS']

async function closeOrder(parts: AlipayParts, orderNumber: string): Promise<'closed' | 'paid'> {
  const answer = await askGateway(parts, 'alipay.trade.close', { out_trade_no: orderNumber })
  // A trade that never came to be is as good as closed: its link has expired before we ask.
  if (answer.code === '10000' || answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return 'closed'
  if (TOO_LATE_TO_CLOSE.includes(String(answer.sub_code))) return 'paid'
  throw new PaymentUnknown(codeOf(answer))
}

interface Trade {
  readonly status: string
  readonly tradeNo: string
  readonly total: string
  readonly wasPaid: boolean
}

/** TRADE_CLOSED means two things: never paid, or paid and given back. Undefined for what nobody can read. */
function outcomeOf({ status, tradeNo, total, wasPaid }: Trade): ProvenOutcome | undefined {
  if (status === 'WAIT_BUYER_PAY') return { state: 'waiting' }
  if (status === 'TRADE_CLOSED' && !wasPaid) return { state: 'closed' }
  const amount = yuan(total)
  if (!amount || !tradeNo) return undefined
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED')
    return { state: 'paid', transactionId: tradeNo, amount }
  return status === 'TRADE_CLOSED' ? { state: 'refunded', transactionId: tradeNo, amount } : undefined
}
