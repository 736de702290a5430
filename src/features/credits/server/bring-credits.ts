// The one entry that a merge writes: balance and total of the account that ends, with where they came from (C-53, decision 0226).
import type { Transaction } from '#platform/server/database/database.ts'
import type { Lot } from '#rulebook/credits/lots.ts'
import { usageLogs } from './tables.ts'

export interface BroughtCredits {
  readonly userId: string
  readonly mergedUserId: string
  readonly remaining: number
  readonly total: number
  /** Kept in the entry. */
  readonly details: { readonly free: number; readonly lots: readonly Lot[] } & Readonly<Record<string, unknown>>
}

/** The account must exist and be locked. Throws when this account was merged into it before. */
export async function bringCredits(
  tx: Transaction,
  { userId, mergedUserId, remaining, total, details }: BroughtCredits,
): Promise<void> {
  await tx.insert(usageLogs).values({
    userId,
    kind: 'merge',
    amount: remaining,
    totalAmount: total,
    reference: mergedUserId,
    details: { mergedUserId, remaining, total, ...details },
  })
}
