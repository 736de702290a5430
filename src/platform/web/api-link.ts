// The way to the server's procedures. A feature makes its own client from its own contract:
//   const client: ContractRouterClient<typeof processingContract> = createORPCClient(apiLink, { path: ['processing'] })
// and, for queries, `createTanstackQueryUtils(client)` of @orpc/tanstack-query.
import { RPCLink } from '@orpc/client/fetch'
import { apiHeaders, openHeaders } from './api-headers.ts'

export { type AccessTokenSource, setAccessTokenSource } from './api-headers.ts'

const rpcAddress = (): string => new URL('/api/rpc', window.location.origin).href

const send = (request: Request, headers: Record<string, string>): Promise<Response> => {
  const all = new Headers(request.headers)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return fetch(new Request(request, { headers: all }))
}

/** Sends with the bearer token; a refused token is renewed and the call repeated once (it was not carried out). */
export async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone()
  const headers = await apiHeaders()
  const response = await send(request, headers)
  if (response.status !== 401 || !headers.authorization) return response
  const renewed = await apiHeaders(true)
  return renewed.authorization ? send(again, renewed) : response
}

/** What a single call may add: `client.call(input, { context: { headers } })`. */
export interface CallContext {
  readonly headers?: Record<string, string>
}

/** Calls in the name of whoever is signed in; also event iterators. */
export const apiLink = new RPCLink<CallContext>({
  url: rpcAddress,
  fetch: fetchSignedIn,
  headers: ({ context }) => context.headers ?? {},
})

/** Calls without a bearer token: the exchange of the session cookie for one, and what visitors may ask. */
export const openLink = new RPCLink({ url: rpcAddress, fetch: (request) => send(request, openHeaders()) })
