// The home uploader of the landing page (document 1 §2, §9; C-10, C-19, C-36): a picture without an account, kept for the tool that is
// chosen next. What sends it is loaded with the first choice, so that the page stays light.
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { extensionsOf, HOME_FORMATS, mimeTypesOf } from '#rulebook/pictures/image-formats.ts'
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { HOME_UPLOAD_REDIRECT_MS } from '#rulebook/site/timing.ts'
import classes from './home-uploader.module.css'

const ACCEPT = [...mimeTypesOf(HOME_FORMATS), ...extensionsOf(HOME_FORMATS)].join(',')

type State =
  | { readonly phase: 'idle'; readonly problem?: unknown }
  | { readonly phase: 'sending'; readonly percent: number }
  | { readonly phase: 'done' }

interface HomeUploaderProps {
  /** A strip on a page that goes on by itself with the picture. */
  readonly isCompact?: boolean
}

export function HomeUploader({ isCompact = false }: HomeUploaderProps) {
  const { isAuthenticated, userId } = useSessionView()
  const navigate = useNavigate()
  const [state, setState] = useState<State>({ phase: 'idle' })
  const [isOver, setOver] = useState(false)
  const sending = useRef<AbortController>(undefined)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      sending.current?.abort()
      clearTimeout(leaving.current)
    },
    [],
  )

  const choose = async (file: File | undefined) => {
    if (!file) return
    const control = new AbortController()
    sending.current = control
    setState({ phase: 'sending', percent: 0 })
    try {
      const { sendHomePicture } = await import('./send-home-picture.ts')
      await sendHomePicture(file, {
        isTrial: !isAuthenticated,
        ownerId: userId,
        signal: control.signal,
        onPercent: (percent) => setState({ phase: 'sending', percent }),
      })
      if (isCompact) return
      setState({ phase: 'done' })
      leaving.current = setTimeout(() => void navigate(PATHS.catalogue), HOME_UPLOAD_REDIRECT_MS)
    } catch (problem) {
      setState(control.signal.aborted ? { phase: 'idle' } : { phase: 'idle', problem })
    }
  }

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
      {state.phase === 'idle' && (
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
                void choose(file)
              }}
            />
          </label>
          <span className={classes.drop}>{HOME_UPLOADER_TEXTS.drop}</span>
          {state.problem !== undefined && (
            <p role="alert" className={classes.problem}>
              {messageOf(state.problem)}
            </p>
          )}
          <p className={classes.hint}>{HOME_UPLOADER_TEXTS.hint}</p>
          {/* Its room stays: what lies below must not move when it is known who is looking. */}
          <p className={classes.hint} data-hidden={isAuthenticated || undefined}>
            {HOME_UPLOADER_TEXTS.visitorNote}
          </p>
        </>
      )}
      {state.phase === 'sending' && <Sending percent={state.percent} onCancel={() => sending.current?.abort()} />}
      <p role="status" className={classes.done}>
        {state.phase === 'done' && HOME_UPLOADER_TEXTS.done}
      </p>
    </div>
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
