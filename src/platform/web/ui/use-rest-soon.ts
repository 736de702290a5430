// A page to which somebody moves shows its first screen first; what lies below follows in the next moments, while the first screen is
// already seen (100 ms from page to page). Whole at once where it must be: in the HTML of the build and when the
// program takes that over, on the way back (the place where one was must exist), and where the address names a place of the page.
import { useDeferredValue, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** False only in the first render after a move; its owner keeps the room of what is missing, so that nothing below is seen to move. */
export function useRestSoon(): boolean {
  const type = useNavigationType()
  const { hash } = useLocation()
  const [isWholeAtOnce] = useState(type === 'POP' || hash !== '')
  return useDeferredValue(true, isWholeAtOnce)
}
