// /profile/history (document 1 §2, §3, §8, §9; C-28, C-54, U-04, U-07, P-10).
import { lookUp } from '../look-up.ts'
import { modelByKey } from '../tools/catalogue.ts'
import { TOOLS } from '../tools/tool.ts'

/** Two page sizes, both kept: the service function's default, and what the screen passes (C-28). */
export const HISTORY_SERVICE_PAGE_SIZE = 20
export const HISTORY_SCREEN_PAGE_SIZE = 10

/** Load-more is offered while a full page comes back. */
export const hasMoreHistory = (rowCount: number, pageSize: number): boolean => rowCount >= pageSize

/** What the list can be narrowed to; waiting runs count as running, as their label says. */
export const HISTORY_STATES = ['running', 'completed', 'failed', 'upload-only'] as const
export type HistoryState = (typeof HISTORY_STATES)[number]
/** In the address of the list: shows the upload of one run. */
export const RUN_QUERY = 'run'
/** Uploads that one batch action takes. */
export const HISTORY_BATCH_MAX = 50

export const HISTORY_ERRORS = {
  'history-load-failed': '加载历史记录失败，请重试',
  'history-delete-failed': '删除失败，请重试',
  'history-batch-delete-failed': '批量删除失败，请重试',
  'history-download-failed': '下载失败，请重试',
  'history-cleanup-failed': '清理失败，请重试',
} as const

export const HISTORY_TEXTS = {
  deleted: '删除成功',
  batchDeleted: '批量删除成功',
  cleanedUp: '清理完成',
  batchDownloadInDevelopment: '批量下载功能开发中...',
  uploadOnly: '仅上传',
  empty: '还没有处理记录',
  startFirst: '去处理第一张图片',
  loadMore: '加载更多',
  keptUntil: '文件保留至 {date}',
} as const

/** Named by the documents without a tool behind them (document 1 §3, P-23): shown where such a row exists. */
const TYPES_WITHOUT_TOOL: Readonly<Record<string, string>> = { image_filters: '图片滤镜' }

/** The tool's display name; an upload without a processing record was only uploaded. */
export const processTypeLabel = (processType: string | null | undefined): string => {
  if (!processType) return HISTORY_TEXTS.uploadOnly
  const tool = lookUp(TOOLS, processType === 'restore' ? 'restore-generative' : processType)
  return tool?.displayName ?? lookUp(TYPES_WITHOUT_TOOL, processType) ?? processType
}

/** Tool and model of a run: 标准增强 · 高保真增强 V2. */
export function runTitle({
  processType,
  modelKey,
}: {
  readonly processType: string
  readonly modelKey: string
}): string {
  const tool = processTypeLabel(processType)
  const model = modelByKey(modelKey)?.displayName
  return model && model !== tool ? `${tool} · ${model}` : tool
}

/** Statistics of visible uploads (document 1 §3; not the balance, C-54). */
export interface UserStats {
  readonly totalUploads: number
  readonly totalProcessing: number
  readonly completedProcessing: number
  readonly totalStorageUsed: number
  readonly totalCreditsUsed: number
  readonly monthlyUploads: number
  readonly monthlyProcessing: number
}
