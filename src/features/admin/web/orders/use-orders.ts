// Orders in the browser, by what the address says.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ORDER_STATES } from '#rulebook/credits/orders.ts'
import { adminClient } from '../admin-client.ts'
import { type AddressFilter, useAddressFilter } from '../use-address-filter.ts'

export type OrderFilterKey = 'q' | 'status'
export type OrderFilter = AddressFilter<OrderFilterKey>

export const useOrderFilter = (): OrderFilter => useAddressFilter<OrderFilterKey>(['q', 'status'])

export function useOrders({ values, page }: OrderFilter) {
  const search = values.q?.trim()
  const status = ORDER_STATES.find((known) => known === values.status)
  const input = { ...(search && { search }), ...(status && { status }), page }
  return useQuery({
    queryKey: ['admin', 'orders', input],
    queryFn: ({ signal }) => adminClient.orders.list(input, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}
