// Choosing, checking, sending and cancelling: one upload at a time. A page that goes away while it sends (another model, a session
// that ended) leaves its file to the next tool page of the same person, which sends it.
import { useEffect, useReducer, useRef } from 'react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { keepFile, takeKeptFile } from '#platform/web/kept-file.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { checkAlternateUpload, checkMainUpload, UPLOAD_TEXTS } from '#rulebook/pictures/upload.ts'
import type { Upload } from '../../contract.ts'
import { uploadCalls } from '../workspace/lazy-parts.ts'
import { NO_UPLOAD, type UploadState, uploadReducer } from './upload-state.ts'

export type ToolUploader = 'main' | 'alternate'

const CHECKS = { main: checkMainUpload, alternate: checkAlternateUpload }

export interface UploadControl {
  readonly upload: UploadState
  readonly choose: (file: File) => void
  /** Sends the kept file again. */
  readonly retry: () => void
  /** Cancels what is under way and forgets problems. */
  readonly reset: () => void
}

export function useUpload(uploader: ToolUploader, onUploaded: (upload: Upload) => void): UploadControl {
  const [upload, dispatch] = useReducer(uploadReducer, NO_UPLOAD)
  const sending = useRef<AbortController>(undefined)
  const { userId, isAuthenticated } = useSessionView()

  const choose = async (file: File) => {
    sending.current?.abort()
    const problem = CHECKS[uploader](file)
    if (problem) return dispatch({ type: 'refuse', problem })
    const control = new AbortController()
    sending.current = control
    dispatch({ type: 'start', file })
    try {
      const { uploadPicture } = uploadCalls.loaded() ?? (await uploadCalls.load())
      const record = await uploadPicture(file, {
        purpose: uploader,
        signal: control.signal,
        onProgress: (sentBytes, totalBytes) => dispatch({ type: 'progress', sentBytes, totalBytes }),
      })
      if (control.signal.aborted) return
      dispatch({ type: 'reset' })
      notifySuccess(UPLOAD_TEXTS.success)
      onUploaded(record)
    } catch (error) {
      if (!control.signal.aborted) dispatch({ type: 'fail', problem: error })
    }
  }
  useHandedOver({ file: upload.file, sending, userId, choose }, isAuthenticated)

  return {
    upload,
    choose: (file) => void choose(file),
    retry: () => upload.file && void choose(upload.file),
    reset: () => {
      sending.current?.abort()
      dispatch({ type: 'reset' })
    },
  }
}

interface HandOver {
  /** On its way, or waiting for another try. */
  readonly file: File | undefined
  readonly sending: React.RefObject<AbortController | undefined>
  readonly userId: string | undefined
  readonly choose: (file: File) => Promise<void>
}

/** Takes what another page has left or the phone has shared, and leaves what this page could not finish. */
function useHandedOver(now: HandOver, isReady: boolean): void {
  const last = useRef(now)
  last.current = now
  useEffect(() => {
    if (!isReady) return
    let isHere = true
    takeKeptFile(last.current.userId).then((file) => {
      if (file && isHere) void last.current.choose(file)
      else if (file) void keepFile(file, last.current.userId)
    })
    return () => {
      isHere = false
    }
  }, [isReady])
  // Also of somebody whose session turns out to be over before he was known: then it waits for whoever signs in.
  useEffect(
    () => () => {
      const { file, sending, userId } = last.current
      sending.current?.abort()
      if (file) void keepFile(file, userId)
    },
    [],
  )
}
