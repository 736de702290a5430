// Sign-in by a code sent to a bound phone (document 1 §1, §4; P-07; AUTHSTATE-20), or mailed (decision 0059), as a route of Better Auth, which makes the session: so its
// limits, the list of devices and the second factor hold here too (the second factor looks for this very path). Every number gets
// its code and every wrong code the same answer; only after the number is proven does the answer reveal that no account has it.
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { safeRedirect } from '#rulebook/site/guard.ts'
import type { AccountEmails } from '../email/account-emails.ts'
import type { AddressProofs } from '../sign-in/address-proof-cookie.ts'
import { asAuthError } from '../sign-in/auth-error.ts'
import { userOfMailedCode } from '../sign-in/login-code.ts'
import type { CodeSubject } from '../verification/verification-code.store.ts'
import type { VerificationCodes } from '../verification/verification-codes.ts'
import { findUserOfPhone } from './phone-profile.store.ts'

export const PHONE_SIGN_IN_PATH = '/sign-in/phone-number'

export const loginSubject = (phone: string): CodeSubject => ({
  targetType: 'phone',
  target: phone,
  purpose: 'login',
  userId: null,
})

interface PhoneSignInParts {
  readonly database: Database
  readonly codes: Pick<VerificationCodes, 'check' | 'spend'>
  readonly addressProofs: Pick<AddressProofs, 'proveByCode'>
  readonly emails: Pick<AccountEmails, 'sendEarlierWaysRemoved'>
  readonly inBackground: (work: Promise<unknown>) => void
}

/** TRAP: a mailed code comes by the phone's path, because the second factor is asked for at known paths only. */
const signInBody = z.object({
  phone: z.string().max(40).optional(),
  email: z.string().max(254).optional(),
  code: z.string().max(40),
  redirect: z.string().max(2000).optional(),
})

export const phoneSignIn = (parts: PhoneSignInParts) =>
  ({
    id: 'phone-sign-in',
    endpoints: {
      signInPhoneNumber: createAuthEndpoint(PHONE_SIGN_IN_PATH, { method: 'POST', body: signInBody }, async (ctx) => {
        const userId = await asAuthError(() => userOfCode(parts, ctx.body, ctx.headers))
        // A number says nothing of the address: whoever was there first may have bound their own.
        const isCleared = ctx.body.email !== undefined && (await parts.addressProofs.proveByCode(ctx, userId))
        const user = await ctx.context.internalAdapter.findUserById(userId)
        if (!user) throw new APIError('NOT_FOUND', { code: 'phone-unknown' })
        if (isCleared) parts.inBackground(parts.emails.sendEarlierWaysRemoved(user.email))
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        const { redirect } = ctx.body
        return ctx.json({
          token: session.token,
          ...(redirect && { redirect: safeRedirect(redirect) }),
          ...(isCleared && { earlierWaysRemoved: true }),
        })
      }),
    },
  }) satisfies BetterAuthPlugin

async function userOfCode(
  parts: PhoneSignInParts,
  { phone = '', email, code }: z.infer<typeof signInBody>,
  headers: Headers | undefined,
): Promise<string> {
  if (email !== undefined) return userOfMailedCode(parts, email, code, headers)
  const { database, codes } = parts
  const proven = await codes.check(loginSubject(phone), code, headers)
  await codes.spend(database.orm, proven)
  const userId = await findUserOfPhone(database.orm, phone)
  if (!userId) throw new ServiceError('phone-unknown')
  return userId
}
