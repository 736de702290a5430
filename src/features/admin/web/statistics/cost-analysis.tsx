// What today's runs may have cost, by the weights of the services: an estimate for admins, never a price (document 2 §9; C-50).
import { Text } from '@mantine/core'
import {
  amountUsdText,
  countText,
  DASHBOARD_TEXTS,
  POOL_PAGE_TEXTS,
  serviceLabel,
} from '#rulebook/admin/admin-statistics-texts.ts'
import { serviceWeight } from '#rulebook/admin/pool.ts'
import classes from './statistics.module.css'

interface CostAnalysisProps {
  /** Runs of today by service. */
  readonly counts: Readonly<Record<string, number>>
  readonly costPerCreditUsd: number
}

export function CostAnalysis({ counts, costPerCreditUsd }: CostAnalysisProps) {
  const rows = Object.entries(counts).map(([service, count]) => {
    const weight = serviceWeight(service)
    return { service, count, weight, credits: count * weight }
  })
  if (rows.length === 0) return <Text c="dimmed">{DASHBOARD_TEXTS.noRunsToday}</Text>
  const sum = rows.reduce((credits, row) => credits + row.credits, 0)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{POOL_PAGE_TEXTS.service}</th>
          <th scope="col">{POOL_PAGE_TEXTS.weighted}</th>
          <th scope="col">{POOL_PAGE_TEXTS.credits}</th>
          <th scope="col">{POOL_PAGE_TEXTS.cost}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ service, count, weight, credits }) => (
          <tr key={service}>
            <td>{serviceLabel(service)}</td>
            <td>
              {countText(count)} × {weight}
            </td>
            <td>{countText(credits)}</td>
            <td>{amountUsdText(credits * costPerCreditUsd)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {POOL_PAGE_TEXTS.sum}
          </th>
          <td>{countText(sum)}</td>
          <td>{amountUsdText(sum * costPerCreditUsd)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
