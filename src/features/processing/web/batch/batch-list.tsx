// The pictures of a batch, each with its own state, failure and result.

import { ActionIcon, Anchor, Progress, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { BATCH_TEXTS } from '#rulebook/runs/batch.ts'
import { RUN_TEXTS } from '#rulebook/runs/run-texts.ts'
import { uploaderOf } from '#rulebook/site/site-map.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { currentPicture, pictureOfUpload } from '../picture/current-picture.ts'
import { ACCEPT } from '../picture/uploader-rules.ts'
import { shownJob } from '../run/shown-job.ts'
import { type Batch, type BatchItem, isInWork, mayRetry } from './batch.ts'
import classes from './batch-page.module.css'
import { FileThumbnail } from './file-thumbnail.tsx'

interface BatchListProps {
  readonly model: ModelConfig
  readonly batch: Batch
  readonly items: readonly BatchItem[]
}

export function BatchList({ model, batch, items }: BatchListProps) {
  return (
    <ul className={classes.list} aria-label={BATCH_TEXTS.list}>
      {items.map((item) => (
        <Row key={item.id} model={model} batch={batch} item={item} />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly model: ModelConfig
  readonly batch: Batch
  readonly item: BatchItem
}

function Row({ model, batch, item }: RowProps) {
  const { file, phase, job, upload, error } = item
  const thumbnail = job?.result?.thumbnailAddress ?? upload?.thumbnailAddress
  return (
    <li className={classes.row} data-waiting={phase === 'waiting' || undefined}>
      <div className={classes.thumbnail}>
        {thumbnail ? <img src={thumbnail} alt="" decoding="async" /> : <FileThumbnail file={file} />}
      </div>
      <div className={classes.words}>
        <Text fw={600} size="sm" className={classes.name}>
          {file.name}
        </Text>
        <Text size="sm" c="dimmed">
          {sizeText(file.size)} · {stateText(item)}
        </Text>
        {(phase === 'failed' || phase === 'lost') && error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)">
            {messageOf(error)}
          </Text>
        )}
        {isInWork(item) && <Progress size="sm" value={shareOf(item) * 100} aria-label={file.name} />}
      </div>
      <div className={classes.rowActions}>
        {phase === 'waiting' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={fillText(BATCH_TEXTS.removeOf, { name: file.name })}
            onClick={() => batch.remove(item.id)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
        {(phase === 'failed' || phase === 'stopped' || phase === 'lost') && (
          <WaysOn model={model} batch={batch} item={item} />
        )}
        {phase === 'done' && <Result model={model} item={item} />}
      </div>
    </li>
  )
}

/** Another try where it may help, another file where it cannot, and the way out. */
function WaysOn({ model, batch, item }: RowProps) {
  const { name } = item.file
  const isLost = item.phase === 'lost'
  // The picture itself may be good: it can be chosen again where it lies now.
  const isGone = codeOf(item.error) === 'file-gone'
  const otherOf = isGone ? BATCH_TEXTS.chooseAgainOf : BATCH_TEXTS.replaceOf
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      {mayRetry(item) ? (
        <RowAction
          label={isLost ? RUN_TEXTS.reconnect : BATCH_TEXTS.retry}
          of={isLost ? BATCH_TEXTS.reconnectOf : BATCH_TEXTS.retryOf}
          name={name}
          onPress={() => batch.retry(item.id)}
        />
      ) : (
        <>
          <RowAction
            label={isGone ? BATCH_TEXTS.chooseAgain : BATCH_TEXTS.replace}
            of={otherOf}
            name={name}
            onPress={() => chooser.current?.click()}
          />
          <input
            ref={chooser}
            type="file"
            hidden
            accept={ACCEPT[uploaderOf(model)]}
            aria-label={fillText(otherOf, { name })}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = '' // the same file may be chosen again, mended
              if (file) batch.replace(item.id, file)
            }}
          />
        </>
      )}
      {!isLost && (
        <RowAction
          label={BATCH_TEXTS.remove}
          of={BATCH_TEXTS.removeOf}
          name={name}
          onPress={() => batch.remove(item.id)}
        />
      )}
    </>
  )
}

interface RowActionProps {
  readonly label: string
  /** The same with the picture's name, for screen readers. */
  readonly of: string
  readonly name: string
  readonly onPress: () => void
}

const RowAction = ({ label, of, name, onPress }: RowActionProps) => (
  <Anchor
    component="button"
    type="button"
    size="sm"
    className={classes.action}
    aria-label={fillText(of, { name })}
    onClick={onPress}
  >
    {label}
  </Anchor>
)

function Result({ model, item: { file, job, upload } }: Pick<RowProps, 'model' | 'item'>) {
  if (!job?.result || !upload) return null
  const show = () => {
    currentPicture.set(pictureOfUpload(upload))
    shownJob.keep({ modelKey: model.key, jobId: job.id })
  }
  return (
    <>
      <Anchor
        component={Link}
        to={model.route}
        size="sm"
        className={classes.action}
        aria-label={fillText(BATCH_TEXTS.openOf, { name: file.name })}
        onClick={show}
      >
        {BATCH_TEXTS.open}
      </Anchor>
      <Anchor
        href={job.result.downloadAddress}
        size="sm"
        className={classes.action}
        aria-label={fillText(BATCH_TEXTS.downloadOf, { name: file.name })}
      >
        {BATCH_TEXTS.downloadOne}
      </Anchor>
    </>
  )
}

function stateText({ phase, sentShare, job }: BatchItem): string {
  const { states } = BATCH_TEXTS
  if (phase === 'lost') return RUN_TEXTS.lostTitle
  if (phase === 'uploading') return fillText(states.uploading, { percent: Math.round(sentShare * 100) })
  if (phase !== 'running') return states[phase]
  return job?.status === 'processing' ? fillText(states.running, { percent: Math.round(job.progress) }) : states.queued
}

const shareOf = ({ phase, sentShare, job }: BatchItem): number =>
  phase === 'uploading' ? sentShare : (job?.progress ?? 0) / 100
