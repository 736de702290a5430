// What a press has brought about must be seen, also where the button stands far from it (phones).
import { type RefObject, useEffect, useRef } from 'react'
import { isShowingRun, type RunState } from './run-state.ts'

const bring = (element: HTMLElement | null): void => {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
}

/** Scrolls the element into view when it appears; nothing moves when it is in view already. */
export function useBroughtIntoView<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => bring(ref.current), [])
  return ref
}

/** The same for a result, when the run that was seen going on makes room for it. */
export function useResultBroughtIntoView<E extends HTMLElement>(run: RunState): RefObject<E | null> {
  const ref = useRef<E>(null)
  const isShown = isShowingRun(run)
  const wasShown = useRef(isShown)
  useEffect(() => {
    if (wasShown.current && !isShown && run.phase === 'finished') bring(ref.current)
    wasShown.current = isShown
  }, [isShown, run.phase])
  return ref
}
