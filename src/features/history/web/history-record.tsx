// One run below its upload: what was done, how it stands, what it cost, and the result (document 1 §2, §4; C-14, C-27, U-07).
import { Badge, Progress, Text } from '@mantine/core'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { runTitle } from '#rulebook/history/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { INVENTED_DETAIL_TEXTS } from '#rulebook/runs/invented-detail.ts'
import { type JobState, jobStateLabel } from '#rulebook/runs/job-states.ts'
import { NO_EFFECT_TEXTS } from '#rulebook/runs/no-effect.ts'
import { durationText } from '#rulebook/runs/tool-page-texts.ts'
import type { HistoryEntry, HistoryJob } from '../contract.ts'
import classes from './history-page.module.css'
import { RecordActions } from './record-actions.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { isRunning } from './use-history.ts'
import type { VersionNode } from './version-tree.ts'

const COLOURS: Readonly<Record<JobState, string>> = {
  pending: 'jade',
  processing: 'jade',
  completed: 'green',
  failed: 'red',
}

interface HistoryVersionsProps {
  readonly entry: HistoryEntry
  readonly versions: readonly VersionNode[]
  readonly onStale: () => void
}

/** Runs on results are a nested list below the run that made the result. */
export function HistoryVersions({ entry, versions, onStale }: HistoryVersionsProps) {
  return (
    <ul className={classes.records}>
      {versions.map(({ record, versions: next }) => (
        <li key={record.id}>
          <HistoryRecord entry={entry} record={record} onStale={onStale} />
          {next.length > 0 && <HistoryVersions entry={entry} versions={next} onStale={onStale} />}
        </li>
      ))}
    </ul>
  )
}

interface HistoryRecordProps extends Omit<HistoryVersionsProps, 'versions'> {
  readonly record: HistoryJob
}

function HistoryRecord({ entry, record, onStale }: HistoryRecordProps) {
  const { status, result, error, filesRemoved } = record
  return (
    <div className={classes.record}>
      {result && <Thumbnail address={filesRemoved ? undefined : result.thumbnailAddress} alt="" isSmall />}
      <div className={classes.recordBody}>
        <div className={classes.recordHead}>
          <Text size="sm" fw={600}>
            {runTitle(record)}
          </Text>
          <Badge variant="light" color={COLOURS[status]}>
            {jobStateLabel(status)}
          </Badge>
          {result?.hasInventedDetail && (
            <Badge variant="light" color="gray" tt="none">
              {INVENTED_DETAIL_TEXTS.label}
            </Badge>
          )}
        </div>
        <Text size="sm" c="dimmed" className={classes.facts}>
          {factsOf(record).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Text>
        {isRunning(record) && <Running record={record} />}
        {status === 'failed' && error && (
          <Text size="sm" c={result ? 'dimmed' : 'var(--mantine-color-error)'}>
            {result ? HISTORY_PAGE_TEXTS.late : messageFromRegister(error)}
          </Text>
        )}
      </div>
      {filesRemoved && status === 'completed' && (
        <Text size="sm" c="dimmed">
          {HISTORY_PAGE_TEXTS.expired}
        </Text>
      )}
      {!isRunning(record) && !filesRemoved && <RecordActions entry={entry} record={record} onStale={onStale} />}
    </div>
  )
}

function factsOf({ result, creditsConsumed, creditsGivenBack, status, parentId, noEffect }: HistoryJob): string[] {
  const facts: string[] = []
  if (parentId) facts.push(HISTORY_PAGE_TEXTS.fromResult)
  if (result) facts.push(`${result.width} × ${result.height}`)
  if (result) facts.push(fillText(HISTORY_PAGE_TEXTS.takes, { time: durationText(result.processingSeconds) }))
  if (noEffect?.outcome === 'returned') facts.push(fillText(NO_EFFECT_TEXTS.inHistory, { n: noEffect.credits }))
  else if (creditsGivenBack > 0) facts.push(fillText(HISTORY_PAGE_TEXTS.givenBack, { n: creditsGivenBack }))
  else if (status === 'completed' || creditsConsumed > 0)
    facts.push(fillText(HISTORY_PAGE_TEXTS.credits, { n: creditsConsumed }))
  return facts
}

const Running = ({ record }: { readonly record: HistoryJob }) => (
  <div className={classes.running}>
    <Progress value={record.progress} animated aria-label={runTitle(record)} className={classes.bar} />
    <Text size="xs" c="dimmed">
      {record.status === 'pending'
        ? HISTORY_PAGE_TEXTS.waiting
        : fillText(HISTORY_PAGE_TEXTS.progress, { percent: Math.round(record.progress) })}
    </Text>
  </div>
)
