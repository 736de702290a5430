// Whether the browser believes to have a network. Without one there certainly is none; with one the server may still be out of reach.
import { useSyncExternalStore } from 'react'

function onChange(notify: () => void): () => void {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** True in prerendered pages. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  )
