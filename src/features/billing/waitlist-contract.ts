// The waitlist of the purchase: who is notified by email once packs can be bought (decision 0146).
import { z } from 'zod'
import { signedInProcedure, uncountedProcedure } from '#platform/procedures.ts'

const waitlistEntry = z.object({
  /** Null: not on it. */
  askedAt: z.iso.datetime().nullable(),
  /** Whether an email can reach the person. */
  byMail: z.boolean(),
})
export type WaitlistEntry = z.infer<typeof waitlistEntry>

/** An old name, as `ask` and `withdraw`: pages that were loaded before a release call it. */
const path = '/billing/purchase-wish'
export const waitlistContract = {
  read: signedInProcedure.route({ method: 'GET', path }).output(waitlistEntry),
  ask: signedInProcedure.route({ method: 'POST', path }).output(waitlistEntry),
  withdraw: uncountedProcedure.route({ method: 'POST', path: `${path}/withdraw` }).output(waitlistEntry),
}
