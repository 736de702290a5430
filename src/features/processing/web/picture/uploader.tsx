// The upload area (document 2 §2, §4, §5): drop anywhere on the page, click, paste, camera on phones; while sending, the
// picture itself with the bytes that have really left, and a way to stop.
import { Button, Group } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { opensField } from '#platform/web/prehydration-attributes.ts'
import { UPLOAD_TEXTS } from '#rulebook/pictures/upload.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { sendingPicture, uploadProblem } from '../workspace/lazy-parts.ts'
import { uploadOf, useWorkspace, useWorkspaceState } from '../workspace/workspace-store.ts'
import { PictureSources } from './picture-sources.tsx'
import { UploadHeadline, UploadHints } from './upload-texts.tsx'
import classes from './uploader.module.css'
import { ACCEPT } from './uploader-rules.ts'

/** `isOver`: files are being dragged over the window. */
export function Uploader({ isOver }: { readonly isOver: boolean }) {
  const { model, uploader, chooseFile, hold } = useWorkspace()
  const upload = useWorkspaceState(uploadOf)
  // The button that led here is gone: the focus goes on with the choice of a file.
  const takesFocus = useWorkspaceState(({ releases }) => releases > 0)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const chooserId = useId()
  const cameraId = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const isSending = upload.phase === 'uploading' && upload.file !== undefined
  const Sending = useLazyPart(sendingPicture, isSending)?.SendingPicture
  const Problem = useLazyPart(uploadProblem, upload.problem !== undefined)?.UploadProblem
  if (isSending && Sending) return <Sending file={upload.file} />
  if (isSending) return <div className={classes.area} data-sending role="status" aria-label={UPLOAD_TEXTS.uploading} />
  return (
    <div className={classes.area} data-over={isOver || undefined}>
      {/* The whole area takes a click; the button inside is what keyboard and screen reader use. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        className={classes.target}
        {...opensField(chooserId)}
        onClick={() => chooser.current?.click()}
      />
      {upload.problem !== undefined && Problem && <Problem />}
      <div className={classes.content}>
        <UploadHeadline isOver={isOver} />
        <Group gap="sm" justify="center" className={classes.buttons}>
          <Button ref={button} size="md" {...opensField(chooserId)} onClick={() => chooser.current?.click()}>
            {UPLOADER_TEXTS.choose}
          </Button>
          <Button
            size="md"
            variant="default"
            className={classes.touchOnly}
            leftSection={<IconCamera size={18} aria-hidden />}
            {...opensField(cameraId)}
            onClick={() => camera.current?.click()}
          >
            {UPLOADER_TEXTS.camera}
          </Button>
        </Group>
        <PictureSources model={model} onFile={chooseFile} onHold={hold} />
        <UploadHints uploader={uploader} />
      </div>
      <FileInput id={chooserId} inputRef={chooser} accept={ACCEPT[uploader]} onFile={chooseFile} />
      <FileInput id={cameraId} inputRef={camera} accept="image/*" isCamera onFile={chooseFile} />
    </div>
  )
}

interface FileInputProps {
  readonly id: string
  readonly inputRef: React.RefObject<HTMLInputElement | null>
  readonly accept: string
  readonly isCamera?: boolean
  readonly onFile: (file: File) => void
}

function FileInput({ id, inputRef, accept, isCamera, onFile }: FileInputProps) {
  return (
    <input
      id={id}
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
