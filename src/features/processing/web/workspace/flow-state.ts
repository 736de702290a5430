// The documented states of a tool page (document 2 §4 "Upload flow"), told from its three parts.
import type { UploadFlowState } from '#rulebook/runs/job-states.ts'
import { isBusy, type RunState } from '../run/run-state.ts'

export interface FlowParts {
  readonly isUploading: boolean
  readonly hasPicture: boolean
  readonly run: RunState
}

/** idle → uploading → held → processing → result; a failed run leaves the picture held. */
export function flowStateOf({ isUploading, hasPicture, run }: FlowParts): UploadFlowState {
  if (isUploading) return 'uploading'
  if (isBusy(run)) return 'processing'
  if (!hasPicture) return 'idle'
  return run.phase === 'finished' && run.job?.result ? 'result' : 'held'
}
