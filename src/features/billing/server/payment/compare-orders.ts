// The provider's transactions against our orders (decision 0151): each order of the last days is queried by its number, and what the
// provider proves is compared with our rows; so are its bills. Money that we did not know of is settled as everywhere; all else waits for a person.
import { and, desc, eq, exists, gt, inArray, or } from 'drizzle-orm'
import { COMPARED_DAYS, type Currency, type PaymentProviderName } from '#rulebook/credits/orders.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { type RefundRow, readRefunds } from '../refund/refund.store.ts'
import { paymentOrders, paymentRefunds } from '../tables.ts'
import { compareBills } from './bill/compare-bills.ts'
import { provenSentBack } from './bill/proven-sent-back.ts'
import { isLetStand, type OrderRow, orderNumberOf } from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import { type PaymentProvider, PaymentUnknown, type ProvenOutcome } from './payment-provider.ts'
import { settleAndSendReceipt } from './send-receipt.ts'
import { readParts } from './sent-back.ts'
import type { ProviderReport } from './settle-order.ts'

export interface PaymentComparison {
  readonly provider: PaymentProviderName
  readonly compared: number
  /** Orders and bills of which the provider gave no proven answer. */
  readonly unanswered: number
  /** In words, one for each order that differs. */
  readonly faults: readonly string[]
}

type Parts = Pick<PaymentParts, 'database' | 'clock' | 'providers'>
interface AskedOrder {
  readonly order: OrderRow
  readonly refunds: readonly RefundRow[]
}

type Settle = (report: ProviderReport) => Promise<void>

/** `settle`: what becomes of money that we did not know of. */
export async function comparePayments(parts: Parts, settle?: Settle): Promise<PaymentComparison[]> {
  const comparisons: PaymentComparison[] = []
  for (const provider of parts.providers.values()) {
    const orders = await compareOrders(parts, provider, settle)
    const bills = await followBills(parts, provider, orders.asked, settle)
    comparisons.push({
      provider: provider.name,
      compared: orders.asked.length,
      unanswered: orders.unanswered + bills.unread,
      faults: [...orders.faults, ...bills.faults],
    })
  }
  return comparisons
}

async function compareOrders(parts: Parts, provider: PaymentProvider, settle?: Settle) {
  const asked = await readAsked(parts, provider.name)
  const faults: string[] = []
  let unanswered = 0
  for (const one of asked) {
    const found = await compareOne(parts, provider, one)
    if (found === 'no answer') unanswered += 1
    else if (found) {
      faults.push(`order ${one.order.id} (${one.order.status}): ${found.fault}`)
      const orderNumber = orderNumberOf(one.order.id)
      if (found.unknownMoney) await settle?.({ provider: provider.name, orderNumber, outcome: found.unknownMoney })
    }
  }
  return { asked, faults, unanswered }
}

async function followBills(parts: Parts, provider: PaymentProvider, asked: readonly AskedOrder[], settle?: Settle) {
  const bills = await compareBills(parts, provider)
  const faults: string[] = []
  const reported = new Set(asked.map(({ order }) => order.id))
  for (const id of bills.unpaidHere.filter((one) => !reported.has(one))) {
    faults.push(`order ${id}: paid in the bill, unknown here`)
    const outcome = settle && (await provenOutcome(provider, id))
    if (outcome) await settle({ provider: provider.name, orderNumber: orderNumberOf(id), outcome })
  }
  for (const back of bills.sentBack) {
    const proven = await provenSentBack(provider, back)
    if (proven === 'nothing') continue
    faults.push(back.fault)
    if (proven !== 'unproven') await settle?.({ ...proven, provider: provider.name, webhook: proven })
  }
  return { unread: bills.unread, faults: [...faults, ...bills.faults] }
}

/** For the night: what is proven pays its order. */
export const compareAndSettle = (parts: PaymentParts): Promise<PaymentComparison[]> =>
  comparePayments(parts, (report) => settleAndSendReceipt(parts, report))

/** Open orders are asked for by their own job. */
async function readAsked({ database: { orm }, clock }: Parts, provider: string): Promise<AskedOrder[]> {
  const since = new Date(clock.now().getTime() - COMPARED_DAYS * DAY_MS)
  const { id, createdAt, paidAt, status } = paymentOrders
  const isNewRefund = and(eq(paymentRefunds.orderId, id), gt(paymentRefunds.endedAt, since))
  const isNew = or(
    gt(createdAt, since),
    gt(paidAt, since),
    exists(orm.select({ id: paymentRefunds.id }).from(paymentRefunds).where(isNewRefund)),
  )
  const isCompared = inArray(status, ['paid', 'refunded', 'closed', 'failed'])
  const orders = (await orm
    .select()
    .from(paymentOrders)
    .where(and(eq(paymentOrders.provider, provider), isCompared, isNew))
    .orderBy(desc(createdAt))) as OrderRow[]
  const refunds = await readRefunds(
    orm,
    orders.map((order) => order.id),
  )
  return orders.map((order) => ({ order, refunds: refunds.filter(({ orderId }) => orderId === order.id) }))
}

/** States of refunds of ours that the provider has heard of. */
const ASKED_THERE: readonly RefundRow['state'][] = ['granted', 'refunded', 'failed']

interface Difference {
  readonly fault: string
  /** Proven, and unknown here. */
  readonly unknownMoney?: ProvenOutcome
}

async function compareOne(
  { database }: Parts,
  provider: PaymentProvider,
  { order, refunds }: AskedOrder,
): Promise<Difference | 'no answer' | undefined> {
  const outcome = await provenOutcome(provider, order.id)
  if (!outcome) return 'no answer'
  const isExplained = refunds.some(({ state }) => ASKED_THERE.includes(state)) || isLetStand(order)
  const difference = differenceOf(order, isExplained, outcome)
  if (difference) return difference
  if (outcome.state === 'refund-asked' && order.status === 'paid' && !isExplained)
    return (await readParts(database.orm, order.userId)).has(order.id)
      ? undefined
      : { fault: 'paid here, a refund was asked for there: its bill tells what went back' }
  return unlessUnknown(compareRefunds(provider, order, refunds), 'no answer')
}

const provenOutcome = (provider: PaymentProvider, orderId: string): Promise<ProvenOutcome | undefined> =>
  unlessUnknown(provider.queryOrder(orderNumberOf(orderId)), undefined)

/** `otherwise` where the provider gave no proven answer; every other error is a fault of ours, and thrown. */
const unlessUnknown = <Answer, Otherwise>(asked: Promise<Answer>, otherwise: Otherwise): Promise<Answer | Otherwise> =>
  asked.catch((error: unknown) => {
    if (error instanceof PaymentUnknown) return otherwise
    throw error
  })

/** What an order and the provider’s answer about it do not have in common. */
function differenceOf(
  order: Pick<OrderRow, 'paidAt' | 'status' | 'problem' | 'amountMinor' | 'currency'>,
  isExplained: boolean,
  outcome: ProvenOutcome,
): Difference | undefined {
  const isPaidThere = outcome.state === 'paid' || outcome.state === 'refunded' || outcome.state === 'refund-asked'
  if (!order.paidAt) {
    if (!isPaidThere || order.status === 'refunded') return undefined
    return { fault: `paid there with ${outcome.transactionId}, unknown here`, unknownMoney: outcome }
  }
  if (!isPaidThere) return { fault: `paid here, ${outcome.state} there` }
  const { amount } = outcome
  if (amount.minor !== order.amountMinor || amount.currency !== order.currency)
    return { fault: `${order.amountMinor} ${order.currency} here, ${amount.minor} ${amount.currency} there` }
  if (outcome.state === 'refunded' && order.status === 'paid' && !isExplained)
    return { fault: 'paid here, its money went back there', unknownMoney: outcome }
  return undefined
}

/** Refunds that the provider was asked for. Money that a person sent back by another way is known to nobody else (decision 0087). */
async function compareRefunds(
  provider: PaymentProvider,
  order: OrderRow,
  refunds: readonly RefundRow[],
): Promise<Difference | undefined> {
  for (const refund of refunds) {
    if (refund.state !== 'refunded' || !refund.nextCheckAt || refund.amountMinor === null) continue
    const currency = order.currency as Currency
    const state = await provider.queryRefund({
      orderNumber: orderNumberOf(order.id),
      refundNumber: orderNumberOf(refund.id),
      amount: { currency, minor: refund.amountMinor },
      total: { currency, minor: order.amountMinor },
      reason: '',
    })
    if (state !== 'refunded') return { fault: `refund ${refund.id} is paid back here, ${state} there` }
  }
  return undefined
}
