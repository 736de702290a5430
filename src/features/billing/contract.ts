// What /profile/billing asks beyond the profile's balance (document 2 §2, §3, §4; P-03, P-04).
import { z } from 'zod'
import { signedInProcedure } from '#platform/procedures.ts'

export const bill = z.object({
  id: z.uuid(),
  description: z.string(),
  /** US dollars. */
  amount: z.number(),
  date: z.iso.datetime(),
  status: z.string(),
})
export type OwnBill = z.infer<typeof bill>

/** Completed runs: of this month in the configured zone, and of a lifetime. */
export const ownUsage = z.object({ monthlyRuns: z.int(), totalRuns: z.int() })

export const billingContract = {
  usage: signedInProcedure.route({ method: 'GET', path: '/billing/usage' }).output(ownUsage),
  /** Newest first. */
  bills: signedInProcedure.route({ method: 'GET', path: '/billing/bills' }).output(z.array(bill)),
}
