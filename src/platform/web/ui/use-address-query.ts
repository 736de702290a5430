// What the address says after its "?", for filters that survive a reload and the way back.
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

export type QueryChanges = Readonly<Partial<Record<string, string | null | undefined>>>

/** The query as it stands, and its change: an empty value takes a name out. */
export function useAddressQuery(): [
  URLSearchParams,
  (changes: QueryChanges, options: { readonly replace: boolean }) => void,
] {
  const [query, setQuery] = useSearchParams()
  // TRAP: the router hands a change the query of the last render, so of two changes in quick succession the first would be lost.
  const latest = useRef(query)
  useEffect(() => {
    latest.current = query
  }, [query])
  return [
    query,
    (changes, options) => {
      const next = new URLSearchParams(latest.current)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      latest.current = next
      setQuery(next, { ...options, preventScrollReset: true })
    },
  ]
}
