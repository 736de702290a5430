// One line of the list of security events in the profile.
import { z } from 'zod'
import { SECURITY_EVENT_KINDS } from '#rulebook/account/security-events.ts'

export const securityEvent = z.object({
  id: z.uuid(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  /** Browser of a sign-in, as far as known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  place: z.string().nullable(),
  at: z.iso.datetime(),
})
