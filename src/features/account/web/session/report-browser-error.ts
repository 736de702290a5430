// Errors that users do not see go to the console, and from here also to the service's log (P-26).
import { openHeaders } from '#platform/web/http/api-headers.ts'
import {
  BROWSER_ERROR_MESSAGE_MAX_CHARACTERS,
  BROWSER_ERROR_NAME_MAX_CHARACTERS,
  type BrowserErrorPlace,
} from '#rulebook/errors/browser-errors.ts'

const ADDRESS = '/api/v1/account/browser-errors'
const reported = new Set<BrowserErrorPlace>()

/** Once per place and page; a report that does not arrive is lost. Name and message only, never a stack. */
export function reportBrowserError(place: BrowserErrorPlace, error: unknown): void {
  if (reported.has(place)) return
  reported.add(place)
  const { name, message } = Object(error) as { name?: unknown; message?: unknown }
  const body = {
    place,
    name: String(name ?? typeof error).slice(0, BROWSER_ERROR_NAME_MAX_CHARACTERS),
    message: String(message ?? '').slice(0, BROWSER_ERROR_MESSAGE_MAX_CHARACTERS),
  }
  const headers = { ...openHeaders(), 'content-type': 'application/json' }
  void fetch(ADDRESS, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => {})
}
