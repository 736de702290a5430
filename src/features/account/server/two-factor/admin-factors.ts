// Who may add a second factor to an administrator's account, or take one away (decision 0048): where it has one, only who has shown one in this sign-in in the
// last minutes. A stolen password or mailbox would else plant its own and get past the one that there is.
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { isAdmin } from '#rulebook/credits/tiers.ts'
import { isFreshSignIn } from '../login-methods/owner-proof-tries.ts'
import { findAccount } from '../profile/account.store.ts'
import { readSecondFactors } from '../sign-in/session-proofs.ts'

/** `strongAt`: when a second factor was last shown in the sign-in that asks. */
export async function mayChangeFactors(
  database: Database,
  userId: string,
  strongAt: Date | null | undefined,
  now: Date,
): Promise<boolean> {
  if (strongAt && isFreshSignIn(strongAt, now)) return true
  if (!isAdmin(await findAccount(database.orm, userId))) return true
  const { code, passkey } = await readSecondFactors(database, userId)
  return !code && !passkey
}

/** Throws ServiceError `factor-sign-in-needed`. */
export async function demandMayChangeFactors(...asked: Parameters<typeof mayChangeFactors>): Promise<void> {
  if (!(await mayChangeFactors(...asked))) throw new ServiceError('factor-sign-in-needed')
}
