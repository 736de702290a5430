// The short-lived bearer token (architecture §3 "Accounts"; document 1 §7): a JWT that every call carries and whose
// signature is verified without a query; whether its session lives is living-session.ts' question. The long-lived session is Better Auth's cookie.
import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#platform/server/clock.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'

export const ACCESS_TOKEN_LIFETIME_MS = 5 * 60_000
const ISSUER = 'huanying'
const AUDIENCE = 'huanying-web'
const ALGORITHM = 'HS256'

export interface AccessToken {
  readonly token: string
  readonly expiresAt: Date
}
export interface AccessTokens {
  issue(userId: string, signInId: string): Promise<AccessToken>
  /** Throws ServiceError `session-expired` for a token that is forged, meant for others, or over. */
  verify(token: string): Promise<Caller>
}

/** What `previousSecret` has signed is believed until it ends. */
export function createAccessTokens(secret: string, clock: Clock, previousSecret?: string): AccessTokens {
  const key = keyOf(secret)
  const keys = [key, ...(previousSecret ? [keyOf(previousSecret)] : [])]
  return {
    async issue(userId, signInId) {
      const issuedAtS = Math.floor(clock.now().getTime() / 1000)
      const expiresAtS = issuedAtS + ACCESS_TOKEN_LIFETIME_MS / 1000
      const token = await new SignJWT({ sid: signInId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAtS)
        .setExpirationTime(expiresAtS)
        .sign(key)
      return { token, expiresAt: new Date(expiresAtS * 1000) }
    },
    async verify(token) {
      const options = { algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE, currentDate: clock.now() }
      const requiredClaims = ['sub', 'sid', 'exp']
      const claims = keys.map((each) => jwtVerify<{ sid: string }>(token, each, { ...options, requiredClaims }))
      const verified = await Promise.any(claims).catch(() => undefined)
      const { sub, sid } = verified?.payload ?? {}
      if (!sub || !sid) throw new ServiceError('session-expired')
      return { userId: sub, signInId: sid }
    },
  }
}

/** An own key, so that this token and Better Auth's, signed with the same setting, never pass for each other. */
const keyOf = (secret: string): Buffer => createHmac('sha256', secret).update('access-token').digest()
