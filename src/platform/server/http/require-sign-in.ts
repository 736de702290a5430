// The sign-in check, for calls (implement-contract.ts) and for plain routes.
import { createMiddleware } from 'hono/factory'
import type { HttpEnv, RequestContext } from './request-context.ts'
import { ServiceError } from './service-error.ts'

/** The request of a person who is signed in. Only `requireSignIn` makes one. */
export interface SignedInContext extends RequestContext {
  readonly userId: string
  readonly signInId: string
}

/** Throws ServiceError `login-required` for a visitor. */
export function requireSignIn<Context extends RequestContext>(context: Context): Context & SignedInContext {
  const { userId, signInId } = context
  if (userId === null || signInId === null) throw new ServiceError('login-required')
  return { ...context, userId, signInId }
}

/** In front of a plain route: its `context.var.caller` is signed in. */
export const signedInRoute = createMiddleware<HttpEnv & { Variables: { caller: SignedInContext } }>(
  async (context, next) => {
    const caller = requireSignIn(context.var.request)
    if (context.req.method !== 'GET') await caller.countCall(caller.userId)
    context.set('caller', caller)
    await next()
  },
)
