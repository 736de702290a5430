// After a navigation a page renders its first screen first; what lies below follows in the next moments, while the first screen is
// already visible (100 ms from page to page). Complete at once where it must be: in the HTML of the build and when the
// program hydrates that, on the way back (to restore the scroll position), and where the address has a fragment.
import { useDeferredValue, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** False only in the first render after a move; its owner reserves the space of what is missing, so that the layout does not shift. */
export function useRestSoon(): boolean {
  const type = useNavigationType()
  const { hash } = useLocation()
  const [isWholeAtOnce] = useState(type === 'POP' || hash !== '')
  return useDeferredValue(true, isWholeAtOnce)
}
