// One-time tokens of Better Auth's for a new password. Of one account only the newest lives: one that is used, followed by a newer one or
// overtaken by a changed password opens nothing any more.
import { randomBytes } from 'node:crypto'
import { and, eq, like, ne } from 'drizzle-orm'
import type { Clock } from '#platform/server/clock.ts'
import type { Database, Queryable } from '#platform/server/database/database.ts'
import { authVerifications } from '../tables.ts'
import type { Auth } from './auth.ts'

const RESET_TOKEN_BYTES = 24
const identifierOf = (token: string): string => `reset-password:${token}`

export interface ResetTokenParts {
  readonly database: Database
  readonly clock: Clock
  readonly auth: () => Promise<Auth>
}

/** For whoever asks elsewhere than at the library's own route. */
export async function makeResetToken(
  { auth, clock, database }: ResetTokenParts,
  userId: string,
  lifetimeMs: number,
): Promise<string> {
  const token = randomBytes(RESET_TOKEN_BYTES).toString('base64url')
  const { internalAdapter } = await (await auth()).$context
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value: userId,
    expiresAt: new Date(clock.now().getTime() + lifetimeMs),
  })
  await endResetTokens(database.orm, userId, token)
  return token
}

/** All of this account, but the one that was just made. */
export async function endResetTokens(db: Queryable, userId: string, newest = ''): Promise<void> {
  await db
    .delete(authVerifications)
    .where(
      and(
        eq(authVerifications.value, userId),
        like(authVerifications.identifier, identifierOf('%')),
        ne(authVerifications.identifier, identifierOf(newest)),
      ),
    )
}
