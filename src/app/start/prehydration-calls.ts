// Calls of the contract in their plain form, before the program runs (`platform/web/http/api-link.ts` brings 20 KB for the same).
import { openHeaders } from '#platform/web/http/api-headers.ts'
import { fetchWithin } from '#platform/web/http/fetch-within.ts'

/** Rejects for every answer but a good one, and when none has begun after the documents' 60 s (HTTP-02). */
export async function ask<Answer>(call: string, token?: string): Promise<Answer> {
  const bearer: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const headers = { ...openHeaders(), ...bearer, 'content-type': 'application/json' }
  const response = await fetchWithin(`/api/rpc/${call}`, { method: 'POST', headers, body: '{}' })
  if (!response.ok) throw new Error(call)
  return ((await response.json()) as { json: Answer }).json
}
