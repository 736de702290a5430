// Who calls an address below `/api/`: the client by its `apikey` header, the person by the bearer token (document 1 §7).
import type { Accounts } from '#features/account/server/accounts.ts'
import { RPC_PATH } from '#platform/server/http/error-response.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { REST_PATH } from '#platform/server/http/rpc-routes.ts'

/** These read only the session cookie, so a dead access token must not keep a person from getting a new one. */
const READS_COOKIE_ONLY = new Set([`${RPC_PATH}/account/session`, `${REST_PATH}/account/session`])

/** The person and the sign-in, or null for a visitor. Throws `api-key-invalid` or `session-expired`. */
export function createIdentifyCaller(accounts: Pick<Accounts, 'checkApiKey' | 'renewCookies' | 'verifyAccessToken'>) {
  return async (headers: Headers, path: string): Promise<Caller | null> => {
    if (path.startsWith(`${RPC_PATH}/`) || path.startsWith(`${REST_PATH}/`)) accounts.checkApiKey(headers)
    accounts.renewCookies(headers)
    const token = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    if (!token || READS_COOKIE_ONLY.has(path) || path.startsWith('/api/auth/')) return null
    return accounts.verifyAccessToken(token)
  }
}
