// Inside an app whose browser ignores downloads a file of a call cannot be kept: the shell then says how the page is opened in a browser
// of one's own. Pictures have addresses of their own and bring the guide along (open-in-browser-guide.tsx).
import { useSyncExternalStore } from 'react'
import { appWithoutDownloads } from './in-app-browser.ts'

/** Undefined until it is asked for the first time. */
let isOpen: boolean | undefined
const listeners = new Set<() => void>()
function set(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True where no file can be kept; the person is told so, and what to do instead. */
export function guidesToBrowser(): boolean {
  if (!appWithoutDownloads()) return false
  set(true)
  return true
}
export const closeBrowserGuide = (): void => set(false)
export const useBrowserGuide = (): boolean | undefined =>
  useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => undefined,
  )
