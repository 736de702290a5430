// Whether what this browser alone knows (its storage, the query) may be shown: while a prerendered page is taken over, the first render
// must be what stands in its HTML.
import { useSyncExternalStore } from 'react'

const never = () => () => {}

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
