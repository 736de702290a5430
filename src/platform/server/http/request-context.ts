/** What every use case may know of the request that called it. */
export interface RequestContext {
  /** From the verified bearer token; null for visitors. */
  readonly userId: string | null
  readonly requestId: string
  /** Address of the caller, proxies that the operator trusts taken into account. */
  readonly clientAddress: string
  readonly userAgent: string | null
  readonly headers: Headers
  /** Fires when the caller went away. */
  readonly signal: AbortSignal
}
