// WeChat Pay as a payment provider (document 2 §7; decision 0083): a code to scan on a computer (Native), WeChat opened by the browser of a phone (H5),
// a payment above our page inside WeChat (JSAPI; decision 0102).
// Its orders exist from the moment they are made, and stay unpaid until they are closed.

import { randomBytes, randomUUID, sign } from 'node:crypto'
import { chinaTime } from '../china-time.ts'
import {
  type Checkout,
  type CheckoutWay,
  type PaymentProvider,
  PaymentUnknown,
  type ProvenOutcome,
  type RawWebhook,
  type VerifiedWebhook,
  type WebhookEvent,
  WebhookRefused,
  type WechatInvocation,
} from '../payment-provider.ts'
import type { WechatPayer } from './wechat-payer.ts'
import { readWechatpayBill } from './wechatpay-bill.ts'
import { codeOf, createWechatpayClient, unexpected, type WechatpayClient } from './wechatpay-client.ts'
import { readEvent, readRefundWebhook, readTransaction, type Transaction } from './wechatpay-messages.ts'
import { queryRefund, refundOrder } from './wechatpay-refund.ts'
import type { WechatpayAccount } from './wechatpay-request.ts'
import { unseal } from './wechatpay-signature.ts'

const ORDERS = '/v3/pay/transactions'

type WechatpayParts = WechatpayAccount & {
  readonly webhookAddress: string
  /** Absent where nobody can pay inside WeChat. */
  readonly payer: WechatPayer | undefined
}
interface Wechatpay {
  readonly parts: WechatpayParts
  readonly client: WechatpayClient
}

export function createWechatpay(parts: WechatpayParts): PaymentProvider {
  const wechatpay = { parts, client: createWechatpayClient(parts) }
  return {
    name: 'wechatpay',
    // The status says it; the text is not read.
    acknowledgement: '',
    // Querying an order that does not exist proves the keys without a side effect.
    proveAccount: async () => void (await queryOrder(wechatpay, randomUUID().replaceAll('-', ''))),
    createCheckout: (checkout) => createCheckout(wechatpay, checkout),
    verifyWebhook: (webhook) => verifyWebhook(wechatpay, webhook),
    queryOrder: (orderNumber) => queryOrder(wechatpay, orderNumber),
    close: (orderNumber) => closeOrder(wechatpay, orderNumber),
    refund: (refund) => refundOrder(wechatpay.client, refund, parts.webhookAddress),
    queryRefund: (refund) => queryRefund(wechatpay.client, refund),
    readBill: (day) => readWechatpayBill(parts, wechatpay.client, day),
  }
}

async function createCheckout({ parts, client }: Wechatpay, checkout: Checkout): Promise<CheckoutWay> {
  const { orderNumber, title, amount, expiresAt, returnAddress, isPhone, clientAddress } = checkout
  if (checkout.isInWechat && parts.payer && !checkout.payer)
    return { kind: 'address', address: await parts.payer.addressFor(orderNumber) }
  const payer = checkout.isInWechat && parts.payer ? checkout.payer : undefined
  const product = payer ? 'jsapi' : isPhone ? 'h5' : 'native'
  const answer = await client.ask('POST', `${ORDERS}/${product}`, {
    appid: parts.appId,
    mchid: parts.merchantId,
    description: title,
    out_trade_no: orderNumber,
    time_expire: `${chinaTime(expiresAt).replace(' ', 'T')}+08:00`,
    notify_url: parts.webhookAddress,
    amount: { total: amount.minor, currency: amount.currency },
    ...(payer && { payer: { openid: payer } }),
    ...(product === 'h5' && { scene_info: { payer_client_ip: clientAddress, h5_info: { type: 'Wap' } } }),
  })
  const { code_url, h5_url, prepay_id } = answer.content
  if (answer.status === 200 && product === 'jsapi' && typeof prepay_id === 'string')
    return { kind: 'jsapi', invocation: invocationOf(parts, prepay_id) }
  if (answer.status === 200 && product === 'native' && typeof code_url === 'string')
    return { kind: 'qr', code: code_url }
  if (answer.status === 200 && product === 'h5' && typeof h5_url === 'string') {
    const address = `${h5_url}&redirect_url=${encodeURIComponent(returnAddress)}`
    if (URL.canParse(address)) return { kind: 'address', address }
  }
  throw unexpected(answer)
}

/** Signed for the page, by the merchant's key (payment contracts §2.7). */
function invocationOf({ appId, privateKey, clock }: WechatpayParts, prepayId: string): WechatInvocation {
  const timeStamp = String(Math.floor(clock.now().getTime() / 1000))
  const nonceStr = randomBytes(16).toString('hex')
  const wanted = `prepay_id=${prepayId}`
  const lines = Buffer.from(`${appId}\n${timeStamp}\n${nonceStr}\n${wanted}\n`, 'utf8')
  const paySign = sign('RSA-SHA256', lines, privateKey).toString('base64')
  return { appId, timeStamp, nonceStr, package: wanted, signType: 'RSA', paySign }
}

async function verifyWebhook({ parts, client }: Wechatpay, webhook: RawWebhook): Promise<WebhookEvent> {
  const problem = await client.problemOf(webhook)
  if (problem) throw new WebhookRefused(problem)
  const event = readEvent(webhook.body)
  if (!event) throw new WebhookRefused('it cannot be read')
  const text = unseal(event.resource, parts.apiV3Keys)
  if (text === undefined) throw new WebhookRefused('it cannot be decrypted')
  if (event.event_type.startsWith('REFUND.')) return ofRefund(parts, text)
  if (event.event_type !== 'TRANSACTION.SUCCESS') throw new WebhookRefused('it tells of no payment')
  const transaction = readTransaction(text)
  if (!transaction) throw new WebhookRefused('its transaction cannot be read')
  if (transaction.mchid !== parts.merchantId) throw new WebhookRefused('it is for another merchant')
  if (transaction.appid !== parts.appId) throw new WebhookRefused('it is for another application')
  const outcome = outcomeOf(transaction)
  if (outcome?.state !== 'paid') throw new WebhookRefused('its state or amount cannot be read')
  return { eventId: event.id, orderNumber: transaction.out_trade_no, outcome, facts: factsOf(transaction) }
}

/** The end of a refund is believed when we have asked for it. */
function ofRefund({ merchantId }: WechatpayParts, text: string): WebhookEvent {
  const refund = readRefundWebhook(text)
  if (!refund) throw new WebhookRefused('its refund cannot be read')
  if (refund.mchid !== merchantId) throw new WebhookRefused('it is for another merchant')
  return { refundNumber: refund.out_refund_no }
}

/** What is kept of a webhook: nothing about the buyer. */
const factsOf = (transaction: Transaction): VerifiedWebhook['facts'] => ({
  transaction_id: transaction.transaction_id ?? '',
  out_trade_no: transaction.out_trade_no,
  trade_state: transaction.trade_state,
  trade_type: transaction.trade_type ?? '',
  total: String(transaction.amount?.total ?? ''),
  success_time: transaction.success_time ?? '',
})

async function queryOrder({ parts, client }: Wechatpay, orderNumber: string): Promise<ProvenOutcome> {
  const answer = await client.ask('GET', `${ORDERS}/out-trade-no/${orderNumber}?mchid=${parts.merchantId}`)
  if (answer.status === 404 && codeOf(answer) === 'ORDERNOTEXIST') return { state: 'unknown-there' }
  const transaction = answer.status === 200 ? readTransaction(answer.text) : undefined
  if (!transaction) throw unexpected(answer)
  // An answer to another question proves nothing about this order.
  const isAsked = transaction.out_trade_no === orderNumber && transaction.mchid === parts.merchantId
  const outcome = isAsked ? outcomeOf(transaction) : undefined
  if (!outcome) throw new PaymentUnknown(`the answer cannot be read: ${transaction.trade_state}`)
  return outcome
}

const TOO_LATE_TO_CLOSE = ['ORDERPAID', 'TRADEERROR']
const NOTHING_TO_CLOSE = ['ORDERCLOSED', 'ORDERNOTEXIST']

async function closeOrder({ parts, client }: Wechatpay, orderNumber: string): Promise<'closed' | 'paid'> {
  const answer = await client.ask('POST', `${ORDERS}/out-trade-no/${orderNumber}/close`, { mchid: parts.merchantId })
  if (answer.status === 204 || NOTHING_TO_CLOSE.includes(codeOf(answer))) return 'closed'
  if (TOO_LATE_TO_CLOSE.includes(codeOf(answer))) return 'paid'
  throw unexpected(answer)
}

/** REFUND means that some refund was asked for, also one that ended without money. `amount.total` is the price; coupons of the buyer's wallet lower other fields. */
function outcomeOf({ trade_state: state, transaction_id, amount }: Transaction): ProvenOutcome | undefined {
  if (state === 'NOTPAY') return { state: 'waiting' }
  if (state === 'CLOSED') return { state: 'closed' }
  if ((state !== 'SUCCESS' && state !== 'REFUND') || !transaction_id || !amount) return undefined
  return {
    state: state === 'SUCCESS' ? 'paid' : 'refund-asked',
    transactionId: transaction_id,
    amount: { currency: amount.currency, minor: amount.total },
  }
}
