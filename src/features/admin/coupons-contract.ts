// Codes that give credits, in the back office (decision 0107).

import { z } from 'zod'
import { byId } from '#platform/by-id.ts'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { COUPON_LIMITS } from '#rulebook/credits/coupons.ts'
import { couponBatch } from '../billing/coupon-contract.ts'
import { storableDay, storableText } from './storable-text.ts'

export const couponsContract = {
  /** Newest first. */
  list: adminProcedure.route({ method: 'GET', path: '/admin/coupons' }).output(z.array(couponBatch)),
  /** `endsOn` is the last day of the configured zone. Throws `coupon-input`. */
  make: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/coupons' })
    .input(
      z.object({
        name: storableText.max(COUPON_LIMITS.nameLength),
        credits: z.number(),
        codes: z.number(),
        usesPerCode: z.number(),
        endsOn: storableDay.optional(),
        /** Key of the form as it was sent: sent again it makes no second campaign. */
        requestKey: z.uuid().optional(),
      }),
    )
    .output(z.object({ id: z.uuid(), codes: z.array(z.string()), logId: z.uuid() })),
  /** Stands in the log (decision 0225). Throws `coupon-missing`. */
  codes: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/coupons/{id}/codes' })
    .input(byId)
    .output(z.array(z.object({ code: z.string(), uses: z.int() }))),
  /** Throws `coupon-missing` or `edit-reason-missing`. */
  stop: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/coupons/{id}/stop' })
    .input(byId.extend({ reason: storableText.max(EDIT_REASON_MAX_CHARACTERS) }))
    .output(z.object({ logId: z.uuid() })),
}
