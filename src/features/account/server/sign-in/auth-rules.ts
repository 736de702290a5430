// What our rules around the auth routes are made of.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { SignUpWallPart } from '#platform/server/sign-up-wall-settings.ts'
import { ASKED_EMAILS, SIGN_UP_LIMITS } from '#rulebook/account/sign-up.ts'
import { createAddressProofs } from './address-proof-cookie.ts'
import { createAskedLinks } from './asked-links.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { createSignUpWall } from './sign-up-wall.ts'
import { createWorkGate } from './work-gate.ts'

interface GivenParts {
  readonly database: Database
  readonly limiter: RateLimiter
  readonly longLimiter: RateLimiter
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
  readonly mailDelivers: boolean
  readonly signUpWall: readonly SignUpWallPart[]
}

export const createAuthRules = <Parts extends GivenParts>(parts: Parts) => ({
  ...parts,
  now: () => parts.clock.now(),
  addressProofs: createAddressProofs(parts),
  askedLinks: createAskedLinks(parts),
  signInLimits: createSignInLimits(parts),
  demandEmailWork: createWorkGate(parts, ASKED_EMAILS.workBits),
  demandSignUpWall: createSignUpWall({
    ...parts,
    parts: parts.signUpWall,
    demandWork: createWorkGate(parts, SIGN_UP_LIMITS.workBits),
  }),
})
