// A new SECRET: what the old one has encrypted in accounts (second factors, tokens of providers) is encrypted with the new one, so that the old
// one can go (decision 0074).
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { authAccounts, authTwoFactors } from '../tables.ts'

export async function reencryptAccounts(tx: Transaction, from: string, to: string): Promise<void> {
  // What neither secret opens (a secret before the last, since lost) stays as it is, and does not keep the service from starting.
  const reencrypted = (data: string): Promise<string> =>
    symmetricDecrypt({ key: from, data }).then(
      (plain) => symmetricEncrypt({ key: to, data: plain }),
      () => data,
    )
  const reencryptedOrNull = async (data: string | null) => data && reencrypted(data)
  for (const { id, secret, backupCodes } of await tx.select().from(authTwoFactors)) {
    const changed = { secret: await reencrypted(secret), backupCodes: await reencrypted(backupCodes) }
    await tx.update(authTwoFactors).set(changed).where(eq(authTwoFactors.id, id))
  }
  for (const { id, accessToken, refreshToken, idToken } of await tx.select().from(authAccounts)) {
    if (!accessToken && !refreshToken && !idToken) continue
    const changed = {
      accessToken: await reencryptedOrNull(accessToken),
      refreshToken: await reencryptedOrNull(refreshToken),
      idToken: await reencryptedOrNull(idToken),
    }
    await tx.update(authAccounts).set(changed).where(eq(authAccounts.id, id))
  }
}
