// Choosing, checking, sending and cancelling: one upload at a time. A page that goes away while it sends (another model, a session
// that ended) leaves its file to the next tool page of the same person, which sends it.
import { useEffect, useRef } from 'react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { hasLeft } from '#platform/web/http/window-person.ts'
import { keepFile } from '#platform/web/kept-file.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { UPLOAD_TEXTS } from '#rulebook/pictures/upload.ts'
import type { Upload } from '../../contract.ts'
import { uploadCalls } from '../workspace/lazy-parts.ts'
import type { UploadActions } from '../workspace/workspace-actions.ts'
import { uploadOf, useStoreState, type WorkspaceStore } from '../workspace/workspace-store.ts'
import { type ToolUploader, UPLOAD_CHECKS } from './uploader-rules.ts'

interface UploadOptions {
  readonly store: WorkspaceStore
  readonly uploader: ToolUploader
  readonly onUploaded: (upload: Upload) => void
}

export function useUpload({ store, uploader, onUploaded }: UploadOptions): UploadActions {
  const { file } = useStoreState(store, uploadOf)
  const sending = useRef<AbortController>(undefined)
  const { userId } = useSessionView()
  const { send } = store

  const choose = async (file: File) => {
    sending.current?.abort()
    const problem = UPLOAD_CHECKS[uploader](file)
    if (problem) return send({ type: 'file-refused', file, problem })
    const control = new AbortController()
    sending.current = control
    send({ type: 'file-chosen', file })
    try {
      const { uploadPicture } = uploadCalls.loaded() ?? (await uploadCalls.load())
      const record = await uploadPicture(file, {
        purpose: uploader,
        signal: control.signal,
        onProgress: (sentBytes, totalBytes) => send({ type: 'bytes-sent', sentBytes, totalBytes }),
        onInterrupted: () => send({ type: 'upload-interrupted' }),
      })
      if (control.signal.aborted) return
      notifySuccess(UPLOAD_TEXTS.success)
      onUploaded(record)
    } catch (problem) {
      if (!control.signal.aborted) send({ type: 'upload-failed', problem })
    }
  }
  useHandedOver({ file, sending, userId })

  return {
    chooseFile: (file) => void choose(file),
    retryUpload: () => file && void choose(file),
    cancelUpload: () => {
      sending.current?.abort()
      send({ type: 'upload-cancelled' })
    },
  }
}

interface HandOver {
  /** On its way, or waiting for another try. */
  readonly file: File | undefined
  readonly sending: React.RefObject<AbortController | undefined>
  readonly userId: string | undefined
}

/** Leaves what this page could not finish; the next one takes it (kept-picture.tsx). */
function useHandedOver(now: HandOver): void {
  const last = useRef(now)
  last.current = now
  // Also when the session turns out to be over before its user was known: then it waits for the next sign-in.
  useEffect(
    () => () => {
      const { file, sending, userId } = last.current
      sending.current?.abort()
      if (file && !hasLeft(userId)) void keepFile(file, userId)
    },
    [],
  )
}
