// After a look at a spot the start stands far below: where the beginning of a result is not seen when the comparison comes, it is scrolled in. The whole may be
// higher than the window.
import { type RefObject, useEffect } from 'react'
import { bring } from '../run/use-brought-into-view.ts'

/** As far as the page's header reaches: the scroll margin of the comparison. */
const HEADER_PX = 80

/** Above the window, or in its lower half. */
const beginsOutOfView = (element: HTMLElement): boolean => {
  const { top } = element.getBoundingClientRect()
  return top < HEADER_PX || top > window.innerHeight / 2
}

export function useResultInView(root: RefObject<HTMLElement | null>, hasResult: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes later changes in place, before the person's eyes
  useEffect(() => {
    if (hasResult && root.current && beginsOutOfView(root.current)) bring(root.current, 'start')
  }, [])
}
