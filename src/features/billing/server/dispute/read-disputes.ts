// What waits for a person, with what may be decided and what that would take.
import { namesOfAccounts } from '#features/account/server/profile/account.store.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { type Disputed, decisionsFor } from '#rulebook/credits/disputes.ts'
import type { Currency } from '#rulebook/credits/orders.ts'
import type { DisputedPayment } from '../../dispute-contract.ts'
import { orderNumberOf } from '../payment/order.store.ts'
import { readUnusedCredits } from '../refund/refund.store.ts'
import { type Dispute, readDisputes } from './dispute.store.ts'

export async function readDisputedPayments(db: Queryable): Promise<DisputedPayment[]> {
  const disputes = await readDisputes(db)
  const names = await namesOfAccounts(
    db,
    disputes.flatMap(({ order }) => order?.userId ?? []),
  )
  const payments: DisputedPayment[] = []
  for (const dispute of disputes) {
    const { order, capture } = dispute
    const name = order && names.get(order.userId)
    payments.push({
      id: dispute.id,
      problem: dispute.problem,
      decisions: [...decisionsFor(factsOf(dispute, name !== undefined))],
      userId: order?.userId ?? null,
      userName: name ? (name.username ?? name.initialEmail ?? '') : null,
      order: order ? await orderFacts(db, order) : null,
      received: capture ? { currency: capture.currency, minor: capture.amountMinor } : null,
      transactionId: capture?.transactionId ?? null,
      since: (capture?.createdAt ?? order!.createdAt).toISOString(),
    })
  }
  return payments
}

export const factsOf = ({ id, problem, order, capture }: Dispute, hasAccount: boolean): Disputed => ({
  problem,
  hasAccount,
  receivedCurrency: capture?.currency,
  ...(order?.id === id && {
    order: { status: order.status, isPaid: order.paidAt !== null, currency: order.currency },
  }),
})

async function orderFacts(db: Queryable, order: NonNullable<Dispute['order']>) {
  const unused = order.paidAt ? await readUnusedCredits(db, order.userId, order.paidAt) : undefined
  return {
    number: orderNumberOf(order.id),
    packName: order.packName,
    packCredits: order.credits,
    price: { currency: order.currency as Currency, minor: order.amountMinor },
    isPaid: order.paidAt !== null,
    unusedCredits: unused?.get(order.id) ?? 0,
  }
}
