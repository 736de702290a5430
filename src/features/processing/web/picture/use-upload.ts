// Choosing, checking, sending and cancelling: one upload at a time.
import { useEffect, useReducer, useRef } from 'react'
import { notifySuccess } from '#platform/web/notices.tsx'
import { checkAlternateUpload, checkMainUpload, UPLOAD_TEXTS } from '#rulebook/upload.ts'
import type { Upload } from '../../contract.ts'
import { uploadPicture } from './upload-picture.ts'
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
  useEffect(() => () => sending.current?.abort(), [])

  const choose = async (file: File) => {
    sending.current?.abort()
    const problem = CHECKS[uploader](file)
    if (problem) return dispatch({ type: 'refuse', problem })
    const control = new AbortController()
    sending.current = control
    dispatch({ type: 'start', file })
    try {
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
