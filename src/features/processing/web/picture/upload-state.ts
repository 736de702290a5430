// The uploader's own part of the flow: idle → uploading → idle again, with a picture or with a problem. After a lost
// network the file is kept for another try; after a failure of the storage the picture is dropped (document 2 §8).
import { codeOf } from '#platform/web/http/code-of.ts'

export interface UploadState {
  readonly phase: 'idle' | 'uploading'
  readonly file: File | undefined
  readonly sentBytes: number
  readonly totalBytes: number
  /** Its way broke off, and goes on by itself. */
  readonly isInterrupted: boolean
  /** The file that the problem is about. */
  readonly about: File | undefined
  /** Something that `messageOf` reads. */
  readonly problem: unknown
}

export type UploadEvent =
  | { readonly type: 'file-chosen'; readonly file: File }
  | { readonly type: 'bytes-sent'; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly type: 'upload-interrupted' }
  /** Refused before anything was sent; there is nothing to try again. */
  | { readonly type: 'file-refused'; readonly file: File; readonly problem: unknown }
  | { readonly type: 'upload-failed'; readonly problem: unknown }
  | { readonly type: 'upload-cancelled' }

export const NO_UPLOAD: UploadState = {
  phase: 'idle',
  file: undefined,
  sentBytes: 0,
  totalBytes: 0,
  isInterrupted: false,
  about: undefined,
  problem: undefined,
}

/** Only a failure of the way there may end differently next time; the rest is about the file itself. */
const RETRIABLE_CODES: readonly unknown[] = [
  'network-failed',
  'unexpected',
  'rate-limited',
  'maintenance',
  'login-required',
  'file-unreadable',
]

export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'file-chosen':
      return { ...NO_UPLOAD, phase: 'uploading', file: event.file, totalBytes: event.file.size }
    case 'bytes-sent':
      return { ...state, sentBytes: event.sentBytes, totalBytes: event.totalBytes, isInterrupted: false }
    case 'upload-interrupted':
      return { ...state, isInterrupted: true }
    case 'file-refused':
      return { ...NO_UPLOAD, about: event.file, problem: event.problem }
    case 'upload-failed':
      return {
        ...NO_UPLOAD,
        about: state.file,
        problem: event.problem,
        file: isRetriable(event.problem) ? state.file : undefined,
      }
    case 'upload-cancelled':
      return NO_UPLOAD
  }
}

const isRetriable = (problem: unknown): boolean => RETRIABLE_CODES.includes(codeOf(problem))
