// The account's own address as a way to sign in, put back after it was taken away (server/login-methods/bind-email.ts). Both calls want the session cookie
// beside the bearer token; the code is only sent after a proof of the owner.
import { z } from 'zod'
import { signedInProcedure } from '#platform/procedures.ts'

const done = z.object({})

export const emailMethodContract = {
  /** Mails a code to the account's address. */
  sendCode: signedInProcedure
    .route({ method: 'POST', path: '/account/login-methods/email/code' })
    .input(z.object({ password: z.string().max(200).optional() }))
    .output(done),
  /** Refuses with `login-method-taken` where another account signs in with the address. */
  confirm: signedInProcedure
    .route({ method: 'POST', path: '/account/login-methods/email' })
    .input(z.object({ code: z.string().max(40) }))
    .output(done),
}
