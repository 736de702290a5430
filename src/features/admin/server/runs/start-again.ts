// A run is done once more for its owner at no charge: the new run, its hold of nothing and the log row in one transaction.
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { checkReason } from '#rulebook/admin/admin.ts'
import type { AdminParts } from '../admin-parts.ts'
import { writeActionLog } from '../write-action-log.ts'

export async function startAgain(
  { database, prepareRunAgain }: Pick<AdminParts, 'database' | 'prepareRunAgain'>,
  context: AdminContext,
  { id, reason: written }: { readonly id: string; readonly reason: string },
): Promise<{ jobId: string; logId: string }> {
  const reason = written.trim()
  const problem = checkReason(reason)
  if (problem) throw new ServiceError(problem.code)
  const runAgain = await prepareRunAgain(id)
  return database.orm.transaction(async (tx) => {
    const { id: jobId, userId } = await runAgain(tx)
    const details = { reason, job_id: id, new_job_id: jobId }
    return { jobId, logId: await writeActionLog(tx, context, { action: 'run_again', targetUserId: userId, details }) }
  })
}
