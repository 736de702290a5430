// What a press has brought about must be seen, also where the button stands far from it (phones).
import { type RefObject, useEffect, useRef } from 'react'
import { isShowingRun, type RunState } from './run-state.ts'

const bring = (element: HTMLElement | null, block: ScrollLogicalPosition = 'nearest'): void => {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block, behavior: isCalm ? 'auto' : 'smooth' })
}

/** Above the window, the page's header included, or in its lower half. */
function beginsOutOfView(element: HTMLElement | null): boolean {
  if (!element) return false
  const { top } = element.getBoundingClientRect()
  return top < (Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0) || top > window.innerHeight / 2
}

/** Scrolls the element into view when it appears; nothing moves when it is in view already. */
export function useBroughtIntoView<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => bring(ref.current), [])
  return ref
}

/** The same for a result whose beginning is not seen, when the run that was seen going on makes room for it: it may be higher than the window. */
export function useResultBroughtIntoView<E extends HTMLElement>(run: RunState): RefObject<E | null> {
  const ref = useRef<E>(null)
  const isShown = isShowingRun(run)
  const wasShown = useRef(isShown)
  useEffect(() => {
    if (wasShown.current && !isShown && run.phase === 'finished' && beginsOutOfView(ref.current))
      bring(ref.current, 'start')
    wasShown.current = isShown
  }, [isShown, run.phase])
  return ref
}
