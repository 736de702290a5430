// What follows from a provider's proven answer, by any channel: webhook, query or return page. One transaction holds the provider's
// transaction, the order's state, the bill and the credits, so a duplicate, a late or a reordered report changes nothing (decision 0080).

import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { grantPurchase } from '#features/credits/server/grant-purchase.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { majorText, type ReceivedMoney } from '#rulebook/credits/orders.ts'
import { isPaidBackByUs, isRefundedByUs } from '../refund/refund.store.ts'
import { billingHistory, payments } from '../tables.ts'
import {
  endLetStand,
  isLetStand,
  lockOrder,
  moveOrder,
  type OrderRow,
  orderNumberOf,
  recordCapture,
} from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import type { ProvenOutcome, SentBack, VerifiedWebhook, WebhookOutcome } from './payment-provider.ts'
import { billPart, isOtherPayment } from './sent-back.ts'

export interface ProviderReport {
  readonly provider: string
  readonly orderNumber: string
  readonly outcome: WebhookOutcome
  /** Absent when we asked. */
  readonly webhook?: VerifiedWebhook
}

/** What changed: `none` for everything that was known before. */
export type Settled = 'none' | 'paid' | 'closed' | 'suspense' | 'reinstated' | 'part-back'

export async function settleOrder(
  { database, log }: Pick<PaymentParts, 'database' | 'log'>,
  report: ProviderReport,
): Promise<Settled> {
  const settled = await database.orm.transaction(async (tx) => {
    const order = await lockOrder(tx, report.provider, report.orderNumber)
    const isNew = !report.webhook || (await keepWebhook(tx, report.provider, report.webhook, order))
    return (await isToPassOver(tx, order, report, isNew)) ? 'none' : apply(tx, order, report)
  })
  const subject = { provider: report.provider, order: report.orderNumber, state: report.outcome.state }
  if (settled === 'suspense') log.error(subject, 'a payment came that fits no open order: look at it')
  else if (settled === 'part-back')
    log.error(
      subject,
      'a part of the money of a paid order went back at the provider: its credits stay, look whether they should',
    )
  else if (settled !== 'none') log.info(subject, 'order settled')
  return settled
}

/**
 * Money that goes back or forth moves an order more than once in its life: an old webhook that comes again would undo what was decided since
 * (decision 0241), and that of another payment is not the order's (0247).
 */
async function isToPassOver(
  tx: Transaction,
  order: OrderRow | undefined,
  { outcome, webhook }: ProviderReport,
  isNew: boolean,
): Promise<boolean> {
  if (outcome.state !== 'refunded' && outcome.state !== 'reinstated' && outcome.state !== 'sent-back') return false
  return !isNew || (!!order && !!webhook && (await isOtherPayment(tx, order, outcome.transactionId)))
}

async function apply(tx: Transaction, order: OrderRow | undefined, report: ProviderReport): Promise<Settled> {
  const { outcome } = report
  if (outcome.state === 'closed') return order && (await moveOrder(tx, order, 'closed')) ? 'closed' : 'none'
  if (outcome.state === 'waiting' || outcome.state === 'unknown-there') return 'none'
  if (outcome.state === 'sent-back') return sendBack(tx, order, { ...report, outcome })
  if (outcome.state === 'reinstated') return order ? reinstate(tx, order, report) : 'none'
  if (order && outcome.state === 'refunded' && !report.webhook && isLetStand(order)) return 'none'
  // The webhook of our own refund: who asked for it settles it. Money that went back without us waits for a person.
  if (order && outcome.state === 'refunded' && (await isRefundedByUs(tx, order))) return 'none'
  // What went back of a paid order is told by our own refund, or by the provider's bill (decision 0262).
  if (order?.paidAt && outcome.state === 'refund-asked') return 'none'
  const problem = problemOf(order, outcome) ?? ((await lockAccount(tx, order!.userId)) ? undefined : 'account-gone')
  const isNew = await recordCapture(tx, {
    orderId: order?.id ?? null,
    provider: report.provider,
    transactionId: outcome.transactionId,
    amountMinor: outcome.amount.minor,
    currency: outcome.amount.currency,
    state: problem ? 'suspense' : 'granted',
    // 'notice' is how rows name a webhook.
    source: report.webhook ? 'notice' : 'query',
  })
  if (problem === 'refunded-elsewhere' && order)
    return (await moveOrder(tx, order, 'disputed', problem)) ? 'suspense' : 'none'
  if (!isNew) return 'none'
  if (!problem) return grant(tx, order!)
  // A buyer who paid twice has the credits already: the order stays paid, the second payment waits for a person.
  if (order && problem !== 'paid-twice') await moveOrder(tx, order, 'disputed', problem)
  return 'suspense'
}

/** Why this money buys nothing by itself; undefined where it pays its order. */
function problemOf(
  order: OrderRow | undefined,
  outcome: ProvenOutcome & { amount: ReceivedMoney },
): string | undefined {
  if (!order) return 'no-order'
  if (outcome.state === 'refunded') return 'refunded-elsewhere'
  if (outcome.state === 'refund-asked') return 'refund-asked'
  const isPrice = order.amountMinor === outcome.amount.minor && order.currency === outcome.amount.currency
  if (!isPrice) return 'amount'
  return order.paidAt || order.status === 'refunded' ? 'paid-twice' : undefined
}

async function sendBack(
  tx: Transaction,
  order: OrderRow | undefined,
  report: ProviderReport & { readonly outcome: SentBack },
): Promise<Settled> {
  const { outcome, webhook } = report
  const extent = order && webhook ? await billPart(tx, order, outcome, webhook.eventId) : 'whole'
  if (extent === 'whole') return apply(tx, order, { ...report, outcome: { ...outcome, state: 'refunded' } })
  return extent === 'part' ? 'part-back' : 'none'
}

/** What waited for a person only because the bank had taken it back is settled by the bank. Once a person has called it returned, a person looks again. */
async function reinstate(
  tx: Transaction,
  order: OrderRow,
  { provider, outcome, webhook }: ProviderReport,
): Promise<Settled> {
  if (order.status === 'refunded' && outcome.state === 'reinstated' && webhook) {
    // The chargeback came on top of our refund, so its reversal only makes us whole.
    if (await isPaidBackByUs(tx, order)) return 'none'
    const { minor: amountMinor, currency } = outcome.amount
    const money = { orderId: order.id, provider, transactionId: webhook.eventId, amountMinor, currency }
    return (await recordCapture(tx, { ...money, state: 'suspense', source: 'notice' })) ? 'suspense' : 'none'
  }
  if (order.problem !== 'refunded-elsewhere' || !order.paidAt) return 'none'
  if (isLetStand(order)) {
    await endLetStand(tx, order)
    return 'none'
  }
  return (await moveOrder(tx, order, 'paid')) ? 'reinstated' : 'none'
}

async function grant(tx: Transaction, order: OrderRow): Promise<Settled> {
  const { userId, id: orderId, packName, credits, amountMinor, currency } = order
  if (!(await moveOrder(tx, order, 'paid'))) throw new Error(`an order cannot become paid: ${order.status}`)
  await grantPurchase(tx, { userId, orderId, packName, credits })
  await tx.insert(billingHistory).values({
    userId,
    description: packName,
    amount: majorText(amountMinor),
    currency,
    status: 'paid',
    providerReference: `${order.provider}:${orderNumberOf(orderId)}`,
  })
  return 'paid'
}

/** One row for each event of the provider, with what may be kept of it; false when it was known. */
async function keepWebhook(
  tx: Transaction,
  provider: string,
  webhook: VerifiedWebhook,
  order: OrderRow | undefined,
): Promise<boolean> {
  const rows = await tx
    .insert(payments)
    .values({
      userId: order?.userId ?? null,
      providerEventId: `${provider}:${webhook.eventId}`,
      kind: webhook.outcome.state,
      payload: webhook.facts,
    })
    .onConflictDoNothing()
    .returning({ id: payments.id })
  return rows.length > 0
}
