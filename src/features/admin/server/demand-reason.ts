// An action with consequences needs a reason: it stands in the log, and the person concerned often reads it.
import { ServiceError } from '#platform/server/http/service-error.ts'
import { checkReason } from '#rulebook/admin/admin.ts'

/** As it is kept. Throws `edit-reason-missing`. */
export function demandReason(written: string): string {
  const reason = written.trim()
  const problem = checkReason(reason)
  if (problem) throw new ServiceError(problem.code)
  return reason
}
