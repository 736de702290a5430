// An account that ends takes its ledger along, and with it what is left of its packs: what its owner asked for and nobody decided in the week of the
// deletion is granted then (decision 0242). The money itself needs no account.
import { and, eq } from 'drizzle-orm'
import { holdDue } from '#features/account/server/end/schedule-deletion.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { paymentRefunds } from '../tables.ts'
import { grantRefund } from './decide-refund.ts'
import { tryToPayBack } from './pay-back.ts'

/** Its owner signed in: an operator decides, as always. */
class NotDueError extends Error {}

/** A request that cannot be granted (its order is disputed, or nothing is left) stays in the operator's queue and keeps no account alive. */
export async function grantBeforeEnd(parts: PaymentParts, userId: string): Promise<void> {
  const { database, clock, log } = parts
  const isWaiting = and(eq(paymentRefunds.userId, userId), eq(paymentRefunds.state, 'requested'))
  const waiting = await database.orm.select({ id: paymentRefunds.id }).from(paymentRefunds).where(isWaiting)
  for (const { id } of waiting) {
    try {
      const { amount } = await database.orm.transaction(async (tx) => {
        const decided = await grantRefund(tx, { id, now: clock.now() })
        // Behind the locks that every decision takes, in their order.
        if (!(await holdDue(tx, userId, clock.now()))) throw new NotDueError()
        return decided
      })
      log.warn({ refundId: id, userId, amount }, 'refund granted: nobody decided before its account ends')
      await tryToPayBack(parts, id)
    } catch (error) {
      if (error instanceof NotDueError) return
      if (!(error instanceof ServiceError)) throw error
      log.error(
        { refundId: id, userId, reason: error.code },
        'refund of an account that ends is not granted: look at it',
      )
    }
  }
}
