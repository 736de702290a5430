// A request for money back, as the back office sees it (decision 0084).
import { z } from 'zod'
import { CURRENCIES } from '#rulebook/credits/orders.ts'
import { REFUND_STATES } from '#rulebook/credits/refunds.ts'

export const refundRequest = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** Null: the account is gone. */
  userName: z.string().nullable(),
  orderNumber: z.string(),
  packName: z.string(),
  packCredits: z.int(),
  paidMinor: z.int(),
  currency: z.enum(CURRENCIES),
  paidAt: z.iso.datetime().nullable(),
  askedAt: z.iso.datetime(),
  state: z.enum(REFUND_STATES),
  /** What would be taken back for how much now; of a decided one, what was. */
  credits: z.int(),
  minor: z.int(),
  /** The buyer's words, the operator's, and the provider's. */
  reason: z.string(),
  decision: z.string().nullable(),
  problem: z.string().nullable(),
})
export type RefundRequest = z.infer<typeof refundRequest>
