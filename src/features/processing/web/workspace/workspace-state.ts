// What a tool page does, as one state that only events change (document 2 §4 "Upload flow"):
//
//   idle ── file-chosen ──► uploading ── picture-held ──► held ── run-started ──► running ── job-changed ──► finished or failed
//
// A refused upload leads back to idle or held, a cancelled run to held (C-55); from finished and failed the next run starts with the same
// picture. A new file, another picture of the server and the release of the picture are taken in every status. The steps inside
// uploading and running are in `upload-state.ts` and `run-state.ts`.
import type { UploadFlowState } from '#rulebook/runs/job-states.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import { NO_UPLOAD, type UploadEvent, type UploadState, uploadReducer } from '../picture/upload-state.ts'
import { isBusy, NO_RUN, type RunEvent, type RunState, runReducer } from '../run/run-state.ts'

export type WorkspaceStatus = 'idle' | 'held' | 'uploading' | 'running' | 'finished' | 'failed'

/** The current picture as far as the server has answered. */
export interface PictureState {
  readonly picture: CurrentPicture | undefined
  /** The server has it. */
  readonly isConfirmed: boolean
  /** Asking failed without an answer. */
  readonly isUnreachable: boolean
}

export interface WorkspaceState extends PictureState {
  readonly upload: UploadState
  readonly run: RunState
  /** How often a picture was released for another one. */
  readonly releases: number
}

export type WorkspaceEvent =
  | UploadEvent
  | RunEvent
  /** A picture that lies on the server is worked on from now on. */
  | { readonly type: 'picture-held'; readonly picture: CurrentPicture }
  | ({ readonly type: 'picture-changed' } & PictureState)
  | { readonly type: 'picture-released' }

export const NO_PICTURE: PictureState = { picture: undefined, isConfirmed: false, isUnreachable: false }

export const emptyWorkspace = (picture: PictureState = NO_PICTURE): WorkspaceState => ({
  ...picture,
  upload: NO_UPLOAD,
  run: NO_RUN,
  releases: 0,
})

/** A shared picture may arrive while a run goes on: then the upload is what the page shows, and the run is still followed. */
const WITH_RUN: readonly WorkspaceStatus[] = ['running', 'uploading']

/** In which status an event is taken; in any other it comes too late and changes nothing. Without an entry: in every one. */
export const TAKEN_IN: { readonly [Type in WorkspaceEvent['type']]?: readonly WorkspaceStatus[] } = {
  'bytes-sent': ['uploading'],
  'upload-interrupted': ['uploading'],
  'upload-failed': ['uploading'],
  'run-started': ['held', 'finished', 'failed'],
  'start-repeated': WITH_RUN,
  'start-refused': WITH_RUN,
  'job-lost': WITH_RUN,
  'cancel-requested': WITH_RUN,
  'cancel-refused': WITH_RUN,
  'task-discarded': ['finished', 'failed', 'uploading'],
}

export function statusOf({ picture, upload, run }: WorkspaceState): WorkspaceStatus {
  if (upload.phase === 'uploading') return 'uploading'
  if (isBusy(run)) return 'running'
  if (run.phase === 'finished' || run.phase === 'failed') return run.phase
  return picture ? 'held' : 'idle'
}

export function workspaceReducer(state: WorkspaceState, event: WorkspaceEvent): WorkspaceState {
  if (TAKEN_IN[event.type]?.includes(statusOf(state)) === false) return state
  switch (event.type) {
    case 'picture-held':
      return {
        ...emptyWorkspace({ ...NO_PICTURE, picture: event.picture, isConfirmed: true }),
        releases: state.releases,
      }
    case 'picture-changed': {
      const { type: _, ...picture } = event
      return { ...state, ...picture }
    }
    case 'picture-released':
      return { ...emptyWorkspace(), releases: state.releases + 1 }
    case 'file-chosen':
    case 'file-refused':
    case 'bytes-sent':
    case 'upload-interrupted':
    case 'upload-failed':
    case 'upload-cancelled':
      return { ...state, upload: uploadReducer(state.upload, event) }
    default:
      return { ...state, run: runReducer(state.run, event) }
  }
}

/** The documented name of the status; a run that failed leaves its picture held. */
export function flowStateOf(state: WorkspaceState): UploadFlowState {
  const status = statusOf(state)
  if (status === 'uploading') return status
  if (status === 'running') return 'processing'
  if (!state.picture) return 'idle'
  return status === 'finished' && state.run.job?.result ? 'result' : 'held'
}
