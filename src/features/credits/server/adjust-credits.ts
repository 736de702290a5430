// A balance set by an operator (document 2 §4, §7; C-29): one entry of the ledger with the difference. What was used stays used, so the
// total becomes used + remaining.
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { usageLogs } from './tables.ts'

export interface Adjustment {
  readonly userId: string
  readonly creditsRemaining: number
  /** Names the action; the same one adjusts once. */
  readonly reference: string
  /** Kept in the ledger, visible to operators only. */
  readonly reason?: string
}

/**
 * Sets the balance within the transaction of the action and answers the difference. Locks the profile, so that a run which is paid at
 * the same time comes wholly before or after; undefined when there is no such profile.
 */
export async function adjustCredits(tx: Transaction, adjustment: Adjustment): Promise<number | undefined> {
  const { userId, creditsRemaining, reference, reason } = adjustment
  const account = await lockAccount(tx, userId)
  if (!account) return undefined
  const difference = creditsRemaining - account.creditsRemaining
  if (difference !== 0)
    await tx.insert(usageLogs).values({
      userId,
      kind: 'adjust',
      amount: difference,
      totalAmount: difference,
      reference,
      details: reason ? { reason } : null,
    })
  return difference
}
