// The flow errors of document 2 §8, raised literally; consumers read them through the Chinese mapping (C-23).
import { fillText } from '../fill-text.ts'
import { isChinese } from '../is-chinese.ts'

const FLOW_ERRORS = {
  edgeFunction: 'Edge Function error: {message}',
  failed: 'Processing failed',
  startFailed: 'Failed to start processing',
  downloadFailed: 'Failed to download result from Storage: {status}',
  noResultData: 'No result data received from Edge Function',
  statusCheckFailed: 'Status check failed: {status}',
  completedWithoutResult: 'Processing completed but no result received',
  tookTooLong: 'Processing timeout: task took too long to complete',
} as const
type FlowErrorKind = keyof typeof FLOW_ERRORS

type FlowErrorData = { readonly message?: string; readonly status?: number }

export const flowErrorText = (kind: FlowErrorKind, data: FlowErrorData = {}): string =>
  fillText(FLOW_ERRORS[kind], data)

/** Its message is the literal text; `messageOf` says it in Chinese. */
export class FlowError extends Error {
  constructor(kind: FlowErrorKind, data?: FlowErrorData) {
    super(flowErrorText(kind, data))
    this.name = 'FlowError'
  }
}

/** Chinese detail for those that the mapping by content does not catch. */
const FLOW_ERROR_DETAILS: readonly (readonly [RegExp, string])[] = [
  [/^Edge Function error: /, '服务暂时出现问题'],
  [/^Processing failed$/, '服务没有完成这张图片'],
  [/^Failed to start processing$/, '未能开始处理'],
  [/^Failed to download result from Storage/, '结果下载失败'],
  [/^No result data received/, '没有得到处理结果'],
  [/^Status check failed/, '无法查询处理进度'],
  [/^Processing completed but no result/, '没有得到处理结果'],
]

const CALL_FAILED = flowErrorText('edgeFunction', { message: '' })

/** A flow error in Chinese, that of a call in its own words (U-43); any other message stays as it is. */
export function flowErrorDetail(message: string): string {
  const ofCall = message.startsWith(CALL_FAILED) ? message.slice(CALL_FAILED.length) : ''
  if (isChinese(ofCall)) return ofCall
  return FLOW_ERROR_DETAILS.find(([sign]) => sign.test(message))?.[1] ?? message
}

/** Errors of a call to a processing function: no answer, trouble between, an answer other than 2xx (document 2 §8, U-43). */
export const EDGE_CLIENT_ERRORS = {
  'edge-fetch-failed': '无法连接服务器，请检查网络后重试',
  'edge-relay-failed': '暂时无法连接服务器，请稍后重试',
  'edge-http-failed': '服务没有正常响应，请稍后重试',
} as const

/** Statuses of whatever stands between the browser and the service. */
const RELAY_STATUSES: readonly number[] = [502, 503, 504]

/** What a call says that was not carried out; undefined as status: no answer at all. */
export function edgeFailureText(status: number | undefined): string {
  if (status === undefined) return EDGE_CLIENT_ERRORS['edge-fetch-failed']
  return EDGE_CLIENT_ERRORS[RELAY_STATUSES.includes(status) ? 'edge-relay-failed' : 'edge-http-failed']
}
