// What the back office may do about refunds. A decision stands in the transaction of its log row; the provider and the buyer hear of it after.
import type { Transaction } from '#platform/server/database/database.ts'
import type { RefundState } from '#rulebook/credits/refunds.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { grantRefund, refuseRefund } from './decide-refund.ts'
import { tryToPayBack } from './pay-back.ts'
import { readRefundRequests } from './read-refunds.ts'
import { readRefund } from './refund.store.ts'
import { tellBuyer } from './tell-buyer.ts'

export type RefundDesk = ReturnType<typeof createRefundDesk>

export const createRefundDesk = (parts: PaymentParts) => ({
  list: () => readRefundRequests(parts.database.orm),
  grant: (tx: Transaction, wish: { readonly id: string; readonly seenMinor: number }) =>
    grantRefund(tx, { ...wish, now: parts.clock.now() }),
  refuse: (tx: Transaction, wish: { readonly id: string; readonly reason: string }) =>
    refuseRefund(tx, { ...wish, now: parts.clock.now() }),
  /**
   * After the decision; whatever fails here is the job's. Answers the state that the request is in then: the decision stands, and a failure told
   * now would make the operator decide again.
   */
  follow: async (id: string): Promise<RefundState> =>
    (await tryToPayBack(parts, id)) ? (await readRefund(parts.database.orm, id))!.refund.state : 'granted',
  tellRefused: (id: string) => tellBuyer(parts, id),
})
