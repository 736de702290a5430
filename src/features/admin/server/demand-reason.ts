// What weighs wants a reason, which stands in the log and is often read by the person it concerns.
import { ServiceError } from '#platform/server/http/service-error.ts'
import { checkReason } from '#rulebook/admin/admin.ts'

/** As it is kept. Throws `edit-reason-missing`. */
export function demandReason(written: string): string {
  const reason = written.trim()
  const problem = checkReason(reason)
  if (problem) throw new ServiceError(problem.code)
  return reason
}
