// Second factors that this SECRET does not open: their owners cannot show a code, neither the authenticator's nor one for recovery (decision 0234).
import { symmetricDecrypt } from 'better-auth/crypto'
import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { authPasskeys, authTwoFactors, userProfiles } from '../tables.ts'

/** People, of those who have switched it on. */
export interface LostFactors {
  readonly all: number
  /** Without a passkey: nothing else opens the back office to who has an authenticator (decision 0048). */
  readonly administrators: number
}

export async function countLostFactors(orm: Queryable, key: string): Promise<LostFactors> {
  const rows = await orm
    .select({ secret: authTwoFactors.secret, isBareAdmin: bareAdmin(orm) })
    .from(authTwoFactors)
    .leftJoin(userProfiles, eq(userProfiles.id, authTwoFactors.userId))
    .where(eq(authTwoFactors.verified, true))
  let [all, administrators] = [0, 0]
  for (const { secret: data, isBareAdmin } of rows)
    await symmetricDecrypt({ key, data }).catch(() => {
      all += 1
      if (isBareAdmin) administrators += 1
    })
  return { all, administrators }
}

function bareAdmin(orm: Queryable): SQL<boolean | null> {
  const theirs = eq(authPasskeys.userId, authTwoFactors.userId)
  const passkeys = orm.select({ id: authPasskeys.id }).from(authPasskeys).where(theirs)
  return sql`${and(eq(userProfiles.userType, 'admin'), notExists(passkeys))}`
}
