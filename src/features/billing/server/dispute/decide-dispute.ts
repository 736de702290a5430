// A person decides about money that fits no open order, in the transaction that logs it (decision 0087). Nothing is paid here: what is called
// returned went back at the provider, or will never be ours.
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { grantPurchase } from '#features/credits/server/grant-purchase.ts'
import { takeBackCredits } from '#features/credits/server/refund-credits.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import {
  ADMIN_DISPUTE_TEXTS,
  type DisputeDecision,
  type DisputeProblem,
  decisionsFor,
} from '#rulebook/credits/disputes.ts'
import { majorText, type ReceivedMoney } from '#rulebook/credits/orders.ts'
import { isStandingRefund } from '#rulebook/credits/refunds.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { moveOrder, type OrderRow, orderNumberOf } from '../payment/order.store.ts'
import { readParts } from '../payment/sent-back.ts'
import { amountText } from '../refund/decide-refund.ts'
import { insertRefund, moveRefund, readRefunds, readUnusedCredits } from '../refund/refund.store.ts'
import { billingHistory } from '../tables.ts'
import { type Dispute, grantCapture, lockDispute, resolveCaptures } from './dispute.store.ts'
import { factsOf } from './read-disputes.ts'

export interface DisputeRequest {
  readonly id: string
  readonly decision: DisputeDecision
  readonly now: Date
}

export interface Settled {
  readonly problem: DisputeProblem
  readonly userId: string | undefined
  readonly order: OrderRow | undefined
  /** Given, or taken back below zero. */
  readonly credits: number
  /** What the decision is about: the money that came, or what went back with it. */
  readonly amount: ReceivedMoney
  readonly transactionId: string | undefined
}

/** Throws `dispute-missing`, `dispute-not-possible`, `dispute-refund-running`. */
export async function decideDispute(tx: Transaction, { id, decision, now }: DisputeRequest): Promise<Settled> {
  const dispute = await lockDispute(tx, id)
  if (!dispute) throw new ServiceError('dispute-missing')
  const { order, capture } = dispute
  const hasAccount = order !== undefined && (await lockAccount(tx, order.userId)) !== undefined
  if (!decisionsFor(factsOf(dispute, hasAccount)).includes(decision)) throw new ServiceError('dispute-not-possible')
  const { problem } = dispute
  const settled = {
    problem,
    userId: hasAccount ? order.userId : undefined,
    order,
    transactionId: capture?.transactionId,
  }
  // Before the captures are closed: the one that gives the credits is among them.
  const end = order?.id === id ? await endOrder(tx, { ...dispute, order }, decision, now) : undefined
  await resolveCaptures(tx, dispute, decision, now)
  return { ...settled, order: end?.order ?? order, credits: end?.credits ?? 0, amount: amountOf(dispute, end) }
}

function amountOf({ order, capture }: Dispute, end: End | undefined): ReceivedMoney {
  if (order && end?.minor !== undefined) return { currency: order.currency, minor: end.minor }
  const { amountMinor: minor, currency } = (capture ?? order)!
  return { currency, minor }
}

interface End {
  readonly order: OrderRow
  readonly credits: number
  /** Written down by the decision. */
  readonly minor?: number
}
type OrderDispute = Dispute & { readonly order: OrderRow }

async function endOrder(tx: Transaction, dispute: OrderDispute, decision: DisputeDecision, now: Date): Promise<End> {
  const { order } = dispute
  if (decision === 'returned') return endReturned(tx, order, now)
  if (!order.paidAt) return grant(tx, dispute)
  const letStand = order.problem === 'refunded-elsewhere' ? order.problem : undefined
  await moveOrder(tx, order, 'paid', letStand)
  return { order, credits: 0, minor: order.amountMinor }
}

async function grant(tx: Transaction, { order: disputed, capture }: OrderDispute): Promise<End> {
  const order = await grantCapture(tx, disputed, capture!)
  const { userId, id: orderId, packName, credits } = order
  await moveOrder(tx, order, 'paid')
  await grantPurchase(tx, { userId, orderId, packName, credits })
  await bill(tx, order, packName, majorText(order.amountMinor), `${order.provider}:${orderNumberOf(orderId)}`)
  return { order, credits, minor: order.amountMinor }
}

/** An order that was never paid has neither credits nor a bill. */
async function endReturned(tx: Transaction, order: OrderRow, now: Date): Promise<End> {
  const taken = order.paidAt ? await takeBack(tx, order, now) : undefined
  await moveOrder(tx, order, 'refunded')
  return taken ? { order, credits: -taken.credits, minor: taken.minor } : { order, credits: 0 }
}

/**
 * What is left of the pack leaves, as in a refund; what was used is gone. A request of the buyer ends as what it asked for. Credits that an
 * earlier refund in part has taken are not taken again: that order keeps its refund, and only the rest of the money is written down, also where parts
 * of it went back at the provider before.
 */
async function takeBack(tx: Transaction, order: OrderRow, now: Date): Promise<Required<Omit<End, 'order'>>> {
  const { id: orderId, userId, packName } = order
  const standing = (await readRefunds(tx, [orderId])).find(({ state }) => isStandingRefund(state))
  if (standing?.state === 'granted') throw new ServiceError('dispute-refund-running')
  const before = standing?.state === 'refunded' ? (standing.amountMinor ?? 0) : 0
  const parts = (await readParts(tx, userId)).get(orderId) ?? 0
  const amountMinor = order.amountMinor - before - parts
  const credits = before > 0 ? 0 : ((await readUnusedCredits(tx, userId, order.paidAt!)).get(orderId) ?? 0)
  const refundId = standing?.state === 'requested' ? standing.id : crypto.randomUUID()
  const name = fillText(ADMIN_DISPUTE_TEXTS.billReturned, { pack: packName })
  if (credits > 0) {
    const note = fillText(ADMIN_DISPUTE_TEXTS.ledgerNote, { pack: packName, amount: amountText(order, amountMinor) })
    const takenEntryId = await takeBackCredits(tx, { userId, refundId, credits, note })
    const taken = { credits, amountMinor, takenEntryId, decidedAt: now, endedAt: now }
    if (standing?.state === 'requested') {
      await moveRefund(tx, standing, 'granted', taken)
      await moveRefund(tx, { ...standing, state: 'granted' }, 'refunded')
    } else await insertRefund(tx, { id: refundId, orderId, userId, reason: '', state: 'refunded', ...taken })
  } else if (standing?.state === 'requested')
    await moveRefund(tx, standing, 'refused', { decision: name, decidedAt: now, endedAt: now })
  // Without credits there is no refund row, so the bill uses another number.
  const number = credits > 0 ? `refund:${orderNumberOf(refundId)}` : `returned:${orderNumberOf(orderId)}`
  const reference = `${order.provider}:${number}`
  if (amountMinor > 0) await bill(tx, order, name, `-${majorText(amountMinor)}`, reference)
  return { credits, minor: amountMinor }
}

const bill = (tx: Transaction, order: OrderRow, description: string, amount: string, providerReference: string) =>
  tx.insert(billingHistory).values({
    userId: order.userId,
    description,
    amount,
    currency: order.currency,
    status: 'paid',
    providerReference,
  })
