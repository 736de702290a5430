// The back office as both sides see it (document 2 §2, §3, §7). Every call but `session.open` wants an open admin session.
import { oc } from '@orpc/contract'
import { z } from 'zod'

/** The admin area's own session: opened when an admin's profile has loaded, ended with the sign-in or by its age (U-25). */
const sessionContract = {
  open: oc.route({ method: 'POST', path: '/admin/session' }).output(z.object({ expiresAt: z.iso.datetime() })),
  close: oc.route({ method: 'DELETE', path: '/admin/session' }),
}

export const adminContract = {
  session: sessionContract,
}
