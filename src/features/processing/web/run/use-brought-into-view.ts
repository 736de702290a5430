// What a press has brought about must be seen, also where the button stands far from it (phones).
import { type RefObject, useEffect, useRef } from 'react'

export const bring = (element: HTMLElement | null, block: ScrollLogicalPosition = 'nearest'): void => {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block, behavior: isCalm ? 'auto' : 'smooth' })
}

/** Scrolls the element into view when it appears; nothing moves when it is in view already. */
export function useBroughtIntoView<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => bring(ref.current), [])
  return ref
}
