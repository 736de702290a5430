// The person's own figures, bills and orders, refetched whenever the page is opened, and how packs are bought.
import { useQuery } from '@tanstack/react-query'
import { isOpenOrder } from '#rulebook/credits/orders.ts'
import { billingClient, openBillingClient } from './billing-client.ts'

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

export const useOffers = () =>
  useQuery({
    queryKey: ['billing', 'offers'],
    queryFn: ({ signal }) => openBillingClient.offers(undefined, { signal }),
  })

export const useOrders = () =>
  useQuery({
    queryKey: ['billing', 'orders'],
    queryFn: ({ signal }) => billingClient.orders(undefined, { signal }),
    refetchOnMount: 'always',
  })

export const checkoutKey = (id: string) => ['billing', 'checkout', id]
/** Shorter than any link of a provider holds. */
const CHECKOUT_FRESH_MS = 4 * 60_000

/** How an open order is paid. */
export const useCheckout = (id: string) =>
  useQuery({
    queryKey: checkoutKey(id),
    queryFn: ({ signal }) => billingClient.checkout({ id }, { signal }),
    staleTime: CHECKOUT_FRESH_MS,
    retry: false,
  })

const LOOK_AGAIN_MS = 3000

/** Polled while the provider may still report a payment or its refund. */
export const useOrder = (id: string) =>
  useQuery({
    queryKey: ['billing', 'order', id],
    queryFn: ({ signal }) => billingClient.order({ id }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && (isOpenOrder(data.status) || data.refund?.state === 'granted') ? LOOK_AGAIN_MS : false,
  })
