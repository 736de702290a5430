// A person’s own wishes about pictures and emails.
import { z } from 'zod'
import { signedInProcedure } from '#platform/procedures.ts'

export const preferences = z.object({ keepsPosition: z.boolean(), mailsWhenDone: z.boolean() })
export type Preferences = z.infer<typeof preferences>

export const preferencesContract = {
  get: signedInProcedure.route({ method: 'GET', path: '/account/preferences' }).output(preferences),
  update: signedInProcedure
    .route({ method: 'PATCH', path: '/account/preferences' })
    .input(preferences.partial())
    .output(preferences),
}
