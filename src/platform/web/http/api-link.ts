// The way to the server's procedures. A feature makes its own client from its own contract (api-client.ts):
//   const client: ContractRouterClient<typeof processingContract> = apiClient(apiLink, ['processing'])
import type { ClientContext, ClientLink } from '@orpc/client'
import { openHeaders } from './api-headers.ts'
import { loadErrorTexts } from './error-message.ts'
import { fetchWithin } from './fetch-within.ts'
import { renewableHeaders } from './renewable-headers.ts'

export { type AccessTokenSource, setAccessTokenSource } from './api-headers.ts'

const rpcAddress = (): string => new URL('/api/rpc', window.location.origin).href

const send = (request: Request, headers: Record<string, string>): Promise<Response> => {
  const all = new Headers(request.headers)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return fetchWithin(new Request(request, { headers: all }))
}

/** Sends with the bearer token; a refused token is renewed and the call repeated once (it was not carried out), unless it is another person's by now. */
export async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone()
  const { headers, renew } = await renewableHeaders()
  const response = await send(request, headers)
  if (response.status !== 401 || !headers.authorization) return response
  const renewed = await renew()
  return renewed ? send(again, renewed) : response
}

/** What a single call may add: `client.call(input, { context: { headers } })`. */
export interface CallContext {
  readonly headers?: Record<string, string>
}

/** The protocol and the words for its refusals are loaded with the first call: pages appear without them. */
const lateLink = <Context extends ClientContext>(make: () => Promise<ClientLink<Context>>): ClientLink<Context> => {
  let link: Promise<ClientLink<Context>> | undefined
  return {
    call: async (path, input, options) => {
      link ??= make().catch((error) => {
        link = undefined
        throw error
      })
      return (await link).call(path, input, options)
    },
  }
}
const loadProtocol = async () => (await Promise.all([import('@orpc/client/fetch'), loadErrorTexts()]))[0]

/** Calls by the signed-in person; also event iterators. */
export const apiLink = lateLink<CallContext>(async () => {
  const { RPCLink } = await loadProtocol()
  return new RPCLink<CallContext>({
    url: rpcAddress,
    fetch: fetchSignedIn,
    headers: ({ context }) => context.headers ?? {},
  })
})

/** Calls without a bearer token: the exchange of the session cookie for one, and what visitors may ask. */
export const openLink = lateLink<ClientContext>(async () => {
  const { RPCLink } = await loadProtocol()
  return new RPCLink({ url: rpcAddress, fetch: (request) => send(request, openHeaders()) })
})
