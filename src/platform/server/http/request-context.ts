import type { HttpBindings } from '@hono/node-server'

/** Who a verified bearer token names. */
export interface Caller {
  readonly userId: string
  /** By which sign-in. */
  readonly signInId: string
}

/** What every use case may know of the request that called it. */
export interface RequestContext {
  /** From the verified bearer token, as is `signInId`; null for visitors. */
  readonly userId: Caller['userId'] | null
  readonly signInId: Caller['signInId'] | null
  readonly requestId: string
  /** Address of the caller, proxies that the operator trusts taken into account. */
  readonly clientAddress: string
  readonly userAgent: string | null
  readonly headers: Headers
  /** Fires when the caller went away. */
  readonly signal: AbortSignal
  /** Counts a call of this person towards `api_rate_limit` (C-41); throws ServiceError `rate-limited`. */
  readonly countCall: (userId: string) => Promise<void>
}

/**
 * The environment of plain routes (`new Hono<HttpEnv>()`): below `/api/` the middleware has put the verified context in place,
 * `context.var.request`; `context.env.incoming` is Node's own request, for bodies that are streamed.
 */
export interface HttpEnv {
  Bindings: HttpBindings
  Variables: { requestId: string; clientAddress: string; request: RequestContext }
}
