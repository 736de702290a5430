// What the upload area says, which the prerendered page says too (document 2 §2, §5).
import { Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { fillText } from '#rulebook/fill-text.ts'
import { formatListText, MAIN_FORMATS } from '#rulebook/pictures/image-formats.ts'
import { MAIN_MAX_BYTES, sizeText, UPLOAD_TEXTS } from '#rulebook/pictures/upload.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { FILE_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import classes from './uploader.module.css'
import type { ToolUploader } from './uploader-rules.ts'

const HINTS: Readonly<Record<ToolUploader, string>> = {
  main: fillText(UPLOADER_TEXTS.mainHint, { list: formatListText(MAIN_FORMATS), size: sizeText(MAIN_MAX_BYTES) }),
  alternate: UPLOAD_TEXTS.modelPageHint,
}

/** `isOver`: files are being dragged over the window. */
export const UploadHeadline = ({ isOver }: { readonly isOver: boolean }) => (
  <>
    <IconPhotoUp size={48} stroke={1.4} className={classes.icon} aria-hidden />
    <Text fw={600} size="lg" className={classes.mouseOnly}>
      {isOver ? UPLOADER_TEXTS.dropNow : UPLOADER_TEXTS.main}
    </Text>
    <Text fw={600} size="lg" className={classes.touchOnly}>
      {UPLOADER_TEXTS.touch}
    </Text>
  </>
)

export const UploadHints = ({ uploader }: { readonly uploader: ToolUploader }) => (
  <>
    <Text size="sm" c="dimmed">
      {HINTS[uploader]}
    </Text>
    <Text size="sm" c="dimmed" className={classes.mouseOnly}>
      {UPLOADER_TEXTS.paste}
    </Text>
    <Text size="xs" c="dimmed">
      {fillText(UPLOADER_TEXTS.privacy, { days: FILE_RETENTION_DAYS })}
    </Text>
  </>
)
