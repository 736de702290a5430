// Bills of the last days against our orders, both ways (decision 0151): money that nobody here knows, and money that stands here and in no bill. Days are
// those of GMT+8, as providers count them.
import { and, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm'
import { COMPARED_DAYS } from '#rulebook/credits/orders.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { paymentOrders, paymentRefunds, payments } from '../../tables.ts'
import { chinaTime } from '../china-time.ts'
import { isLetStand, type OrderRow, orderIdOf } from '../order.store.ts'
import type { PaymentParts } from '../payment-parts.ts'
import { type BillRow, BillUnreadable, type PaymentProvider, PaymentUnknown } from '../payment-provider.ts'
import type { BilledBack } from './proven-sent-back.ts'

interface BillComparison {
  readonly faults: readonly string[]
  /** Days whose bill did not come. */
  readonly unread: number
  /** Orders of ours that the bill says are paid, and that are not here. */
  readonly unpaidHere: readonly string[]
  /** Refunds of paid orders that nobody here asked for, if the provider proves them. */
  readonly sentBack: readonly BilledBack[]
}

/** A bill is ready about ten the next morning; one day more is looked at, so that each is seen whenever the night comes. */
export async function compareBills(
  { database: { orm }, clock }: Pick<PaymentParts, 'database' | 'clock'>,
  provider: PaymentProvider,
): Promise<BillComparison> {
  if (!provider.readBill) return { faults: [], unread: 0, unpaidHere: [], sentBack: [] }
  const today = Date.parse(`${chinaTime(clock.now()).slice(0, 10)}T00:00:00+08:00`)
  const { rows, ready, unread, strange } = await readBills(provider.readBill, today)
  const ids = rows.flatMap(({ orderNumber }) => orderIdOf(orderNumber) ?? [])
  const known = ids.length > 0 ? await orm.select().from(paymentOrders).where(inArray(paymentOrders.id, ids)) : []
  const orders = new Map(known.filter((order) => order.provider === provider.name).map((order) => [order.id, order]))
  const refundIds = rows.flatMap(({ refundNumber }) => orderIdOf(refundNumber) ?? [])
  const refunds =
    refundIds.length > 0 ? await orm.select().from(paymentRefunds).where(inArray(paymentRefunds.id, refundIds)) : []
  const faults: string[] = [...strange]
  const unpaidHere: string[] = []
  const sentBack: BilledBack[] = []
  const settled = await readSettled(orm, provider.name, rows)
  for (const row of rows) {
    const order = orders.get(orderIdOf(row.orderNumber) ?? '')
    const refund = refunds.find(({ id }) => id === orderIdOf(row.refundNumber))
    if (!order) faults.push(`${row.kind} ${row.transactionId} of ${row.minor}: no order ${row.orderNumber} is here`)
    else if (row.kind === 'refund') {
      // What a person called returned, or let stand, may have gone back by hand (decisions 0087 and 0241).
      const isDecided = order.status !== 'paid' || isLetStand(order as OrderRow)
      const isKnown = refund ? refund.amountMinor === row.minor : isDecided || settled.has(row.refundNumber)
      if (isKnown) continue
      const fault = `order ${order.id}: ${row.minor} went back by ${row.refundNumber || 'no number'} in the bill, not here`
      if (refund || !row.refundNumber) faults.push(fault)
      else sentBack.push({ order: order as OrderRow, row, fault })
    } else if (!order.paidAt) unpaidHere.push(order.id)
    else if (order.amountMinor !== row.minor)
      faults.push(`order ${order.id}: ${order.amountMinor} here, ${row.minor} in the bill`)
  }
  const billed = new Set(rows.filter(({ kind }) => kind === 'payment').map(({ orderNumber }) => orderIdOf(orderNumber)))
  for (const { id, createdAt, paidAt } of await readPaid(orm, provider.name, today))
    if (!billed.has(id) && daysBetween(createdAt, paidAt!).every((day) => ready.has(day)))
      faults.push(`order ${id}: paid here, in no bill`)
  return { faults, unread, unpaidHere, sentBack }
}

/** Numbers of refunds by hand that an earlier night has settled. */
async function readSettled(
  orm: PaymentParts['database']['orm'],
  provider: string,
  rows: readonly BillRow[],
): Promise<ReadonlySet<string>> {
  const events = rows.flatMap(({ refundNumber }) => (refundNumber ? [`${provider}:${refundNumber}`] : []))
  if (events.length === 0) return new Set()
  const known = await orm
    .select({ event: payments.providerEventId })
    .from(payments)
    .where(inArray(payments.providerEventId, events))
  return new Set(known.map(({ event }) => event.slice(provider.length + 1)))
}

async function readBills(readBill: NonNullable<PaymentProvider['readBill']>, today: number) {
  const rows: BillRow[] = []
  const ready = new Set<string>()
  /** Bills of a form that we do not know: nothing of them is counted, and the operator is alerted. */
  const strange: string[] = []
  let unread = 0
  for (let back = COMPARED_DAYS + 1; back >= 1; back -= 1) {
    const day = chinaTime(new Date(today - back * DAY_MS)).slice(0, 10)
    try {
      const bill = await readBill(day)
      if (!bill) continue
      rows.push(...bill)
      ready.add(day)
    } catch (error) {
      if (error instanceof BillUnreadable) strange.push(`bill of ${day}: ${error.message}`)
      else if (error instanceof PaymentUnknown) unread += 1
      else throw error
    }
  }
  return { rows, ready, unread, strange }
}

/** Paid on one of these days: between making and our knowing of it, whenever that was. */
const readPaid = (orm: PaymentParts['database']['orm'], provider: string, today: number) =>
  orm
    .select({ id: paymentOrders.id, createdAt: paymentOrders.createdAt, paidAt: paymentOrders.paidAt })
    .from(paymentOrders)
    .where(
      and(
        eq(paymentOrders.provider, provider),
        isNotNull(paymentOrders.paidAt),
        gte(paymentOrders.createdAt, new Date(today - (COMPARED_DAYS + 1) * DAY_MS)),
        lt(paymentOrders.paidAt, new Date(today)),
      ),
    )

function daysBetween(from: Date, to: Date): string[] {
  const first = Date.parse(`${chinaTime(from).slice(0, 10)}T00:00:00+08:00`)
  const days: string[] = []
  for (let at = first; at <= to.getTime(); at += DAY_MS) days.push(chinaTime(new Date(at)).slice(0, 10))
  return days
}
