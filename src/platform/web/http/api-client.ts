// A feature's calls as a tree of functions: `client.jobs.get(input, options)` goes over the link as `[...path, 'jobs', 'get']`. The library's
// own maker of such trees would bring 4 KB to every page before the first call; the protocol itself stays the library's (api-link.ts).
import type { ClientContext, ClientLink } from '@orpc/client'

type Options<Context> = { readonly context?: Context } & Record<string, unknown>

/** Typed by the caller: `const client: ContractRouterClient<typeof contract> = apiClient(apiLink, ['site'])`. */
export function apiClient<Client, Context extends ClientContext = ClientContext>(
  link: ClientLink<Context>,
  path: readonly string[],
): Client {
  const call = (input: unknown, options?: Options<Context>): Promise<unknown> =>
    link.call(path, input, { ...options, context: options?.context ?? ({} as Context) })
  return new Proxy(call, {
    // A tree that is awaited or returned by an async function must not look like a promise.
    get: (target, key) =>
      typeof key === 'string' && key !== 'then' ? apiClient(link, [...path, key]) : Reflect.get(target, key),
  }) as Client
}
