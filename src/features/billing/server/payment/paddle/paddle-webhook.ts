// Webhooks of Paddle (payment contracts §3.5): signed, of every kind, in any order. A payment, a charge that was taken back or came again, and the end of a
// refund mean something; everything else is acknowledged and forgotten.
import { type RawWebhook, type VerifiedWebhook, type WebhookEvent, WebhookRefused } from '../payment-provider.ts'
import {
  type Adjustment,
  adjustment,
  event,
  isPaid,
  type PaddleTransaction,
  priceOf,
  transaction,
} from './paddle-messages.ts'
import type { PaddleParts } from './paddle-parts.ts'
import { refundNumberIn } from './paddle-refund.ts'
import { signatureProblem } from './paddle-signature.ts'

export async function verifyWebhook(parts: PaddleParts, { body, headers }: RawWebhook): Promise<WebhookEvent> {
  const problem = signatureProblem(headers.get('paddle-signature'), body, parts.webhookSecrets, parts.clock.now())
  if (problem) throw new WebhookRefused(problem)
  const parsed = event.safeParse(jsonOf(body)).data
  if (!parsed) throw new WebhookRefused('it cannot be read')
  const { event_id: eventId, event_type: type, data } = parsed
  if (type.startsWith('adjustment.')) return ofAdjustment(parts, eventId, adjustment.safeParse(data).data)
  if (type !== 'transaction.paid' && type !== 'transaction.completed') return undefined
  const paid = transaction.safeParse(data).data
  if (!paid) throw new WebhookRefused('its transaction cannot be read')
  return ofPayment(eventId, paid)
}

/** Only who has our key makes a transaction of origin `api`, so its words are ours; another one names no order of ours, whatever it says. */
function ofPayment(eventId: string, paid: PaddleTransaction): VerifiedWebhook {
  if (!isPaid(paid)) throw new WebhookRefused('its state cannot be read')
  return {
    eventId,
    orderNumber: paid.origin === 'api' ? (paid.custom_data?.order ?? '') : '',
    outcome: { state: 'paid', transactionId: paid.id, amount: priceOf(paid) },
    facts: factsOf(paid),
  }
}

/** What is kept of it: nothing about the buyer. Tax and fee are Paddle's, and kept apart. */
const factsOf = ({ id, status, origin, details: { totals } }: PaddleTransaction): VerifiedWebhook['facts'] => ({
  transaction_id: id,
  status,
  origin,
  subtotal: String(totals.subtotal),
  discount: String(totals.discount),
  tax: String(totals.tax),
  grand_total: String(totals.grand_total),
  fee: String(totals.fee ?? ''),
  earnings: String(totals.earnings ?? ''),
})

const STATES = { refund: 'sent-back', chargeback: 'refunded', chargeback_reverse: 'reinstated' } as const

async function ofAdjustment(
  { references }: PaddleParts,
  eventId: string,
  parsed: Adjustment | undefined,
): Promise<WebhookEvent> {
  if (!parsed) throw new WebhookRefused('its adjustment cannot be read')
  const { id, action, status, transaction_id: transactionId, totals } = parsed
  const refundNumber = refundNumberIn(parsed)
  if (refundNumber) return status === 'pending_approval' ? undefined : { refundNumber }
  const state = STATES[action as keyof typeof STATES]
  if (!state || status !== 'approved') return undefined
  const orderNumber = (await references.orderOf(transactionId)) ?? ''
  const amount = { currency: 'USD', minor: totals.subtotal } as const
  return {
    // Several events tell of one adjustment, created and updated: it happened once.
    eventId: id,
    orderNumber,
    outcome: { state, transactionId, amount },
    facts: { event_id: eventId, transaction_id: transactionId, action, status, subtotal: String(totals.subtotal) },
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
