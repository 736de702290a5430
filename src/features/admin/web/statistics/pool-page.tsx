// /admin/credit-pool (document 2 §2 "Admin credit pool", §5, §9; C-39, C-50, P-16, U-20, U-21, U-64).
import { Alert, Skeleton, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
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
import { POOL_TEXTS } from '#rulebook/admin/pool.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { MayCall } from '../may-call.tsx'
import { useMayCall, useMomentText } from '../use-admin-session.ts'
import { AlertList } from './alert-list.tsx'
import { CostAnalysis } from './cost-analysis.tsx'
import { Distribution } from './distribution.tsx'
import type { Metric } from './metric-cards.tsx'
import { poolNow, poolRows, warningsNow } from './pool-now.ts'
import { PoolUpdateForm } from './pool-update-form.tsx'
import { StatisticList } from './statistic-list.tsx'
import classes from './statistics.module.css'
import { StatisticsPage } from './statistics-page.tsx'
import { type CreditPool, type PoolStatistics, usePool } from './use-statistics.ts'
import { VendorAccount } from './vendor-account.tsx'

export const PoolPage = () => (
  <StatisticsPage
    title={PAGE_TITLES['admin-credit-pool']}
    intro={POOL_PAGE_TEXTS.intro}
    loadFailure={POOL_TEXTS.loadFailed}
    query={usePool()}
    metricsOf={metricsOf}
    loading={<Skeleton height={320} radius="lg" aria-busy />}
  >
    {(statistics) => <Panels statistics={statistics} />}
  </StatisticsPage>
)

const metricsOf = (data: PoolStatistics | undefined): readonly Metric[] => [
  {
    label: POOL_PAGE_TEXTS.consumedToday,
    value: data && countText(data.status.today_consumed),
    unit: ADMIN_STATISTICS_TEXTS.creditsUnit,
    note: data && trendText(data.status.trend_percentage),
  },
  {
    label: POOL_PAGE_TEXTS.processingToday,
    value: data && countText(data.status.total_processing_today),
    unit: ADMIN_STATISTICS_TEXTS.timesUnit,
  },
  {
    label: POOL_PAGE_TEXTS.successRate,
    value: data && rateText(data.status.success_rate_today),
    note: data?.status.success_rate_today === null ? POOL_PAGE_TEXTS.noEndedRuns : undefined,
  },
  {
    label: POOL_PAGE_TEXTS.costPerCredit,
    value: data && costUsdText(poolNow(data.pool).costPerCreditUsd),
    unit: ADMIN_STATISTICS_TEXTS.perCredit,
    note: data && !data.pool ? POOL_PAGE_TEXTS.defaultCost : undefined,
  },
]

const rateText = (percent: number | null): string => (percent === null ? POOL_TEXTS.noRate : `${percent}%`)

function Panels({ statistics: { pool, status, purchases } }: { readonly statistics: PoolStatistics }) {
  const warnings = warningsNow(pool, status.today_consumed)
  const mayUpdate = useMayCall()('pool.update')
  return (
    <div className={classes.panels}>
      <section className={`${classes.warnings} ${classes.wide}`} aria-label={POOL_PAGE_TEXTS.warnings}>
        {warnings.length > 0 && <AlertList alerts={warnings} />}
        {!pool && (
          <Alert color="jade" variant="light" icon={<IconInfoCircle aria-hidden />}>
            {mayUpdate ? POOL_TEXTS.empty : DASHBOARD_TEXTS.noPool}
          </Alert>
        )}
      </section>
      <SettingsSection id="pool-state" title={POOL_PAGE_TEXTS.state}>
        <PoolState pool={pool} />
        <VendorAccount costPerCreditUsd={poolNow(pool).costPerCreditUsd} />
      </SettingsSection>
      <MayCall call="pool.update">
        <SettingsSection id="pool-update" title={POOL_PAGE_TEXTS.form}>
          <PoolUpdateForm pool={pool} />
        </SettingsSection>
      </MayCall>
      <SettingsSection id="pool-usage" title={POOL_PAGE_TEXTS.usage}>
        <Distribution
          counts={status.service_distribution_today}
          labelOf={serviceLabel}
          unit={ADMIN_STATISTICS_TEXTS.timesUnit}
          empty={DASHBOARD_TEXTS.noRunsToday}
        />
      </SettingsSection>
      <SettingsSection
        id="pool-analysis"
        title={fillText(POOL_PAGE_TEXTS.analysis, { estimate: POOL_TEXTS.estimate })}
        lead={POOL_PAGE_TEXTS.analysisNote}
      >
        <CostAnalysis counts={status.service_distribution_today} costPerCreditUsd={poolNow(pool).costPerCreditUsd} />
      </SettingsSection>
      {purchases.length > 0 && <Purchases purchases={purchases} />}
    </div>
  )
}

function PoolState({ pool }: { readonly pool: CreditPool | null }) {
  const momentText = useMomentText()
  const now = poolNow(pool)
  const { purchased, remaining } = now
  return (
    <>
      <StatisticList
        statistics={[
          ...poolRows(now),
          [POOL_PAGE_TEXTS.totalCost, amountUsdText(now.totalCostUsd)],
          ...(pool ? ([[POOL_PAGE_TEXTS.lastUpdated, momentText(pool.last_updated)]] as const) : []),
        ]}
      />
      {purchased > 0 && <RemainingShare percent={Math.max(0, (remaining / purchased) * 100)} />}
      {pool && pool.consumed_since > 0 && (
        <Text size="sm" c="dimmed">
          {fillText(POOL_PAGE_TEXTS.consumedSince, { credits: countText(pool.consumed_since) })}
        </Text>
      )}
    </>
  )
}

function Purchases({ purchases }: Pick<PoolStatistics, 'purchases'>) {
  const momentText = useMomentText()
  return (
    <SettingsSection id="pool-purchases" title={POOL_PAGE_TEXTS.purchases} lead={POOL_PAGE_TEXTS.purchasesLead}>
      <StatisticList
        statistics={purchases.map(({ at, credits, cost_per_credit, notes }) => [
          momentText(at),
          <>
            {fillText(POOL_PAGE_TEXTS.purchase, {
              credits: (credits > 0 ? '+' : '') + countText(credits),
              cost: costUsdText(cost_per_credit),
            })}
            <Text size="sm" c="dimmed">
              {notes || POOL_PAGE_TEXTS.earlierPurchases}
            </Text>
          </>,
        ])}
      />
    </SettingsSection>
  )
}

const RemainingShare = ({ percent }: { readonly percent: number }) => (
  <div className={classes.share}>
    <Text size="sm" c="dimmed">
      {fillText(POOL_PAGE_TEXTS.remainingShare, { percent: Math.round(percent) })}
    </Text>
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${percent}%` }} />
    </span>
  </div>
)
