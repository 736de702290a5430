// What every screen needs to know of the service: maintenance, announcement, configured names (C-48, U-23, P-22).
import { z } from 'zod'
import { publicProcedure } from '#platform/procedures.ts'

export const siteStatus = z.object({
  maintenance: z.boolean(),
  emergencyStop: z.boolean(),
  announcement: z.string(),
  /** Facts that the operator configured; what is not set is null. */
  operator: z.object({
    name: z.string().nullable(),
    contactEmail: z.string().nullable(),
    icpNumber: z.string().nullable(),
    policeNumber: z.string().nullable(),
  }),
})

export const siteContract = {
  status: publicProcedure.route({ method: 'GET', path: '/site/status' }).output(siteStatus),
}

export type SiteStatus = z.infer<typeof siteStatus>
