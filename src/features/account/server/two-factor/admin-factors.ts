// Who may add a second factor to an administrator's account, or take one away (decision 0048): where it has one, only who has shown one in this sign-in in the
// last minutes. A stolen password or mailbox would else plant its own and get past the one that there is.
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { type AdminProofWays, NO_PROOF_WAY } from '#rulebook/admin/admin-proof.ts'
import { isAdmin } from '#rulebook/credits/tiers.ts'
import { isFreshSignIn } from '../login-methods/owner-proof-tries.ts'
import { findAccount } from '../profile/account.store.ts'
import { readSecondFactors } from '../sign-in/session-proofs.ts'

/** With the ways that are open to the administrator: the page offers nothing else. */
export const proofNeeded = (ways: Partial<AdminProofWays>): ServiceError =>
  new ServiceError('admin-proof-needed', { ...NO_PROOF_WAY, ...ways })

/** `strongAt`: when a second factor was last shown in the sign-in that asks. Throws `admin-proof-needed`. */
export async function demandMayChangeFactors(
  database: Database,
  userId: string,
  strongAt: Date | null | undefined,
  now: Date,
): Promise<void> {
  if (strongAt && isFreshSignIn(strongAt, now)) return
  if (!isAdmin(await findAccount(database.orm, userId))) return
  const { code, passkey } = await readSecondFactors(database, userId)
  if (code || passkey) throw proofNeeded({ code, passkey })
}
