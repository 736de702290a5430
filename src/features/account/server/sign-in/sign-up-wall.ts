// What protects the free credits of a new account (document 1 §9; decision 0103). Where emails are delivered nobody enters with an unproven address;
// where they are not, the browser does a proof of work. New accounts a day are limited by IP address and by its network, and disposable mailboxes
// prove nothing. Each of the three can be switched off (SIGN_UP_WALL).
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { networkOf, widerNetworkOf } from '#platform/server/http/client-address.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { SignUpWallPart } from '#platform/server/sign-up-wall-settings.ts'
import { normalizeEmail } from '#rulebook/account/email.ts'
import { SIGN_UP_LIMITS } from '#rulebook/account/sign-up.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts'
import type { DemandWork } from './work-gate.ts'

interface WallParts {
  readonly parts: readonly SignUpWallPart[]
  readonly longLimiter: RateLimiter
  readonly mailDelivers: boolean
  readonly demandWork: DemandWork
}

/** Throws APIError `email-disposable`, `proof-needed` with a task, or `sign-ups-too-many`. What is refused before the work is done counts nowhere. */
export type DemandWall = (ctx: GenericEndpointContext, email: string) => Promise<void>

export const createSignUpWall =
  ({ parts, longLimiter, mailDelivers, demandWork }: WallParts): DemandWall =>
  async (ctx, email) => {
    if (parts.includes('mailboxes') && (await isDisposable(email)))
      throw new APIError('BAD_REQUEST', { code: 'email-disposable' })
    if (parts.includes('work') && !mailDelivers) await demandWork(ctx, normalizeEmail(email))
    if (!parts.includes('limits')) return
    const address = ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? ''
    const hasRoom =
      (await longLimiter.consume(`sign-up:network:${widerNetworkOf(address)}`, SIGN_UP_LIMITS.perNetwork)) &&
      (await longLimiter.consume(`sign-up:address:${networkOf(address)}`, SIGN_UP_LIMITS.perAddress))
    if (!hasRoom) throw new APIError('TOO_MANY_REQUESTS', { code: 'sign-ups-too-many' })
  }

/** Loaded when the first account is made: a list of some thousand names. */
async function isDisposable(email: string): Promise<boolean> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js')
  const names = disposableEmailBlocklistSet()
  const labels = (normalizeEmail(email).split('@').at(-1) ?? '').split('.')
  // A name below a listed one belongs to the same.
  return labels.some((_, at) => names.has(labels.slice(at).join('.')))
}
