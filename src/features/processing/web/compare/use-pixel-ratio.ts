// Device pixels per CSS pixel; changes when a window moves to another screen or the page is zoomed.
import { useSyncExternalStore } from 'react'

const read = () => window.devicePixelRatio || 1

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange) // page zoom and a change of screen both resize the window
  return () => window.removeEventListener('resize', onChange)
}

export const usePixelRatio = (): number => useSyncExternalStore(subscribe, read, () => 1)
