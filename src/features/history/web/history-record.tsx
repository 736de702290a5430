// One run below its upload: what was done, how it stands, what it cost, and the result (document 1 §2, §4; C-14, C-27, U-07).
import { Badge, Button, Progress, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { notifyError } from '#platform/web/notices.tsx'
import { messageOf } from '#rulebook/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { processTypeLabel } from '#rulebook/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history-page-texts.ts'
import { type JobState, jobStateLabel } from '#rulebook/job-states.ts'
import { durationText } from '#rulebook/tool-page-texts.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { HistoryEntry } from '../contract.ts'
import { downloadFile } from './download-file.ts'
import classes from './history-page.module.css'
import { Thumbnail } from './thumbnail.tsx'
import { isRunning } from './use-history.ts'

type HistoryJob = HistoryEntry['records'][number]

const COLOURS: Readonly<Record<JobState, string>> = {
  pending: 'jade',
  processing: 'jade',
  completed: 'green',
  failed: 'red',
}

interface HistoryRecordProps {
  readonly record: HistoryJob
  readonly onStale: () => void
}

export function HistoryRecord({ record, onStale }: HistoryRecordProps) {
  const { status, result, error, filesRemoved } = record
  return (
    <li className={classes.record}>
      {result && <Thumbnail address={filesRemoved ? undefined : result.thumbnailAddress} alt="" isSmall />}
      <div className={classes.recordBody}>
        <div className={classes.recordHead}>
          <Text size="sm" fw={600}>
            {titleOf(record)}
          </Text>
          <Badge variant="light" color={COLOURS[status]}>
            {jobStateLabel(status)}
          </Badge>
        </div>
        <Text size="sm" c="dimmed" className={classes.facts}>
          {factsOf(record).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Text>
        {isRunning(record) && <Running record={record} />}
        {status === 'failed' && error && (
          <Text size="sm" c="error">
            {messageOf(error)}
          </Text>
        )}
      </div>
      {result && <Download record={record} onStale={onStale} />}
    </li>
  )
}

/** Tool and model: 标准增强 · 高保真增强 V2. */
function titleOf({ processType, modelKey }: HistoryJob): string {
  const tool = processTypeLabel(processType)
  const model = modelByKey(modelKey)?.displayName
  return model && model !== tool ? `${tool} · ${model}` : tool
}

function factsOf({ result, creditsConsumed, status }: HistoryJob): string[] {
  const facts: string[] = []
  if (result) facts.push(`${result.width} × ${result.height}`)
  if (result) facts.push(fillText(HISTORY_PAGE_TEXTS.takes, { time: durationText(result.processingSeconds) }))
  if (status === 'completed' || creditsConsumed > 0)
    facts.push(fillText(HISTORY_PAGE_TEXTS.credits, { n: creditsConsumed }))
  return facts
}

const Running = ({ record }: { readonly record: HistoryJob }) => (
  <div className={classes.running}>
    <Progress value={record.progress} animated aria-label={titleOf(record)} className={classes.bar} />
    <Text size="xs" c="dimmed">
      {record.status === 'pending'
        ? HISTORY_PAGE_TEXTS.waiting
        : fillText(HISTORY_PAGE_TEXTS.progress, { percent: Math.round(record.progress) })}
    </Text>
  </div>
)

function Download({ record, onStale }: HistoryRecordProps) {
  const [isAsking, setAsking] = useState(false)
  const { result, filesRemoved, originalFilename } = record
  if (!result) return null
  if (filesRemoved)
    return (
      <Text size="sm" c="dimmed">
        {HISTORY_PAGE_TEXTS.expired}
      </Text>
    )
  const download = async () => {
    setAsking(true)
    try {
      await downloadFile(result.downloadAddress)
    } catch {
      notifyError(messageOf({ code: 'history-download-failed' }))
      onStale()
    }
    setAsking(false)
  }
  return (
    <Button
      variant="default"
      size="sm"
      loading={isAsking}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
      aria-label={fillText(HISTORY_PAGE_TEXTS.downloadOf, { name: originalFilename })}
    >
      {HISTORY_PAGE_TEXTS.download}
    </Button>
  )
}
