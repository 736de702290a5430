// /admin (document 2 §2 "Admin dashboard"; P-13, P-14): today's statistics, state of the system, pool, users and runs.
import { Anchor, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_FAILURES } from '#rulebook/admin/admin.ts'
import {
  ADMIN_STATISTICS_TEXTS,
  amountUsdText,
  costUsdText,
  countText,
  DASHBOARD_TEXTS,
  POOL_PAGE_TEXTS,
  serviceLabel,
  trendText,
} from '#rulebook/admin/admin-statistics-texts.ts'
import { SYSTEM_PART_LABELS, SYSTEM_PARTS, systemAlerts, systemState } from '#rulebook/admin/system-health.ts'
import { userTypeLabel } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { NO_EFFECT_TEXTS } from '#rulebook/runs/no-effect.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { AlertList } from './alert-list.tsx'
import { Distribution } from './distribution.tsx'
import type { Metric } from './metric-cards.tsx'
import { LatestJobs, NewestUsers } from './newest-rows.tsx'
import { OpeningTasks } from './opening-tasks.tsx'
import { poolNow, poolRows } from './pool-now.ts'
import { StateBadge } from './state-badge.tsx'
import { StatisticList } from './statistic-list.tsx'
import classes from './statistics.module.css'
import { StatisticsPage } from './statistics-page.tsx'
import { type DashboardStatistics, useDashboard } from './use-statistics.ts'

export const DashboardPage = () => (
  <StatisticsPage
    title={PAGE_TITLES['admin-dashboard']}
    intro={DASHBOARD_TEXTS.intro}
    loadFailure={ADMIN_FAILURES.dashboardLoad}
    query={useDashboard()}
    metricsOf={metricsOf}
    loading={<Loading />}
  >
    {(statistics, readAtMs) => <Panels statistics={statistics} nowMs={readAtMs} />}
  </StatisticsPage>
)

const metricsOf = (data: DashboardStatistics | undefined): readonly Metric[] => [
  {
    label: DASHBOARD_TEXTS.newUsersToday,
    value: data && countText(data.stats.new_users_today),
    unit: ADMIN_STATISTICS_TEXTS.peopleUnit,
  },
  {
    label: DASHBOARD_TEXTS.processingToday,
    value: data && countText(data.stats.total_processing_today),
    unit: ADMIN_STATISTICS_TEXTS.timesUnit,
    note: data && data.returns.runs > 0 ? fillText(NO_EFFECT_TEXTS.today, data.returns) : undefined,
  },
  ...consumedOf(data),
  {
    label: DASHBOARD_TEXTS.systemStatus,
    value: data && <StateBadge state={systemState(data.system.parts)} size="xl" />,
  },
]

/** The provider cost is shown to roles that may see the pool (decision 0108). */
function consumedOf(data: DashboardStatistics | undefined): Metric[] {
  if (data && !data.poolStatus) return []
  return [
    {
      label: DASHBOARD_TEXTS.consumedToday,
      value: data?.poolStatus && countText(data.poolStatus.today_consumed),
      unit: ADMIN_STATISTICS_TEXTS.creditsUnit,
      note: data?.poolStatus && trendText(data.poolStatus.trend_percentage),
    },
  ]
}

const Loading = () => (
  <div className={classes.panels} aria-busy>
    {['alerts', 'pool', 'types', 'services'].map((panel) => (
      <Skeleton key={panel} height={220} radius="lg" />
    ))}
  </div>
)

const Panels = ({ statistics, nowMs }: { readonly statistics: DashboardStatistics; readonly nowMs: number }) => (
  <div className={classes.columns}>
    <SystemPanel statistics={statistics} />
    {statistics.system.openingTasks.length > 0 && (
      <OpeningTasks tasks={statistics.system.openingTasks} waiting={statistics.system.purchaseWishes} />
    )}
    {statistics.poolStatus && <PoolPanel statistics={statistics} />}
    <SettingsSection id="user-types" title={DASHBOARD_TEXTS.userTypes}>
      <Distribution
        counts={statistics.stats.user_type_distribution}
        labelOf={userTypeLabel}
        unit={ADMIN_STATISTICS_TEXTS.peopleUnit}
        empty=""
      />
    </SettingsSection>
    {statistics.poolStatus && (
      <SettingsSection id="services" title={DASHBOARD_TEXTS.services}>
        <Distribution
          counts={statistics.poolStatus.service_distribution_today}
          labelOf={serviceLabel}
          unit={ADMIN_STATISTICS_TEXTS.timesUnit}
          empty={DASHBOARD_TEXTS.noRunsToday}
        />
      </SettingsSection>
    )}
    <SettingsSection id="newest-users" title={DASHBOARD_TEXTS.newestUsers}>
      <NewestUsers users={statistics.newestUsers} nowMs={nowMs} />
      <Anchor component={Link} to={PATHS.adminUsers}>
        {DASHBOARD_TEXTS.allUsers}
      </Anchor>
    </SettingsSection>
    <SettingsSection id="latest-jobs" title={DASHBOARD_TEXTS.latestJobs}>
      <LatestJobs jobs={statistics.latestJobs} nowMs={nowMs} />
    </SettingsSection>
  </div>
)

function SystemPanel({ statistics: { system, pool, poolStatus } }: { readonly statistics: DashboardStatistics }) {
  const alerts = systemAlerts({
    ...system,
    poolRemaining: pool ? poolNow(pool).remaining : undefined,
    todayConsumed: poolStatus?.today_consumed ?? 0,
  })
  return (
    <SettingsSection id="system" title={DASHBOARD_TEXTS.alerts}>
      <AlertList alerts={alerts} />
      <StatisticList
        statistics={SYSTEM_PARTS.map((part) => [
          SYSTEM_PART_LABELS[part],
          <StateBadge key={part} state={system.parts[part]} />,
        ])}
      />
    </SettingsSection>
  )
}

function PoolPanel({ statistics: { pool } }: { readonly statistics: DashboardStatistics }) {
  const now = poolNow(pool)
  return (
    <SettingsSection id="pool" title={DASHBOARD_TEXTS.pool}>
      <StatisticList
        statistics={[
          ...poolRows(now),
          [POOL_PAGE_TEXTS.costPerCredit, `${costUsdText(now.costPerCreditUsd)} ${ADMIN_STATISTICS_TEXTS.perCredit}`],
          [POOL_PAGE_TEXTS.totalCost, amountUsdText(now.totalCostUsd)],
        ]}
      />
      {!pool && <Text c="dimmed">{DASHBOARD_TEXTS.noPool}</Text>}
      <Anchor component={Link} to={PATHS.adminPool}>
        {DASHBOARD_TEXTS.toPool}
      </Anchor>
    </SettingsSection>
  )
}
