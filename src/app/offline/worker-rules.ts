// What the service worker does with a request: pages from the network with the offline page behind them, files with a hash in their
// name from its store, a picture shared by the phone. Everything else, above all calls and private pictures, it never touches.
import { SHARE_TARGET_PATH } from '#rulebook/site/offline-texts.ts'

export type WorkerTask = 'shared-picture' | 'page' | 'hashed-file' | 'none'

interface WorkerRequest {
  readonly method: string
  readonly url: string
  readonly mode: string
}

/** Addresses that the server answers itself; opening one in a tab is a download, not a page. */
const SERVER_PATHS = /^\/(api|files|s|docs|healthz|readyz|metrics|openapi\.json)(\/|$)/

export function taskOf({ method, url, mode }: WorkerRequest, ownOrigin: string): WorkerTask {
  const { origin, pathname } = new URL(url)
  if (origin !== ownOrigin || SERVER_PATHS.test(pathname)) return 'none'
  if (method === 'POST') return pathname === SHARE_TARGET_PATH ? 'shared-picture' : 'none'
  if (method !== 'GET') return 'none'
  if (mode === 'navigate') return 'page'
  return pathname.startsWith('/assets/') ? 'hashed-file' : 'none'
}
