// The home uploader of the landing page (document 1 §2, §9; C-10, C-19, C-36): a picture without an account, kept for the tool that is
// chosen next. What sends it is loaded with the first choice, so that the page stays light (use-home-upload.ts).
import { useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { extensionsOf, HOME_FORMATS, mimeTypesOf } from '#rulebook/pictures/image-formats.ts'
import { SENDING_TEXTS } from '#rulebook/pictures/sending-texts.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import classes from './home-uploader.module.css'
import { type FailedUpload, useHomeUpload } from './use-home-upload.ts'

const ACCEPT = [...mimeTypesOf(HOME_FORMATS), ...extensionsOf(HOME_FORMATS)].join(',')

interface HomeUploaderProps {
  /** A strip on a page that goes on by itself with the picture. */
  readonly isCompact?: boolean
}

export function HomeUploader({ isCompact = false }: HomeUploaderProps) {
  const { state, choose, cancel } = useHomeUpload(isCompact)
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field inside works with keyboard and screen reader
    <div
      className={classes.area}
      data-compact={isCompact || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (state.phase === 'idle') void choose(event.dataTransfer.files[0])
      }}
    >
      {state.phase === 'idle' && <Choosing failed={state.failed} onChoose={(file) => void choose(file)} />}
      {state.phase === 'sending' && <Sending percent={state.percent} onCancel={cancel} />}
      <p role="status" className={classes.done}>
        {state.phase === 'done' && HOME_UPLOADER_TEXTS.done}
      </p>
    </div>
  )
}

interface ChoosingProps {
  /** The last try. */
  readonly failed: FailedUpload | undefined
  readonly onChoose: (file: File | undefined) => void
}

function Choosing({ failed, onChoose }: ChoosingProps) {
  const { isAuthenticated } = useSessionView()
  return (
    <>
      <label className={classes.choose}>
        {HOME_UPLOADER_TEXTS.choose}
        <input
          type="file"
          className={classes.field}
          accept={ACCEPT}
          aria-label={HOME_UPLOADER_TEXTS.label}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = '' // the same file may be chosen again
            onChoose(file)
          }}
        />
      </label>
      <span className={classes.drop}>{HOME_UPLOADER_TEXTS.drop}</span>
      {failed && (
        <p role="alert" className={classes.problem}>
          {messageOf(failed.problem)}
          <span className={classes.about}>
            {fillText(SENDING_TEXTS.problemOf, { name: failed.file.name, size: sizeText(failed.file.size) })}
          </span>
        </p>
      )}
      <p className={classes.hint}>
        {HOME_UPLOADER_TEXTS.hint}
        <br />
        {HOME_UPLOADER_TEXTS.smallerTools}
      </p>
      {/* Its room stays: what lies below must not move when it is known who is looking. */}
      <p className={classes.hint} data-hidden={isAuthenticated || undefined}>
        {HOME_UPLOADER_TEXTS.visitorNote}
      </p>
    </>
  )
}

function Sending({ percent, onCancel }: { readonly percent: number; readonly onCancel: () => void }) {
  const text = fillText(HOME_UPLOADER_TEXTS.sending, { percent })
  return (
    <>
      <progress className={classes.progress} max={100} value={percent} aria-label={text} />
      <span>{text}</span>
      <button type="button" className={classes.cancel} onClick={onCancel}>
        {HOME_UPLOADER_TEXTS.cancel}
      </button>
    </>
  )
}
