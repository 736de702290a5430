// The upload area (document 2 §2, §4, §5): drop anywhere on the page, click, paste, camera on phones; while sending, the
// picture itself with the bytes that have really left, and a way to stop.
import { ActionIcon, Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconAlertCircle, IconCamera, IconPhotoUp, IconRefresh, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#platform/web/error-message.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { extensionsOf, MAIN_FORMATS, mimeTypesOf } from '#rulebook/image-formats.ts'
import { UPLOADER_TEXTS } from '#rulebook/tool-page-texts.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { sizeText, UPLOAD_TEXTS } from '#rulebook/upload.ts'
import type { HeldPicture } from './held-picture.ts'
import { OtherWays } from './other-ways.tsx'
import { UploadHeadline, UploadHints } from './upload-words.tsx'
import classes from './uploader.module.css'
import type { ToolUploader, UploadControl } from './use-upload.ts'

interface UploaderProps {
  readonly model: ModelConfig
  readonly uploader: ToolUploader
  readonly control: UploadControl
  /** Files are being dragged over the window. */
  readonly isOver: boolean
  /** The button that led here is gone: the focus goes on with the choice of a file. */
  readonly takesFocus: boolean
  /** A picture that lies on the server already. */
  readonly onHold: (picture: HeldPicture) => void
}

const ACCEPT: Readonly<Record<ToolUploader, string>> = {
  main: [...mimeTypesOf(MAIN_FORMATS), ...extensionsOf(MAIN_FORMATS)].join(','),
  alternate: 'image/*',
}
export function Uploader({ model, uploader, control, isOver, takesFocus, onHold }: UploaderProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { upload } = control
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true })
  }, [takesFocus])
  if (upload.phase === 'uploading' && upload.file) return <Sending control={control} file={upload.file} />
  return (
    <div className={classes.area} data-over={isOver || undefined}>
      {/* The whole area takes a click; the button inside is what keyboard and screen reader use. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        className={classes.target}
        onClick={() => chooser.current?.click()}
      />
      {upload.problem !== undefined && <UploadProblem control={control} />}
      <div className={classes.content}>
        <UploadHeadline isOver={isOver} />
        <Group gap="sm" justify="center" className={classes.buttons}>
          <Button ref={button} size="md" onClick={() => chooser.current?.click()}>
            {UPLOADER_TEXTS.choose}
          </Button>
          <Button
            size="md"
            variant="default"
            className={classes.touchOnly}
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={() => camera.current?.click()}
          >
            {UPLOADER_TEXTS.camera}
          </Button>
        </Group>
        <OtherWays model={model} onFile={control.choose} onHold={onHold} />
        <UploadHints uploader={uploader} />
      </div>
      <FileInput inputRef={chooser} accept={ACCEPT[uploader]} onFile={control.choose} />
      <FileInput inputRef={camera} accept="image/*" isCamera onFile={control.choose} />
    </div>
  )
}

interface FileInputProps {
  readonly inputRef: React.RefObject<HTMLInputElement | null>
  readonly accept: string
  readonly isCamera?: boolean
  readonly onFile: (file: File) => void
}

function FileInput({ inputRef, accept, isCamera, onFile }: FileInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      accept={accept}
      capture={isCamera ? 'environment' : undefined}
      aria-label={isCamera ? UPLOADER_TEXTS.camera : UPLOADER_TEXTS.label}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        event.currentTarget.value = '' // the same file may be chosen again
        if (file) onFile(file)
      }}
    />
  )
}

/** Why the last choice brought no picture, with another try where that may help. */
export const UploadProblem = ({ control }: { readonly control: UploadControl }) => (
  <Alert color="red" role="alert" icon={<IconAlertCircle size={18} aria-hidden />} className={classes.problem}>
    <Group justify="space-between" gap="xs">
      <span>{messageOf(control.upload.problem)}</span>
      {control.upload.file && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={control.retry}
        >
          {UPLOADER_TEXTS.retry}
        </Button>
      )}
    </Group>
  </Alert>
)

function Sending({ control, file }: { readonly control: UploadControl; readonly file: File }) {
  const { sentBytes, totalBytes } = control.upload
  const percent = totalBytes === 0 ? 0 : Math.min(100, (sentBytes / totalBytes) * 100)
  const isSent = percent >= 100
  const sizes = { sent: sizeText(Math.min(sentBytes, file.size)), total: sizeText(file.size) }
  return (
    <div className={classes.area} data-sending>
      <LocalPreview file={file} />
      <div className={classes.sending}>
        <Text fw={600} truncate>
          {file.name}
        </Text>
        <Progress value={percent} animated={isSent} aria-label={UPLOAD_TEXTS.uploading} size="lg" />
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed" role="status">
            {isSent ? UPLOADER_TEXTS.checking : `${UPLOAD_TEXTS.uploading}… ${fillText(UPLOADER_TEXTS.sent, sizes)}`}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={control.reset}
            aria-label={UPLOADER_TEXTS.cancelUpload}
          >
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
