// What came in, by day and in all, in each currency by itself (ours).

import { ADMIN_STATISTICS_TEXTS, countText, STATISTICS_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { DayTable } from './day-table.tsx'
import { MetricCards } from './metric-cards.tsx'
import type { Sales } from './use-statistics.ts'

const CURRENCIES = [
  ['cny', 'CNY'],
  ['usd', 'USD'],
] as const

export function SalesStatistics({ sales: { days, buyers } }: { readonly sales: Sales }) {
  const sums = CURRENCIES.map(([key, currency]) => ({
    key,
    currency,
    income: days.reduce((sum, day) => sum + day[key].income, 0),
    refunded: days.reduce((sum, day) => sum + day[key].refunded, 0),
  })).filter(({ key, income, refunded }) => key === 'cny' || income > 0 || refunded > 0)
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  const sold = days.filter((day) => day.orders > 0 || CURRENCIES.some(([key]) => day[key].refunded > 0))
  return (
    <>
      <MetricCards
        metrics={[
          { label: STATISTICS_TEXTS.orders, value: countText(orders) },
          { label: STATISTICS_TEXTS.buyers, value: countText(buyers), unit: ADMIN_STATISTICS_TEXTS.peopleUnit },
          ...sums.flatMap(({ currency, income, refunded }) => [
            { label: STATISTICS_TEXTS.income, value: moneyText({ currency, minor: income }) },
            { label: STATISTICS_TEXTS.refunded, value: moneyText({ currency, minor: refunded }) },
          ]),
        ]}
      />
      {sold.length > 0 && (
        <DayTable
          title={STATISTICS_TEXTS.sales}
          columns={[STATISTICS_TEXTS.orders, STATISTICS_TEXTS.income, STATISTICS_TEXTS.refunded]}
          rows={sold.map((day) => [
            day.day,
            countText(day.orders),
            sums.map(({ key, currency }) => moneyText({ currency, minor: day[key].income })).join(' · '),
            sums.map(({ key, currency }) => moneyText({ currency, minor: day[key].refunded })).join(' · '),
          ])}
        />
      )}
    </>
  )
}
