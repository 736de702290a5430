// What the back office may do about money that fits no open order. A decision shares the transaction of its log row; the buyer is notified
// after (decision 0087).
import type { Transaction } from '#platform/server/database/database.ts'
import type { DisputeDecision, ProviderPaymentState } from '#rulebook/credits/disputes.ts'
import { orderNumberOf } from '../payment/order.store.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { type PaymentProvider, PaymentUnknown } from '../payment/payment-provider.ts'
import { decideDispute, type Settled } from './decide-dispute.ts'
import { readDisputes } from './dispute.store.ts'
import { emailDisputeDecision } from './email-dispute-decision.ts'
import { readDisputedPayments } from './read-disputes.ts'

export type DisputeDesk = ReturnType<typeof createDisputeDesk>

export const createDisputeDesk = (parts: PaymentParts) => ({
  list: () => readDisputedPayments(parts.database.orm),
  /** What the provider says of it now; undefined where no order of ours is behind it. */
  ask: (id: string) => askProvider(parts, id),
  decide: (tx: Transaction, decision: { readonly id: string; readonly decision: DisputeDecision }) =>
    decideDispute(tx, { ...decision, now: parts.clock.now() }),
  email: (settled: Settled, decision: DisputeDecision) => emailDisputeDecision(parts, settled, decision),
})

async function askProvider(parts: PaymentParts, id: string): Promise<ProviderPaymentState | undefined> {
  const dispute = (await readDisputes(parts.database.orm)).find((one) => one.id === id)
  if (!dispute?.order) return undefined
  const provider = parts.providers.get(dispute.order.provider as PaymentProvider['name'])
  if (!provider) return 'switched-off'
  try {
    return (await provider.queryOrder(orderNumberOf(dispute.order.id))).state
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error
    return 'no-answer'
  }
}
