// A one-time token of Better Auth's for a new password, made where no visitor asks for one at its own route.
import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/server/clock.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { authVerifications } from '../tables.ts'
import { endResetTokens, resetTokenIdentifier } from './end-reset-tokens.ts'

const RESET_TOKEN_BYTES = 24

export interface ResetTokenParts {
  readonly clock: Clock
}

/** For calls that do not go through the library's own route. */
export async function makeResetToken(
  { clock }: ResetTokenParts,
  db: Queryable,
  userId: string,
  lifetimeMs: number,
): Promise<string> {
  const token = randomBytes(RESET_TOKEN_BYTES).toString('base64url')
  await db.insert(authVerifications).values({
    identifier: resetTokenIdentifier(token),
    value: userId,
    expiresAt: new Date(clock.now().getTime() + lifetimeMs),
  })
  await endResetTokens(db, userId, token)
  return token
}
