// Payments that wait for a person, in the back office (decision 0087).

import { z } from 'zod'
import { byId } from '#platform/by-id.ts'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { DISPUTE_DECISIONS, PROVIDER_PAYMENT_STATES } from '#rulebook/credits/disputes.ts'
import { disputedPayment } from '../billing/dispute-contract.ts'
import { storableText } from './storable-text.ts'

export const disputesContract = {
  /** Oldest first. */
  list: adminProcedure.route({ method: 'GET', path: '/admin/disputes' }).output(z.array(disputedPayment)),
  /** What the provider says now; null where no order of ours is behind the money. */
  ask: adminProcedure
    .route({ method: 'GET', path: '/admin/disputes/{id}/provider' })
    .input(byId)
    // An old name for the state, which loaded pages read.
    .output(z.object({ word: z.enum(PROVIDER_PAYMENT_STATES).nullable() })),
  /** Throws `dispute-missing`, `dispute-not-possible`, `dispute-refund-running` or `edit-reason-missing`. */
  decide: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/disputes/{id}/decide' })
    .input(byId.extend({ decision: z.enum(DISPUTE_DECISIONS), reason: storableText.max(EDIT_REASON_MAX_CHARACTERS) }))
    .output(z.object({ logId: z.uuid() })),
}
