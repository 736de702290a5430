// A picture on its way: itself, the bytes that have really left, and a way to stop (document 2 §4, §5).
import { ActionIcon, Group, Progress, Text } from '@mantine/core'
import { IconPhotoUp, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { SENDING_TEXTS } from '#rulebook/pictures/sending-texts.ts'
import { sizeText, UPLOAD_TEXTS } from '#rulebook/pictures/upload.ts'
import { uploadOf, useWorkspace, useWorkspaceState } from '../workspace/workspace-store.ts'
import classes from './uploader.module.css'

export function SendingPicture({ file }: { readonly file: File }) {
  const { cancelUpload } = useWorkspace()
  const { sentBytes, totalBytes, isInterrupted } = useWorkspaceState(uploadOf)
  const percent = totalBytes === 0 ? 0 : Math.min(100, (sentBytes / totalBytes) * 100)
  const isChecked = percent >= 100 && !isInterrupted
  const sizes = { sent: sizeText(Math.min(sentBytes, file.size)), total: sizeText(file.size) }
  const sent = `${UPLOAD_TEXTS.uploading}… ${fillText(SENDING_TEXTS.sent, sizes)}`
  return (
    <div className={classes.area} data-sending>
      <LocalPreview file={file} />
      <div className={classes.sending}>
        <Text fw={600} truncate>
          {file.name}
        </Text>
        <Progress value={percent} animated={isChecked} aria-label={UPLOAD_TEXTS.uploading} size="lg" />
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed" role="status">
            {isInterrupted ? SENDING_TEXTS.interrupted : isChecked ? SENDING_TEXTS.checking : sent}
          </Text>
          <ActionIcon variant="subtle" color="gray" size={36} onClick={cancelUpload} aria-label={SENDING_TEXTS.cancel}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
    </div>
  )
}

/** The file as the browser shows it; nothing for the formats that it does not know (HEIC, TIFF). */
function LocalPreview({ file }: { readonly file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className={classes.preview}>
      {address ? (
        <img src={address} alt="" onError={() => setAddress(undefined)} />
      ) : (
        <IconPhotoUp size={48} stroke={1.4} className={classes.icon} aria-hidden />
      )}
    </div>
  )
}
