// What every call carries: bearer token, api key and a client-info header (document 1 §7). The token comes from
// the holder of the session; this folder does not depend on accounts.

import { PUBLIC_API_KEY } from '#rulebook/site/public-api-key.ts'

/** Read at once: React may take foreign attributes away. No page is there while pages are built. */
const apiKey = (import.meta.env.SSR ? undefined : document.documentElement.dataset.apiKey) ?? PUBLIC_API_KEY
const CLIENT_INFO = 'huanying-web/0.1.0'

/** Returns a token that is good now, or null for a visitor; `mustRefresh` after a call was refused with 401. */
export type AccessTokenSource = (mustRefresh?: boolean) => Promise<string | null>

let tokenSource: AccessTokenSource = async () => null

/** The holder of the session registers itself here, once, before the first call. */
export function setAccessTokenSource(source: AccessTokenSource): void {
  tokenSource = source
}

export const accessToken: AccessTokenSource = (mustRefresh) => tokenSource(mustRefresh)

/** Headers of a call without a user. */
export const openHeaders = (): Record<string, string> => ({ apikey: apiKey, 'x-client-info': CLIENT_INFO })

/** Headers of a call by the signed-in person; for plain requests such as uploads. */
export async function apiHeaders(mustRefresh?: boolean): Promise<Record<string, string>> {
  const token = await accessToken(mustRefresh)
  return token ? { ...openHeaders(), authorization: `Bearer ${token}` } : openHeaders()
}
