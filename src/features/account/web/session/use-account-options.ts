// What this service has configured; screens claim nothing else (C-24, C-33).
import { useQuery } from '@tanstack/react-query'
import { openAccountClient } from './auth-api.ts'

const optionsQuery = {
  queryKey: ['account', 'options'],
  queryFn: () => openAccountClient.options(),
  staleTime: Infinity,
} as const

/** Undefined while it is not known. */
export const useAccountOptions = () => useQuery(optionsQuery).data

/** True also when the question failed: then the page goes on with what is always there. */
export const useOptionsAnswered = (): boolean => useQuery(optionsQuery).isFetched
