// The operator's log in the browser, by action and days. Without days in the address they are the last seven, today among them, in the
// service's zone (document 2 §2, §9).
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_ACTIONS, ADMIN_LOG_DEFAULT_DAYS, type AdminAction } from '#rulebook/admin/admin.ts'
import { dayOf, daysBefore } from '#rulebook/site/calendar.ts'
import { adminClient } from '../admin-client.ts'
import { type AddressFilter, useAddressFilter } from '../use-address-filter.ts'
import { useServiceZone } from '../use-admin-session.ts'

/** In the place of a day: no limit. */
export const ANY_DAY = 'any'
export type LogFilterKey = 'action' | 'from' | 'to'

export interface LogFilter extends AddressFilter<LogFilterKey> {
  readonly action: AdminAction | undefined
  /** Days like `2025-08-12`; empty without a limit. */
  readonly from: string
  readonly to: string
  readonly isRangeValid: boolean
}

export function useLogFilter(): LogFilter {
  const filter = useAddressFilter<LogFilterKey>(['action', 'from', 'to'])
  const timeZone = useServiceZone()
  const { values } = filter
  const today = dayOf(Date.now(), timeZone)
  const from = dayIn(values.from, daysBefore(today, ADMIN_LOG_DEFAULT_DAYS - 1))
  const to = dayIn(values.to, today)
  const action = ADMIN_ACTIONS.find((known) => known === values.action)
  return { ...filter, action, from, to, isRangeValid: !from || !to || from <= to }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
function dayIn(text: string | undefined, otherwise: string): string {
  if (text === ANY_DAY) return ''
  const isDay = text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : otherwise
}

export function useLogs({ action, from, to, page, isRangeValid }: LogFilter) {
  const input = { ...(action && { action }), ...(from && { from }), ...(to && { to }), page }
  return useQuery({
    queryKey: ['admin', 'logs', input],
    queryFn: ({ signal }) => adminClient.logs.list(input, { signal }),
    enabled: isRangeValid,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}
