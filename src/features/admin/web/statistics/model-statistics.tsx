// What came in, what each model did and brought, and how many newcomers stayed, in 7, 30, 90 or other days (ours).
import { Skeleton, Text } from '@mantine/core'
import { messageOf } from '#platform/web/http/error-message.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { amountUsdText, countText, STATISTICS_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import classes from './day-chart.module.css'
import { useRangeChoice } from './range-choice.tsx'
import { SalesStatistics } from './sales-statistics.tsx'
import table from './statistics.module.css'
import { type RangeStatistics as Statistics, useRangeStatistics } from './use-statistics.ts'

export function RangeStatistics() {
  const { picker, range } = useRangeChoice()
  const query = useRangeStatistics(range)
  return (
    <>
      <SettingsSection id="sales" title={STATISTICS_TEXTS.sales}>
        {picker}
        {query.data && <SalesStatistics sales={query.data.sales} />}
        {query.isPending && <Skeleton height={120} radius="md" aria-busy />}
        {query.error ? <LoadFailed text={messageOf(query.error)} query={query} /> : null}
      </SettingsSection>
      {query.data && (
        <SettingsSection id="models" title={STATISTICS_TEXTS.models}>
          <ModelTables statistics={query.data} />
        </SettingsSection>
      )}
    </>
  )
}

function ModelTables({ statistics: { models, funnel } }: { readonly statistics: Statistics }) {
  const stages = [
    [STATISTICS_TEXTS.signUps, funnel.signUps],
    [STATISTICS_TEXTS.ran, funnel.ran],
    [STATISTICS_TEXTS.bought, funnel.bought],
  ] as const
  return (
    <>
      <p>
        <strong>{STATISTICS_TEXTS.funnel}：</strong>
        {stages.map(([name, count]) => `${name} ${countText(count)}${shareOf(count, funnel.signUps)}`).join(' · ')}
      </p>
      {models.length === 0 ? (
        <Text c="dimmed">{STATISTICS_TEXTS.nothing}</Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <section className={classes.scroll} aria-label={TABLE_NAME} tabIndex={0}>
          <table className={table.table}>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {models.map((model) => (
                <tr key={model.modelKey}>
                  {cellsOf(model).map((cell, i) => (
                    <td key={COLUMNS[i]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Text size="sm" c="dimmed">
        {STATISTICS_TEXTS.funnelNote}
        {STATISTICS_TEXTS.marginNote}
      </Text>
    </>
  )
}

const TABLE_NAME = fillText(STATISTICS_TEXTS.table, { title: STATISTICS_TEXTS.models })
const { model, completed, failed, failureShare, median, slowest, modelCredits, incomeUsd, costUsd, marginUsd } =
  STATISTICS_TEXTS
const COLUMNS = [
  model,
  completed,
  failed,
  failureShare,
  median,
  slowest,
  modelCredits,
  incomeUsd,
  costUsd,
  marginUsd,
] as const

const cellsOf = (use: Statistics['models'][number]): string[] => [
  modelByKey(use.modelKey)?.displayName ?? use.modelKey,
  countText(use.completed),
  countText(use.failed),
  percentOf(use.failed, use.failed + use.completed),
  secondsOf(use.medianSeconds),
  secondsOf(use.p90Seconds),
  countText(use.credits),
  amountUsdText(use.incomeUsd),
  amountUsdText(use.costUsd),
  amountUsdText(use.incomeUsd - use.costUsd),
]

const percentOf = (part: number, all: number): string =>
  all === 0 ? STATISTICS_TEXTS.unknown : `${((100 * part) / all).toFixed(1)}%`
/** Nothing for the first stage, which is all. */
const shareOf = (count: number, all: number): string => (count === all ? '' : `（${percentOf(count, all)}）`)
const secondsOf = (seconds: number | null): string =>
  seconds === null ? STATISTICS_TEXTS.unknown : fillText(STATISTICS_TEXTS.seconds, { n: seconds.toFixed(1) })
