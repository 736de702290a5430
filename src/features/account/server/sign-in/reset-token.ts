// A one-time token of Better Auth's for a new password, made where no visitor asks for one at its own route.
import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Auth } from './auth.ts'
import { endResetTokens, resetTokenIdentifier } from './end-reset-tokens.ts'

const RESET_TOKEN_BYTES = 24

export interface ResetTokenParts {
  readonly database: Database
  readonly clock: Clock
  readonly auth: () => Promise<Auth>
}

/** For calls that do not go through the library's own route. */
export async function makeResetToken(
  { auth, clock, database }: ResetTokenParts,
  userId: string,
  lifetimeMs: number,
): Promise<string> {
  const token = randomBytes(RESET_TOKEN_BYTES).toString('base64url')
  const { internalAdapter } = await (await auth()).$context
  await internalAdapter.createVerificationValue({
    identifier: resetTokenIdentifier(token),
    value: userId,
    expiresAt: new Date(clock.now().getTime() + lifetimeMs),
  })
  await endResetTokens(database.orm, userId, token)
  return token
}
