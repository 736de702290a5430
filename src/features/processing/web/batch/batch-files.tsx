// Where the pictures of a batch come from: dropped anywhere on the page, or chosen; phones open their album.
import { Button, Text } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { ALTERNATE_MAX_BYTES, MAIN_MAX_BYTES, sizeText } from '#rulebook/pictures/upload.ts'
import { BATCH_MAX_PICTURES, BATCH_TEXTS } from '#rulebook/runs/batch.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { uploaderOf } from '#rulebook/site/site-map.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { ACCEPT } from '../picture/uploader-rules.ts'
import { usePictureDrop } from '../picture/use-picture-drop.ts'
import classes from './batch-page.module.css'

const MAX_BYTES = { main: MAIN_MAX_BYTES, alternate: ALTERNATE_MAX_BYTES }

interface BatchFilesProps {
  readonly model: ModelConfig
  readonly isEmpty: boolean
  readonly onFiles: (files: readonly File[]) => void
}

export function BatchFiles({ model, isEmpty, onFiles }: BatchFilesProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const isOver = usePictureDrop(onFiles)
  const uploader = uploaderOf(model)
  return (
    <div className={classes.files} data-over={isOver || undefined} data-empty={isEmpty || undefined}>
      {isEmpty && <Text fw={600}>{isOver ? UPLOADER_TEXTS.dropNow : BATCH_TEXTS.drop}</Text>}
      <Button
        size={isEmpty ? 'md' : 'sm'}
        variant={isEmpty ? 'filled' : 'default'}
        leftSection={<IconPhotoPlus size={18} aria-hidden />}
        aria-describedby={hintId}
        onClick={() => chooser.current?.click()}
      >
        {isEmpty ? BATCH_TEXTS.add : BATCH_TEXTS.addMore}
      </Button>
      <Text id={hintId} size="sm" c="dimmed">
        {fillText(BATCH_TEXTS.limit, { max: BATCH_MAX_PICTURES, size: sizeText(MAX_BYTES[uploader]) })}
      </Text>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={ACCEPT[uploader]}
        aria-label={UPLOADER_TEXTS.label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = '' // the same files may be chosen again
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}
