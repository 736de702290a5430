// The credits of an account that is merged into another (C-53): its balance and its total arrive there as one entry of the ledger.
import { sql } from 'drizzle-orm'
import type { MergePair, OwnedPart } from '#features/account/server/merge-accounts.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { readBalance } from './read-balance.ts'
import { usageLogs } from './tables.ts'

export const ownedCredits: OwnedPart = {
  name: 'credits',
  count: async (database: Database, userId: string) => figuresOf(await readBalance(database.orm, userId)),
  async move(tx: Transaction, { primaryId, mergedId }: MergePair) {
    const balance = figuresOf(await readBalance(tx, mergedId))
    const entries = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from usage_logs where user_id = ${mergedId}`,
    )
    const details = { mergedUserId: mergedId, entries: entries.rows[0]!.count }
    await tx.insert(usageLogs).values({
      userId: primaryId,
      kind: 'merge',
      amount: balance.remaining,
      totalAmount: balance.total,
      reference: mergedId,
      details,
    })
    return balance
  },
}

const figuresOf = (balance: { remaining: number; total: number } | undefined) => ({
  remaining: balance?.remaining ?? 0,
  total: balance?.total ?? 0,
})
