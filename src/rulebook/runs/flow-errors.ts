// The flow errors of document 2 §8, raised literally; consumers read them through the Chinese mapping (C-23).
import { fillText } from '../fill-text.ts'

export const FLOW_ERRORS = {
  edgeFunction: 'Edge Function error: {message}',
  failed: 'Processing failed',
  startFailed: 'Failed to start processing',
  downloadFailed: 'Failed to download result from Storage: {status}',
  noResultData: 'No result data received from Edge Function',
  statusCheckFailed: 'Status check failed: {status}',
  completedWithoutResult: 'Processing completed but no result received',
  tookTooLong: 'Processing timeout: task took too long to complete',
} as const
export type FlowError = keyof typeof FLOW_ERRORS

export const flowErrorMessage = (error: FlowError, data?: { message?: string; status?: number }): string =>
  fillText(FLOW_ERRORS[error], data)

/** Chinese detail for those that the mapping by content does not catch. */
export const FLOW_ERROR_DETAILS: readonly (readonly [RegExp, string])[] = [
  [/^Edge Function error: /, '处理服务返回错误'],
  [/^Processing failed$/, '处理服务没有完成任务'],
  [/^Failed to start processing$/, '任务未能开始'],
  [/^Failed to download result from Storage/, '结果下载失败'],
  [/^No result data received/, '没有收到结果'],
  [/^Status check failed/, '无法查询任务状态'],
  [/^Processing completed but no result/, '任务已完成，但没有收到结果'],
]

/** Errors of the edge-function client: no answer, trouble between, an answer other than 2xx (document 2 §8, U-43). */
export const EDGE_CLIENT_ERRORS = {
  'edge-fetch-failed': '无法连接处理服务，请检查网络后重试',
  'edge-relay-failed': '处理服务暂时无法到达，请稍后重试',
  'edge-http-failed': '处理服务返回错误（HTTP {status}），请稍后重试',
} as const
export type EdgeClientErrorCode = keyof typeof EDGE_CLIENT_ERRORS
