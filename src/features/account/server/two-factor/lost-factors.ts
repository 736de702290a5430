// Second factors that this SECRET does not open: their owners cannot show a code, neither the authenticator's nor one for recovery (decision 0234).
import { symmetricDecrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { authTwoFactors } from '../tables.ts'

/** People, of those who have switched it on. */
export async function countLostFactors(orm: Queryable, key: string): Promise<number> {
  const rows = await orm
    .select({ secret: authTwoFactors.secret })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.verified, true))
  let lost = 0
  for (const { secret: data } of rows)
    await symmetricDecrypt({ key, data }).catch(() => {
      lost += 1
    })
  return lost
}
