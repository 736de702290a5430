// Whether browser-only state (its storage, the query) may be shown: while a prerendered page is hydrated, the first render
// must match its HTML.
import { useSyncExternalStore } from 'react'

const never = () => () => {}

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
