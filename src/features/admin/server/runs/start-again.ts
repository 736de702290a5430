// A run is done once more for its owner at no charge: the new run, its hold of nothing and the log row in one transaction.
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { demandReason } from '../demand-reason.ts'
import { writeActionLog } from '../write-action-log.ts'

export async function startAgain(
  { database, prepareRunAgain }: Pick<AdminParts, 'database' | 'prepareRunAgain'>,
  context: AdminContext,
  { id, reason: written }: { readonly id: string; readonly reason: string },
): Promise<{ jobId: string; logId: string }> {
  const reason = demandReason(written)
  const runAgain = await prepareRunAgain(id)
  return database.orm.transaction(async (tx) => {
    const { id: jobId, userId } = await runAgain(tx)
    const details = { reason, job_id: id, new_job_id: jobId }
    return { jobId, logId: await writeActionLog(tx, context, { action: 'run_again', targetUserId: userId, details }) }
  })
}
