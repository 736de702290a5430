// Money that waits for a person, as the back office sees it (decision 0087).
import { z } from 'zod'
import { DISPUTE_DECISIONS, DISPUTE_PROBLEMS } from '#rulebook/credits/disputes.ts'
import { CURRENCIES } from '#rulebook/credits/orders.ts'

const money = z.object({ currency: z.enum(CURRENCIES), minor: z.int() })

export const disputedPayment = z.object({
  /** Id of the order, or of the money where no order waits. */
  id: z.uuid(),
  problem: z.enum(DISPUTE_PROBLEMS),
  /** What may be decided. */
  decisions: z.array(z.enum(DISPUTE_DECISIONS)),
  userId: z.uuid().nullable(),
  /** Null: the account is gone, or nobody knows whose money it is. */
  userName: z.string().nullable(),
  order: z
    .object({
      number: z.string(),
      packName: z.string(),
      packCredits: z.int(),
      price: money,
      /** Its credits were given. */
      isPaid: z.boolean(),
      /** What is left of them. */
      unusedCredits: z.int(),
    })
    .nullable(),
  /** Null where none came beyond what paid the order. */
  received: z.object({ currency: z.string(), minor: z.int() }).nullable(),
  /** The provider's, to look it up there. */
  transactionId: z.string().nullable(),
  since: z.iso.datetime(),
})
export type DisputedPayment = z.infer<typeof disputedPayment>
