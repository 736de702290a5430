// Tickets for what the browser does where no bearer token can travel, such as a download by a plain link: a few claims, one purpose, a
// short life.
import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'

export const TICKET_LIFETIME_MS = 5 * 60_000
const ALGORITHM = 'HS256'

export interface Tickets<Claims extends Record<string, unknown>> {
  issue(claims: Claims): Promise<string>
  /** Undefined for a ticket that is forged, of another purpose, or over. */
  verify(ticket: string): Promise<Claims | undefined>
}

export function createTickets<Claims extends Record<string, unknown>>(
  secret: string,
  purpose: string,
  clock: Clock,
  lifetimeMs = TICKET_LIFETIME_MS,
): Tickets<Claims> {
  // A key of its own for each purpose, so that no ticket passes for another or for an access token.
  const key = createHmac('sha256', secret).update(`ticket ${purpose}`).digest()
  return {
    issue: (claims) =>
      new SignJWT({ claims })
        .setProtectedHeader({ alg: ALGORITHM })
        .setExpirationTime(Math.floor((clock.now().getTime() + lifetimeMs) / 1000))
        .sign(key),
    verify: async (ticket) => {
      const options = { algorithms: [ALGORITHM], currentDate: clock.now(), requiredClaims: ['exp'] }
      const verified = await jwtVerify<{ claims: Claims }>(ticket, key, options).catch(() => undefined)
      return verified?.payload.claims
    },
  }
}
