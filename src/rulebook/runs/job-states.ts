// States of a job (the documents' processing record), of an upload and of the screen that runs one
// (document 1 §4; document 2 §4; C-27, C-55).
// A job is pending on creation, processing while a worker holds it, then completed or failed for good. A cancelled
// job ends as failed. Nothing leaves a final state.

export const JOB_STATES = ['pending', 'processing', 'completed', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

/** `processing → pending` is the way back of a job whose worker was lost. */
const NEXT_STATES: Readonly<Record<JobState, readonly JobState[]>> = {
  pending: ['processing', 'failed'],
  processing: ['pending', 'completed', 'failed'],
  completed: [],
  failed: [],
}

export const isJobState = (state: string): state is JobState => (JOB_STATES as readonly string[]).includes(state)
/** The states from which a job may come to this one. */
export const statesBefore = (next: JobState): readonly JobState[] =>
  JOB_STATES.filter((state) => NEXT_STATES[state].includes(next))
export const isFinalState = (state: JobState): boolean => NEXT_STATES[state].length === 0
/** Pending and processing are both shown as in progress (document 2 §4). */
export const isInProgress = (state: JobState): boolean => !isFinalState(state)

export const UNKNOWN_STATE_LABEL = '未知'
const LABELS: Readonly<Record<JobState, string>> = {
  pending: '处理中', // C-27
  processing: '处理中',
  completed: '已完成',
  failed: '失败',
}
/** Label in history and statistics; 未知 for a value that is none of the four. */
export const jobStateLabel = (state: string): string => (isJobState(state) ? LABELS[state] : UNKNOWN_STATE_LABEL)
/** In a choice of states, where those that wait and those that are worked on are two; a run itself is shown as in progress (C-27). */
export const runStateLabel = (state: string): string => (state === 'pending' ? '排队中' : jobStateLabel(state))

/** Who did the work (document 2 §3); `local` is our own engine, never passed off as another (C-50, P-33). */
export const AI_SERVICES = ['topaz', 'upscaler', 'colorization', 'local'] as const
export type AiService = (typeof AI_SERVICES)[number]
export const AI_SERVICE_LABELS: Readonly<Record<AiService, string>> = {
  topaz: 'Topaz AI',
  upscaler: '图片放大',
  colorization: '图片上色',
  local: '本地引擎',
}

/** States of the upload flow on a tool page (document 2 §4). */
export const UPLOAD_FLOW_STATES = ['idle', 'uploading', 'held', 'processing', 'result'] as const
export type UploadFlowState = (typeof UPLOAD_FLOW_STATES)[number]
