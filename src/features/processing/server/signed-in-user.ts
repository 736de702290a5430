// Everything here except the anonymous trial belongs to a signed-in person (document 2 §5).
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'

/** The caller's id. Throws ServiceError `login-required`. */
export function signedInUser(context: Pick<RequestContext, 'userId'>): string {
  if (context.userId === null) throw new ServiceError('login-required')
  return context.userId
}
