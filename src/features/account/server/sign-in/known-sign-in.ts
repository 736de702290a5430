// Whoever has got in makes the browser known to the account's address and number (decisions 0052 and 0238): with the second factor where one is asked for.
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import type { Database } from '#platform/server/database/database.ts'
import { isPlaceholderAddress } from '#rulebook/account/placeholder-address.ts'
import { boundPhoneOf } from '../phone/phone-profile.store.ts'
import { PHONE_SIGN_IN_PATH } from '../phone/phone-sign-in.ts'
import { demandSamePasswordAgain } from './compared-password.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** In with a password, or a code; its second step. */
const TYPED_ROUTES = ['/sign-in/email', PHONE_SIGN_IN_PATH, '/two-factor/verify-totp', '/two-factor/verify-backup-code']
const OTHER_ROUTES = ['/passkey/verify-authentication', '/callback/:id']
const ROUTES = new Set<string | undefined>([...TYPED_ROUTES, ...OTHER_ROUTES])

interface KnownSignInParts {
  readonly database: Database
  readonly signInLimits: Pick<SignInLimits, 'noteSuccess'>
}

/** TRAP: behind the second factor's plugin, which takes the session away where a code is owed; before it, half a sign-in looks like a whole one. */
export const knownSignIns = ({ database, signInLimits }: KnownSignInParts) =>
  ({
    id: 'known-sign-ins',
    hooks: {
      after: [
        {
          matcher: ({ path }) => ROUTES.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const user = ctx.context.newSession?.user
            if (!user) return demandSamePasswordAgain(database)
            const phone = await boundPhoneOf(database.orm, user.id)
            const targets = [...(isPlaceholderAddress(user.email) ? [] : [user.email]), ...(phone ? [phone] : [])]
            await signInLimits.noteSuccess(ctx, targets, TYPED_ROUTES.includes(ctx.path))
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin
