// A page of statistics: it says how old they are, reads them again at a press, and opens with the four that matter most.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdminPage } from '../admin-page.tsx'
import { type Metric, MetricCards } from './metric-cards.tsx'
import { RefreshControl } from './refresh-control.tsx'

interface StatisticsPageProps<Statistics> {
  readonly title: string
  readonly intro: string
  readonly loadFailure: string
  readonly query: UseQueryResult<Statistics>
  /** Without statistics: the cards that wait for them. */
  readonly metricsOf: (statistics: Statistics | undefined) => readonly Metric[]
  /** In place of the panels while the statistics are loaded. */
  readonly loading: ReactNode
  readonly children: (statistics: Statistics, readAtMs: number) => ReactNode
}

export function StatisticsPage<Statistics>(props: StatisticsPageProps<Statistics>) {
  const { title, intro, loadFailure, query, metricsOf, loading, children } = props
  const { data, isPending, isFetching, dataUpdatedAt, refetch } = query
  return (
    <AdminPage
      title={title}
      intro={intro}
      load={query}
      loadFailure={loadFailure}
      actions={
        <RefreshControl updatedAtMs={dataUpdatedAt} isRefreshing={isFetching} onRefresh={() => void refetch()} />
      }
    >
      {(data || isPending) && <MetricCards metrics={metricsOf(data)} />}
      {isPending && loading}
      {data && children(data, dataUpdatedAt)}
    </AdminPage>
  )
}
