// Codes that give credits, as the back office sees them (decision 0107).
import { z } from 'zod'

export const couponBatch = z.object({
  id: z.uuid(),
  name: z.string(),
  credits: z.int(),
  usesPerCode: z.int(),
  codes: z.int(),
  /** Uses of all its codes together. */
  uses: z.int(),
  endsAt: z.iso.datetime().nullable(),
  isStopped: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type CouponBatch = z.infer<typeof couponBatch>
