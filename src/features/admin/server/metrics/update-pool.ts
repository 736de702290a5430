// An admin enters what was bought from the AI provider, with a note (document 2 §5, §6, §7; C-40, U-63).
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { checkPoolUpdate } from '#rulebook/admin/pool.ts'
import type { AdminParts } from '../admin-parts.ts'
import { writeActionLog } from '../write-action-log.ts'
import { addPurchase, type CreditPool, lockPool, readPool, writePool } from './credit-pool.store.ts'

export interface PoolUpdate {
  readonly totalPurchased: number
  readonly costPerCredit: number
  readonly notes: string
}

/** The row and its log entry, both or none. Throws `pool-input-invalid`. */
export async function updatePool(
  { database }: Pick<AdminParts, 'database'>,
  context: AdminContext,
  update: PoolUpdate,
): Promise<CreditPool> {
  const problem = checkPoolUpdate(update)
  if (problem) throw new ServiceError(problem.code)
  return database.orm.transaction(async (tx) => {
    await lockPool(tx)
    const before = await readPool(tx)
    await writePool(tx, update.totalPurchased, update.costPerCredit)
    const after = (await readPool(tx))!
    await addPurchase(tx, context.adminId, {
      credits: after.total_purchased - (before?.total_purchased ?? 0),
      costPerCreditUsd: after.cost_per_credit,
      notes: update.notes.trim(),
    })
    await writeActionLog(tx, context, {
      action: 'update_credit_pool',
      details: {
        notes: update.notes.trim(),
        total_purchased: { from: before?.total_purchased ?? null, to: after.total_purchased },
        cost_per_credit: { from: before?.cost_per_credit ?? null, to: after.cost_per_credit },
        consumed: after.consumed,
        remaining: after.remaining,
        total_cost: after.total_cost,
      },
    })
    return after
  })
}
