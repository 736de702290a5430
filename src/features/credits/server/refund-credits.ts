// The credits of a refund: taken back in the transaction that decides it, so that nobody spends them meanwhile, and given again where the
// provider refuses for good (decision 0084). A balance that would turn negative is refused by the database.
import type { Transaction } from '#platform/server/database/database.ts'
import { usageLogs } from './tables.ts'

export interface RefundedCredits {
  readonly userId: string
  readonly refundId: string
  readonly credits: number
  /** The owner reads it. */
  readonly note: string
}

/** The ledger entry's id. The account must exist and be locked; throws when this refund took its credits before. */
export const takeBackCredits = (tx: Transaction, refund: RefundedCredits): Promise<string> =>
  addEntry(tx, refund, -refund.credits, refund.refundId)

/** Likewise. */
export const returnCredits = (tx: Transaction, refund: RefundedCredits): Promise<string> =>
  addEntry(tx, refund, refund.credits, `${refund.refundId}:returned`)

async function addEntry(
  tx: Transaction,
  { userId, note }: RefundedCredits,
  amount: number,
  reference: string,
): Promise<string> {
  const [entry] = await tx
    .insert(usageLogs)
    .values({ userId, kind: 'refund', amount, totalAmount: amount, reference, details: { reason: note } })
    .returning({ id: usageLogs.id })
  return entry!.id
}
