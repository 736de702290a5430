// Statistics above the list: visible uploads only, which is not the balance (document 1 §3; C-54).
import { Skeleton, Text } from '@mantine/core'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import type { UserStats } from '../contract.ts'
import classes from './history-page.module.css'
import { useHistoryStats } from './use-history.ts'

const ORDER = [
  'totalUploads',
  'totalProcessing',
  'completedProcessing',
  'totalCreditsUsed',
  'monthlyUploads',
  'monthlyProcessing',
  'totalStorageUsed',
] as const satisfies readonly (keyof UserStats)[]

const statText = (stats: UserStats, key: (typeof ORDER)[number]): string =>
  key === 'totalStorageUsed' ? (stats[key] === 0 ? '0' : sizeText(stats[key])) : String(stats[key])

/** Absent when they cannot be read: the list says so, and a wrong number would be worse than none. */
export function HistoryStats() {
  const { data, isError } = useHistoryStats()
  if (isError) return null
  return (
    <section aria-label={HISTORY_PAGE_TEXTS.statistics}>
      <dl className={classes.stats}>
        {ORDER.map((key) => (
          <div key={key} className={classes.stat}>
            <dt>{HISTORY_PAGE_TEXTS.stats[key]}</dt>
            <dd>{data ? statText(data, key) : <Skeleton height={28} width={48} />}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed" mt={6}>
        {HISTORY_PAGE_TEXTS.statisticsNote}
      </Text>
    </section>
  )
}
