// How far a batch is, and what can be done with it as a whole; it stays in reach at the lower edge of a phone.
import { Button, Group, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fillText } from '#rulebook/fill-text.ts'
import { BATCH_TEXTS } from '#rulebook/runs/batch.ts'
import { durationText } from '#rulebook/runs/tool-page-texts.ts'
import { processingClient } from '../processing-client.ts'
import { type BatchItem, isInWork, isOver, mayRetry } from './batch.ts'
import classes from './batch-page.module.css'
import type { BatchControl } from './use-batch.ts'

interface BatchBarProps {
  readonly control: BatchControl
  /** The settings cannot be sent as they are. */
  readonly isInvalid: boolean
  readonly onDownload: (uploadIds: string[]) => void
}

export function BatchBar({ control, isInvalid, onDownload }: BatchBarProps) {
  const { items, isGoing } = control.state
  const seconds = useRemainingSeconds(control)
  const done = items.filter(({ phase }) => phase === 'done')
  const failed = items.filter(({ phase }) => phase === 'failed').length
  const isWorking = isGoing || items.some(isInWork)
  const isEnded = items.every(isOver)
  const hasBegun = isWorking || items.some(isOver)
  return (
    <section className={classes.bar} aria-label={BATCH_TEXTS.list}>
      <div className={classes.figures} role="status">
        <Text fw={600}>
          {hasBegun
            ? fillText(BATCH_TEXTS.progress, { done: done.length, n: items.length })
            : fillText(BATCH_TEXTS.count, { n: items.length })}
        </Text>
        {failed > 0 && <Text c="var(--mantine-color-error)">{fillText(BATCH_TEXTS.failedCount, { n: failed })}</Text>}
        {seconds !== undefined && !isEnded && (
          <Text c="dimmed">{fillText(BATCH_TEXTS.time, { time: durationText(seconds) })}</Text>
        )}
      </div>
      {hasBegun && (
        <Progress
          value={shareOf(items) * 100}
          aria-label={fillText(BATCH_TEXTS.progress, { done: done.length, n: items.length })}
        />
      )}
      {isWorking && (
        <Text size="sm" c="dimmed">
          {isGoing ? BATCH_TEXTS.goesOn : BATCH_TEXTS.paused}
        </Text>
      )}
      <Actions control={control} isInvalid={isInvalid} onDownload={onDownload} />
    </section>
  )
}

function Actions({ control, isInvalid, onDownload }: BatchBarProps) {
  const { model, batch, state, begin } = control
  const { items, isGoing } = state
  const done = items.filter(({ phase }) => phase === 'done')
  const isWorking = isGoing || items.some(isInWork)
  const isEnded = items.every(isOver)
  return (
    <Group gap="sm" className={classes.actions}>
      {!isGoing && !isEnded && (
        <Button onClick={batch.start} disabled={isInvalid}>
          {isWorking || items.some(isOver) ? BATCH_TEXTS.resume : BATCH_TEXTS.start}
        </Button>
      )}
      {isGoing && (
        <Button variant="default" onClick={batch.pause}>
          {BATCH_TEXTS.pause}
        </Button>
      )}
      {isWorking && (
        <Button variant="default" onClick={batch.stop}>
          {BATCH_TEXTS.stop}
        </Button>
      )}
      {done.length > 0 && (
        <Button
          variant={isEnded ? 'filled' : 'default'}
          onClick={() => onDownload(done.flatMap(({ upload }) => upload?.id ?? []))}
        >
          {BATCH_TEXTS.download}
        </Button>
      )}
      {isEnded && items.some(mayRetry) && (
        <Button variant={done.length > 0 ? 'default' : 'filled'} onClick={batch.retryAll}>
          {BATCH_TEXTS.retryAll}
        </Button>
      )}
      {isEnded && (
        <Button variant="default" onClick={() => begin(model)}>
          {BATCH_TEXTS.again}
        </Button>
      )}
    </Group>
  )
}

/** Share of all work that is done, 0 to 1. */
const shareOf = (items: readonly BatchItem[]): number =>
  items.reduce((sum, item) => sum + (isOver(item) ? 1 : (item.job?.progress ?? 0) / 100), 0) / items.length

/** At this batch's own pace once a picture has ended; before that from what runs of this model usually take. */
function useRemainingSeconds({ model, state: { items, secondsEach } }: BatchControl): number | undefined {
  const usual = useQuery({
    queryKey: ['processing', 'usual-seconds', model.key],
    queryFn: ({ signal }) => processingClient.usualSeconds({ modelKey: model.key }, { signal }),
  }).data?.usual
  const each = secondsEach ?? usual?.seconds
  return each && each * items.filter((item) => !isOver(item)).length
}
