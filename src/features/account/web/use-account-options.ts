// What this service has configured; screens claim nothing else (C-24, C-33).
import { useQuery } from '@tanstack/react-query'
import { openAccountClient } from './auth-api.ts'

/** Undefined while it is not known. */
export function useAccountOptions() {
  return useQuery({ queryKey: ['account', 'options'], queryFn: () => openAccountClient.options(), staleTime: Infinity })
    .data
}
