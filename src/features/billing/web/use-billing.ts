// The person's own figures and bills, read anew whenever the page is opened.
import { useQuery } from '@tanstack/react-query'
import { billingClient } from './billing-client.ts'

export const useOwnUsage = () =>
  useQuery({
    queryKey: ['billing', 'usage'],
    queryFn: ({ signal }) => billingClient.usage(undefined, { signal }),
    refetchOnMount: 'always',
  })

export const useBills = () =>
  useQuery({
    queryKey: ['billing', 'bills'],
    queryFn: ({ signal }) => billingClient.bills(undefined, { signal }),
    refetchOnMount: 'always',
  })
