// A changing call of the service as the test of calls under fire knows it (every-mutation-under-fire.test.ts).

export interface CallRequest {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** An object travels as JSON, a form and a text as they are. */
  readonly body?: unknown
}

/** Everything is ready for the call, with people and things of its own. */
export interface Situation {
  readonly request: CallRequest
  /** The second request after a failure, where the page would not send the same: with a fresh proof, or by another way that it offers. */
  readonly again?: () => Promise<CallRequest>
  /** Resolves when what the call has started is over. */
  readonly settled?: () => Promise<unknown>
}

export interface FireCall<World> {
  /** `rpc` and the place in the contract, or method and path of a route. */
  readonly name: string
  /** Where one route does several things: which. */
  readonly variant?: string
  prepare(world: World): Promise<Situation>
  /** Refusals of the second request which mean that the first was carried out. */
  readonly isDone?: readonly string[]
  /** Why a failure may leave a part that the next try completes; nothing is left in half otherwise. */
  readonly between?: string
  /** Why a second request may do it once more: the call has no key by which it could be recognised. */
  readonly repeats?: string
  /** Columns or tables whose difference after a second try is right, by a pattern over lines of the footprint. */
  readonly differs?: RegExp
}
