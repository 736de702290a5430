// What a progress bar shows (document 1 §4; document 2 §3, §4; U-03).
import { lookUp } from '../look-up.ts'

/** Sync flow: prepared, sent, received, then `DONE_PROGRESS`. */
export const SYNC_PROGRESS = { prepared: 10, sent: 30, received: 90 } as const
/** Async flow: upload, submit, AI working, then `asyncProgress`, then `DONE_PROGRESS`. */
export const ASYNC_PROGRESS = { upload: 5, submit: 10, working: 15 } as const
export const DONE_PROGRESS = 100
const ASYNC_FACTOR = 0.8
const ASYNC_MAX = 95

/** Shown progress (15–95) for the progress 0–100 that the async call reports: 15 + 0.8 × progress. */
export const asyncProgress = (reported: number): number =>
  Math.min(ASYNC_MAX, Math.max(ASYNC_PROGRESS.working, ASYNC_PROGRESS.working + ASYNC_FACTOR * reported))

export const PROGRESS_TASK_STATUSES = ['pending', 'running', 'completed', 'failed'] as const
export type ProgressTaskStatus = (typeof PROGRESS_TASK_STATUSES)[number]
/** A finished task is discarded after about this long. */
export const PROGRESS_TASK_DISCARD_MS = 1000

/** The shared progress task (document 1 §4). */
export interface ProgressTask {
  readonly taskId: string
  /** 0–100. */
  readonly progress: number
  readonly totalSteps: number
  readonly currentStep: number
  readonly message: string
  readonly status: ProgressTaskStatus
  /** Milliseconds since 1970. */
  readonly startTime: number
  readonly endTime: number | undefined
  readonly error: string | undefined
}

const NEXT_STATUSES: Readonly<Record<ProgressTaskStatus, readonly ProgressTaskStatus[]>> = {
  pending: ['running', 'completed', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
}

export const startProgressTask = (taskId: string, totalSteps: number, startTime: number): ProgressTask => ({
  taskId,
  progress: 0,
  totalSteps,
  currentStep: 0,
  message: '',
  status: 'pending',
  startTime,
  endTime: undefined,
  error: undefined,
})

/** The task in its next status; unchanged when that step does not exist (nothing leaves completed or failed). */
export function moveProgressTask(
  task: ProgressTask,
  status: ProgressTaskStatus,
  at: { readonly timeMs: number; readonly error?: string },
): ProgressTask {
  if (!NEXT_STATUSES[task.status].includes(status)) return task
  if (status === 'running') return { ...task, status }
  const progress = status === 'completed' ? DONE_PROGRESS : task.progress
  return { ...task, status, progress, endTime: at.timeMs, error: at.error }
}

/** Overlay of document 2 §4, wording U-03, where it is true (decision 0212); async tools take the panel's time instead (C-12). */
export const PROCESSING_OVERLAY_TEXT = 'AI 正在处理，可能需要几十秒'

/** Runs that usually take this long do take tens of seconds. */
const TENS_OF_SECONDS = 20
/** `usualSeconds`: undefined where nothing is known. */
export const mayTakeTens = ({ isAsync }: { readonly isAsync: boolean }, usualSeconds: number | undefined): boolean =>
  !isAsync && (usualSeconds === undefined || usualSeconds >= TENS_OF_SECONDS)

/** True stages of a run, as the worker reports them. */
export const STAGE_TEXTS = {
  uploading: '正在上传图片',
  submitting: '正在提交',
  queued: '排队中',
  working: 'AI 正在处理',
  decode: '读取图片',
  analyse: '分析画面',
  denoise: '去除噪点',
  deblur: '恢复清晰度',
  repair: '修复瑕疵',
  enlarge: '放大画面',
  detail: '补充细节',
  light: '调整光影',
  encode: '生成结果',
  storing: '保存结果',
} as const
export type ProgressStage = keyof typeof STAGE_TEXTS

export const stageText = (stage: string): string => lookUp(STAGE_TEXTS, stage) ?? STAGE_TEXTS.working
