// How a granted refund ends: proven by the provider, or refused by it for good. Each in one transaction, and once (decision 0084).
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { returnCredits } from '#features/credits/server/refund-credits.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { majorText } from '#rulebook/credits/orders.ts'
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { moveOrder, type OrderRow, orderNumberOf } from '../payment/order.store.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import type { ProvenOutcome } from '../payment/payment-provider.ts'
import { billingHistory } from '../tables.ts'
import { type GrantedRefund, isGranted, isPaidBackByUs, lockRefund, moveRefund } from './refund.store.ts'

type EndParts = Pick<PaymentParts, 'database' | 'clock'>
type End = (tx: Transaction, order: OrderRow, refund: GrantedRefund) => Promise<void>

/** False when it had ended before. */
const endOnce = ({ database }: EndParts, id: string, end: End): Promise<boolean> =>
  database.orm.transaction(async (tx) => {
    const locked = await lockRefund(tx, id)
    if (!locked || !isGranted(locked.refund)) return false
    await end(tx, locked.order, locked.refund)
    return true
  })

/** The money is proven: a bill of what went back. The order is refunded when all of it did, as at the provider. */
export const endRefunded = (parts: EndParts, id: string): Promise<boolean> =>
  endOnce(parts, id, async (tx, order, refund) => {
    await moveRefund(tx, refund, 'refunded', { endedAt: parts.clock.now(), problem: null })
    if (await isPaidBackByUs(tx, order)) await moveOrder(tx, order, 'refunded')
    await tx.insert(billingHistory).values({
      userId: order.userId,
      description: fillText(REFUND_TEXTS.bill, { pack: order.packName }),
      amount: `-${majorText(refund.amountMinor)}`,
      currency: order.currency,
      status: 'paid',
      providerReference: `${order.provider}:refund:${orderNumberOf(id)}`,
    })
  })

/**
 * The credits are there again, unless the account ended meanwhile. Where the provider says that all the money went back without us, a person
 * looks at the order; WeChat Pay says only that a refund was asked for, which was ours (decision 0262).
 */
export const endRefused = (parts: EndParts, id: string, problem: string, outcome: ProvenOutcome): Promise<boolean> =>
  endOnce(parts, id, async (tx, order, refund) => {
    const { userId, packName } = order
    const note = fillText(REFUND_TEXTS.ledgerReturned, { pack: packName })
    const isThere = await lockAccount(tx, userId)
    const returnedEntryId = isThere
      ? await returnCredits(tx, { userId, refundId: id, credits: refund.credits, note })
      : null
    await moveRefund(tx, refund, 'failed', { endedAt: parts.clock.now(), problem, returnedEntryId })
    if (outcome.state === 'refunded') await moveOrder(tx, order, 'disputed', 'refunded-elsewhere')
  })
