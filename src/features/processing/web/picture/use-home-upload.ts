// Sending the picture of the home uploader, and the way on to the catalogue (document 1 §9). What sends it is loaded with the first choice.
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { whenPersonLeaves } from '#platform/web/http/window-person.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { HOME_UPLOAD_REDIRECT_MS } from '#rulebook/site/timing.ts'

export interface FailedUpload {
  readonly problem: unknown
  readonly file: Pick<File, 'name' | 'size'>
}
type State =
  | { readonly phase: 'idle'; readonly failed?: FailedUpload }
  | { readonly phase: 'sending'; readonly percent: number }
  | { readonly phase: 'done' }

/** With `staysHere` the page goes on by itself with the picture. */
export function useHomeUpload(staysHere: boolean) {
  const { isAuthenticated, userId } = useSessionView()
  const navigate = useNavigate()
  const [state, setState] = useState<State>({ phase: 'idle' })
  const sending = useRef<AbortController>(undefined)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const end = () => {
      sending.current?.abort()
      clearTimeout(leaving.current)
    }
    // The way on is gone with its timer: another picture can be chosen.
    const stopListening = whenPersonLeaves(() => {
      end()
      setState({ phase: 'idle' })
    })
    return () => {
      stopListening()
      end()
    }
  }, [])

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
      if (staysHere) return
      setState({ phase: 'done' })
      leaving.current = setTimeout(() => void navigate(PATHS.catalogue), HOME_UPLOAD_REDIRECT_MS)
    } catch (problem) {
      setState(control.signal.aborted ? { phase: 'idle' } : { phase: 'idle', failed: { problem, file } })
    }
  }
  return { state, choose, cancel: () => sending.current?.abort() }
}
