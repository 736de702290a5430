// The uploader's own part of the flow: idle → uploading → idle again, with a picture or with a problem. After a lost
// network the file is kept for another try; after a failure of the storage the picture is dropped (document 2 §8).

export interface UploadState {
  readonly phase: 'idle' | 'uploading'
  readonly file: File | undefined
  readonly sentBytes: number
  readonly totalBytes: number
  /** Something that `messageOf` reads. */
  readonly problem: unknown
}

export type UploadAction =
  | { readonly type: 'start'; readonly file: File }
  | { readonly type: 'progress'; readonly sentBytes: number; readonly totalBytes: number }
  /** Refused before anything was sent; there is nothing to try again. */
  | { readonly type: 'refuse'; readonly problem: unknown }
  | { readonly type: 'fail'; readonly problem: unknown }
  | { readonly type: 'reset' }

export const NO_UPLOAD: UploadState = {
  phase: 'idle',
  file: undefined,
  sentBytes: 0,
  totalBytes: 0,
  problem: undefined,
}

/** Only a failure of the way there may end differently next time; the rest is about the file itself. */
const RETRIABLE_CODES: readonly unknown[] = [
  'network-failed',
  'unexpected',
  'rate-limited',
  'maintenance',
  'login-required',
]

export function uploadReducer(state: UploadState, action: UploadAction): UploadState {
  switch (action.type) {
    case 'start':
      return { ...NO_UPLOAD, phase: 'uploading', file: action.file, totalBytes: action.file.size }
    case 'progress':
      if (state.phase !== 'uploading') return state
      return { ...state, sentBytes: action.sentBytes, totalBytes: action.totalBytes }
    case 'refuse':
      return { ...NO_UPLOAD, problem: action.problem }
    case 'fail':
      return { ...NO_UPLOAD, problem: action.problem, file: isRetriable(action.problem) ? state.file : undefined }
    case 'reset':
      return NO_UPLOAD
  }
}

const isRetriable = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && 'code' in problem && RETRIABLE_CODES.includes(problem.code)
