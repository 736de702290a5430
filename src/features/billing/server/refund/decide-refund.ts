// An operator grants or refuses a request, in the transaction that logs it (decision 0084). The credits leave the balance here, before anybody
// asks the provider: a run that holds some of them has taken them already, and they are neither refunded nor taken twice.
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { takeBackCredits } from '#features/credits/server/refund-credits.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { REFUND_CHECK_SECONDS, refundMinor } from '#rulebook/credits/refunds.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { type OrderRow, orderNumberOf } from '../payment/order.store.ts'
import { readParts } from '../payment/sent-back.ts'
import { type Locked, lockRefund, moveRefund, readUnusedCredits } from './refund.store.ts'

export interface Decided {
  readonly userId: string
  readonly orderNumber: string
  readonly refundNumber: string
  readonly credits: number
  /** `¥28.00` */
  readonly amount: string
}

/** `seenMinor` is what the operator was shown: who spent meanwhile gets less, and that is looked at again. Absent: nobody looked. */
export async function grantRefund(
  tx: Transaction,
  { id, seenMinor, now }: { readonly id: string; readonly seenMinor?: number; readonly now: Date },
): Promise<Decided> {
  const { order, refund } = await lockRequest(tx, id)
  const { userId } = order
  if (order.status !== 'paid') throw new ServiceError('refund-not-possible')
  if (!(await lockAccount(tx, userId))) throw new ServiceError('user-missing')
  const credits = (await readUnusedCredits(tx, userId, order.paidAt!)).get(order.id) ?? 0
  if (credits === 0) throw new ServiceError('refund-nothing-left')
  const amountMinor = refundMinor(order, credits, (await readParts(tx, userId)).get(order.id))
  if (amountMinor === 0) throw new ServiceError('refund-nothing-left')
  if (seenMinor !== undefined && amountMinor !== seenMinor) throw new ServiceError('refund-stale')
  const amount = amountText(order, amountMinor)
  const note = fillText(REFUND_TEXTS.ledgerNote, { pack: order.packName, amount })
  const takenEntryId = await takeBackCredits(tx, { userId, refundId: id, credits, note })
  const nextCheckAt = new Date(now.getTime() + REFUND_CHECK_SECONDS.first * 1000)
  await moveRefund(tx, refund, 'granted', { credits, amountMinor, takenEntryId, decidedAt: now, nextCheckAt })
  return { userId, credits, amount, orderNumber: orderNumberOf(order.id), refundNumber: orderNumberOf(id) }
}

/** The order that was asked about; nothing but the request changes. */
export async function refuseRefund(
  tx: Transaction,
  { id, reason, now }: { readonly id: string; readonly reason: string; readonly now: Date },
): Promise<OrderRow> {
  const { order, refund } = await lockRequest(tx, id)
  await moveRefund(tx, refund, 'refused', { decision: reason, decidedAt: now, endedAt: now })
  return order
}

async function lockRequest(tx: Transaction, id: string): Promise<Locked> {
  const locked = await lockRefund(tx, id)
  if (!locked) throw new ServiceError('refund-missing')
  if (locked.refund.state !== 'requested') throw new ServiceError('refund-decided')
  return locked
}

/** `¥28.00` */
export const amountText = ({ currency }: OrderRow, minor: number): string =>
  moneyText({ currency: currency as Parameters<typeof moneyText>[0]['currency'], minor })
