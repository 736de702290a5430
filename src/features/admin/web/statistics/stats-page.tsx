// /admin/stats (document 2 §2 "Admin stats"; P-12): users and credits by day, drawn and as a table.
import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_CHART_DAYS } from '#rulebook/admin/admin.ts'
import { ADMIN_STATISTICS_TEXTS, countText, STATISTICS_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { zoneName } from '#rulebook/site/calendar.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { AdminPage } from '../admin-page.tsx'
import { ExportSection } from '../exports/export-section.tsx'
import { MayCall } from '../may-call.tsx'
import { useServiceZone } from '../use-admin-session.ts'
import classes from './day-chart.module.css'
import { DayChart } from './day-chart.tsx'
import { DayTable } from './day-table.tsx'
import { MetricCards } from './metric-cards.tsx'
import { RangeStatistics } from './model-statistics.tsx'
import { useCreditUse, useLoad, useUserGrowth } from './use-statistics.ts'

const TITLES = {
  userGrowth: fillText(STATISTICS_TEXTS.userGrowth, { n: ADMIN_CHART_DAYS.userGrowth }),
  creditUse: fillText(STATISTICS_TEXTS.creditUse, { n: ADMIN_CHART_DAYS.creditUse }),
} as const

export const StatsPage = () => (
  <AdminPage
    title={PAGE_TITLES['admin-stats']}
    intro={fillText(STATISTICS_TEXTS.intro, { zone: zoneName(useServiceZone()) })}
  >
    <UserGrowth />
    <CreditUse />
    <RangeStatistics />
    <Load />
    <MayCall call="exports.read">
      <ExportSection />
    </MayCall>
  </AdminPage>
)

const UserGrowth = () => (
  <Chart id="user-growth" title={TITLES.userGrowth} query={useUserGrowth()}>
    {(days) => (
      <>
        <DayChart
          title={TITLES.userGrowth}
          unit={ADMIN_STATISTICS_TEXTS.peopleUnit}
          days={days.map(({ day, newUsers }) => ({ day, value: newUsers }))}
        />
        <DayTable
          title={TITLES.userGrowth}
          columns={[STATISTICS_TEXTS.newUsers, STATISTICS_TEXTS.totalUsers]}
          rows={days.map(({ day, newUsers, totalUsers }) => [day, countText(newUsers), countText(totalUsers)])}
        />
      </>
    )}
  </Chart>
)

const CreditUse = () => (
  <Chart id="credit-use" title={TITLES.creditUse} lead={STATISTICS_TEXTS.creditUseLead} query={useCreditUse()}>
    {(days) => (
      <>
        <DayChart
          title={TITLES.creditUse}
          unit={ADMIN_STATISTICS_TEXTS.creditsUnit}
          days={days.map(({ day, credits }) => ({ day, value: credits }))}
        />
        <DayTable
          title={TITLES.creditUse}
          columns={[STATISTICS_TEXTS.credits, STATISTICS_TEXTS.runs]}
          rows={days.map(({ day, credits, runs }) => [day, countText(credits), countText(runs)])}
        />
      </>
    )}
  </Chart>
)

function Load() {
  const query = useLoad()
  const load = query.data
  const waited = load?.oldestWaitingSeconds
  return (
    <SettingsSection id="load" title={STATISTICS_TEXTS.load}>
      <MetricCards
        metrics={[
          {
            label: STATISTICS_TEXTS.waiting,
            value: load && countText(load.waiting),
            note:
              load &&
              (waited == null
                ? STATISTICS_TEXTS.nothingWaits
                : fillText(STATISTICS_TEXTS.oldestWaiting, { n: countText(Math.round(waited)) })),
          },
          { label: STATISTICS_TEXTS.processing, value: load && countText(load.processing) },
          {
            label: STATISTICS_TEXTS.pictures,
            value: load && countText(load.pictures),
            note: load?.pictureBytes
              ? fillText(STATISTICS_TEXTS.pictureBytes, { size: sizeText(load.pictureBytes) })
              : undefined,
          },
        ]}
      />
      {query.error ? <LoadFailed text={messageOf(query.error)} query={query} /> : null}
    </SettingsSection>
  )
}

interface ChartProps<Day> {
  readonly id: string
  readonly title: string
  readonly lead?: string
  readonly query: {
    readonly data: readonly Day[] | undefined
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly children: (days: readonly Day[]) => ReactNode
}

const Chart = <Day,>({ id, title, lead, query, children }: ChartProps<Day>) => (
  <SettingsSection id={id} title={title} lead={lead}>
    {query.data && <div className={classes.pair}>{children(query.data)}</div>}
    {!query.data && !query.error && <Skeleton height={260} radius="md" aria-busy />}
    {query.error ? <ChartFailed query={query} /> : null}
  </SettingsSection>
)

/** The mark of the documents is left for a service that has no such statistics, as one of an earlier version (P-12). */
function ChartFailed({ query }: Pick<ChartProps<unknown>, 'query'>) {
  if (isUnknownCall(query.error)) return <Text c="dimmed">{STATISTICS_TEXTS.inDevelopment}</Text>
  return <LoadFailed text={messageOf(query.error)} query={query} />
}

const isUnknownCall = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === 'not-found' || code === 'NOT_FOUND'
}
