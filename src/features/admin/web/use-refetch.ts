// After a change: what pages of the back office read of these areas is read again.
import { useQueryClient } from '@tanstack/react-query'

type Area = 'dashboard' | 'disputes' | 'invoices' | 'logs' | 'orders' | 'refunds' | 'runs' | 'users'

/** Resolves when what is on screen is there anew. */
export function useRefetch(...areas: readonly Area[]): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () => Promise.all(areas.map((area) => queryClient.invalidateQueries({ queryKey: ['admin', area] })))
}
