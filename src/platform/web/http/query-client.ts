// One TanStack Query client for the whole browser side. It repeats reading as the documents say (HTTP-03 to HTTP-05); nothing that
// costs is ever repeated by itself (C-43).
import { QueryClient } from '@tanstack/react-query'
import { repeatReading } from './repeat-call.ts'

const FRESH_FOR_MS = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { ...repeatReading, staleTime: FRESH_FOR_MS, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
