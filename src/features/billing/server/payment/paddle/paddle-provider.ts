// Paddle as a payment provider (document 2 §7, the reseller; decision 0101): it sells in its own name on its own page, for the documented dollars, tax
// beside them. Its orders are transactions that it names itself, and it does not know a request that comes twice.
import {
  type Checkout,
  type CheckoutWay,
  type PaymentProvider,
  PaymentUnknown,
  type ProvenOutcome,
} from '../payment-provider.ts'
import { createPaddleClient, unexpected } from './paddle-client.ts'
import { isPaid, type PaddleTransaction, priceOf, transaction } from './paddle-messages.ts'
import type { PaddleParts } from './paddle-parts.ts'
import { queryRefund, readAdjustments, refundOrder } from './paddle-refund.ts'
import { verifyWebhook } from './paddle-webhook.ts'

export function createPaddle(given: Omit<PaddleParts, 'ask'>): PaymentProvider {
  const parts: PaddleParts = { ...given, ask: createPaddleClient(given) }
  return {
    name: 'paddle',
    // The status says it; the text is not read.
    acknowledgement: '',
    proveAccount: async () => {
      const answer = await parts.ask('GET', '/transactions?per_page=1')
      if (answer.status !== 200) throw unexpected(answer)
    },
    createCheckout: (checkout) => createCheckout(parts, checkout),
    verifyWebhook: (webhook) => verifyWebhook(parts, webhook),
    queryOrder: (orderNumber) => queryOrder(parts, orderNumber),
    close: (orderNumber) => closeOrder(parts, orderNumber),
    refund: (refund) => refundOrder(parts, refund),
    queryRefund: (refund) => queryRefund(parts, refund),
  }
}

/** The transaction of an order is made once; of two that were made at the same time nobody gets the link of the second. */
async function createCheckout(parts: PaddleParts, checkout: Checkout): Promise<CheckoutWay> {
  const { orderNumber } = checkout
  const known = await parts.references.of(orderNumber)
  if (known) return linkOf(parts, await read(parts, known))
  const made = await create(parts, checkout)
  const standing = await parts.references.keep(orderNumber, made.id)
  if (standing === made.id) return linkOf(parts, made)
  await parts.ask('PATCH', `/transactions/${made.id}`, { status: 'canceled' }).catch(() => {})
  return linkOf(parts, await read(parts, standing))
}

async function create({ ask }: PaddleParts, { orderNumber, title, amount }: Checkout): Promise<PaddleTransaction> {
  const answer = await ask('POST', '/transactions', {
    collection_mode: 'automatic',
    currency_code: amount.currency,
    custom_data: { order: orderNumber },
    items: [
      {
        quantity: 1,
        price: {
          description: title,
          name: title,
          unit_price: { amount: String(amount.minor), currency_code: amount.currency },
          // Tax comes beside the documented price, so that what is compared is the same in every country.
          tax_mode: 'external',
          quantity: { minimum: 1, maximum: 1 },
          product: { name: title, tax_category: 'standard' },
        },
      },
    ],
  })
  const made = transaction.safeParse(answer.data).data
  if ((answer.status !== 201 && answer.status !== 200) || !made) throw unexpected(answer)
  return made
}

function linkOf({ checkoutUrl, ownOrigin }: PaddleParts, { id, status, checkout }: PaddleTransaction): CheckoutWay {
  if (status !== 'draft' && status !== 'ready') throw new PaymentUnknown(`the transaction is ${status}`)
  if (checkoutUrl) {
    const address = new URL(checkoutUrl)
    address.searchParams.set('transaction_id', id)
    return { kind: 'address', address: address.href }
  }
  const link = checkout?.url ?? ''
  // Paddle's own link would come back to a page that cannot open a checkout.
  if (!URL.canParse(link) || new URL(link).origin === ownOrigin)
    throw new PaymentUnknown('Paddle has no payment link to a page outside of this service: set PADDLE_CHECKOUT_URL')
  return { kind: 'address', address: link }
}

async function read({ ask }: PaddleParts, reference: string): Promise<PaddleTransaction> {
  const answer = await ask('GET', `/transactions/${reference}`)
  const found = transaction.safeParse(answer.data).data
  if (answer.status !== 200 || found?.id !== reference) throw unexpected(answer)
  return found
}

async function queryOrder(parts: PaddleParts, orderNumber: string): Promise<ProvenOutcome> {
  const reference = await parts.references.of(orderNumber)
  if (!reference) return { state: 'unknown-there' }
  const found = await read(parts, reference)
  if (!isPaid(found)) return { state: found.status === 'canceled' ? 'closed' : 'waiting' }
  const amount = priceOf(found)
  const left = amount.minor - (await takenBack(parts, reference))
  return { state: left > 0 ? 'paid' : 'refunded', transactionId: found.id, amount }
}

/** A transaction stays `completed` whatever went back of it. */
async function takenBack(parts: PaddleParts, reference: string): Promise<number> {
  const SIGNS: Readonly<Record<string, number>> = { refund: 1, chargeback: 1, chargeback_reverse: -1 }
  return (await readAdjustments(parts, reference))
    .filter(({ status }) => status === 'approved')
    .reduce((sum, { action, totals }) => sum + (SIGNS[action] ?? 0) * totals.subtotal, 0)
}

async function closeOrder(parts: PaddleParts, orderNumber: string): Promise<'closed' | 'paid'> {
  const reference = await parts.references.of(orderNumber)
  if (!reference) return 'closed'
  const answer = await parts.ask('PATCH', `/transactions/${reference}`, { status: 'canceled' })
  const after = transaction.safeParse(answer.data).data ?? (await read(parts, reference))
  if (after.status === 'canceled') return 'closed'
  if (isPaid(after)) return 'paid'
  throw unexpected(answer)
}
