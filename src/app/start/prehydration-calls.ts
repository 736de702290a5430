// Calls of the contract in their plain form, before the program runs (`platform/web/http/api-link.ts` brings 20 KB for the same).
import { openHeaders } from '#platform/web/http/api-headers.ts'

/** Rejects for every answer but a good one. */
export async function ask<Answer>(call: string, token?: string): Promise<Answer> {
  const bearer: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const headers = { ...openHeaders(), ...bearer, 'content-type': 'application/json' }
  const response = await fetch(`/api/rpc/${call}`, { method: 'POST', headers, body: '{}' })
  if (!response.ok) throw new Error(call)
  return ((await response.json()) as { json: Answer }).json
}
