// One TanStack Query client for the whole browser side. Retrying is left to it for reading only; nothing that costs
// is ever repeated by itself (C-43).
import { QueryClient } from '@tanstack/react-query'

const FRESH_FOR_MS = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_FOR_MS, retry: 1, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
