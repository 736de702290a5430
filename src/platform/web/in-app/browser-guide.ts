// Whether the shell says how the page is opened in a browser of one's own (guides-to-browser.ts). Part of the first load: nothing but the state.
import { useSyncExternalStore } from 'react'

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

export const openBrowserGuide = (): void => set(true)
export const closeBrowserGuide = (): void => set(false)
export const useBrowserGuide = (): boolean | undefined =>
  useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => undefined,
  )
