// Requests for money back in the back office (decision 0084).
import { z } from 'zod'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { REFUND_STATES } from '#rulebook/credits/refunds.ts'
import { refundRequest } from '../billing/refund-contract.ts'
import { storableText } from './storable-text.ts'

const ofRequest = z.object({ id: z.uuid() })
const decided = z.object({ state: z.enum(REFUND_STATES), logId: z.uuid() })

export const refundsContract = {
  /** Open ones first, the oldest before all; then the newest of those that were decided. */
  list: adminProcedure.route({ method: 'GET', path: '/admin/refunds' }).output(z.array(refundRequest)),
  /**
   * `minor` is the amount before the eyes. Throws `refund-missing`, `refund-decided`, `refund-stale` when it has changed,
   * `refund-nothing-left`, `refund-not-possible` or `user-missing`.
   */
  grant: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/refunds/{id}/grant' })
    .input(ofRequest.extend({ minor: z.int() }))
    .output(decided),
  /** The buyer reads the reason. Throws `refund-missing`, `refund-decided` or `edit-reason-missing`. */
  refuse: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/refunds/{id}/refuse' })
    .input(ofRequest.extend({ reason: storableText.max(EDIT_REASON_MAX_CHARACTERS) }))
    .output(decided),
}
