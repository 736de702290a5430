// The wish to be notified once packs can be bought (decision 0146).
import { z } from 'zod'
import { signedInProcedure, uncountedProcedure } from '#platform/procedures.ts'

export const purchaseWish = z.object({
  /** Null: not wished. */
  askedAt: z.iso.datetime().nullable(),
  /** Whether an email can reach the person. */
  byMail: z.boolean(),
})
export type PurchaseWish = z.infer<typeof purchaseWish>

const path = '/billing/purchase-wish'
export const purchaseWishContract = {
  read: signedInProcedure.route({ method: 'GET', path }).output(purchaseWish),
  ask: signedInProcedure.route({ method: 'POST', path }).output(purchaseWish),
  withdraw: uncountedProcedure.route({ method: 'POST', path: `${path}/withdraw` }).output(purchaseWish),
}
