// What the back office may do about refunds. A decision shares the transaction of its log row; the provider and the buyer are notified after it.
import type { Transaction } from '#platform/server/database/database.ts'
import type { RefundState } from '#rulebook/credits/refunds.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { grantRefund, refuseRefund } from './decide-refund.ts'
import { emailRefund } from './email-refund.ts'
import { grantBeforeEnd } from './grant-before-end.ts'
import { tryToPayBack } from './pay-back.ts'
import { readRefundRequests } from './read-refunds.ts'
import { readRefund } from './refund.store.ts'

export type RefundDesk = ReturnType<typeof createRefundDesk>

export const createRefundDesk = (parts: PaymentParts) => ({
  list: () => readRefundRequests(parts.database.orm),
  grant: (tx: Transaction, decision: { readonly id: string; readonly seenMinor: number }) =>
    grantRefund(tx, { ...decision, now: parts.clock.now() }),
  refuse: (tx: Transaction, decision: { readonly id: string; readonly reason: string }) =>
    refuseRefund(tx, { ...decision, now: parts.clock.now() }),
  /**
   * After the decision; what fails here is retried by the job. Returns the resulting state, not the failure: the decision stands, and an error
   * now would make the operator decide again.
   */
  follow: async (id: string): Promise<RefundState> =>
    (await tryToPayBack(parts, id)) ? (await readRefund(parts.database.orm, id))!.refund.state : 'granted',
  /** The requests of an account that is due to end. */
  grantBeforeEnd: (userId: string) => grantBeforeEnd(parts, userId),
  emailRefused: (id: string) => emailRefund(parts, id),
})
