// The one question of every procedure that belongs to somebody.
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'

/** The signed-in user's id; throws `login-required` for a visitor. */
export function requireUser(context: Pick<RequestContext, 'userId'>): string {
  if (context.userId === null) throw new ServiceError('login-required')
  return context.userId
}
