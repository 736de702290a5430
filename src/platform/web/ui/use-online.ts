// Whether the browser believes to have a network. Without one there certainly is none; with one the server may still be out of reach.
import { useSyncExternalStore } from 'react'

function onChange(tell: () => void): () => void {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

/** True in prerendered pages. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  )
