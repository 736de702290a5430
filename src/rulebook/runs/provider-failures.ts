// What a failed run says to the consumer and to the admin (document 2 §8; C-10, C-23, C-57, P-33, U-03, U-43, U-53).
// A raw message is mapped by its content, in the order of the documents: key, quota, timeout, network, format, size, other.
import { fillText } from '../fill-text.ts'
import { flowErrorDetail } from './flow-errors.ts'

export const FAILURE_KINDS = ['key', 'quota', 'timeout', 'network', 'format', 'size', 'other'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** Texts for consumers, as codes of the register. */
export const PROCESSING_ERRORS = {
  'provider-key': '服务密钥配置有误，暂时无法处理，请联系管理员',
  'provider-quota': 'AI 服务用量已满，请稍后重试',
  'processing-timeout': '处理超时，请稍后重试',
  'operation-timeout': '{op}超时，请稍后重试',
  'network-failed': '网络连接失败，请检查网络状态',
  'image-format': '不支持的图片格式，请使用JPG或PNG格式',
  'image-size': '图片文件过大或过小，请选择合适大小的图片',
  'processing-failed': '{action}失败: {message}',
  'processing-cancelled': '已取消当前处理任务', // a cancelled job ends as failed with this text (C-55)
} as const
export type ProcessingErrorCode = keyof typeof PROCESSING_ERRORS

/** Shorter texts for the alert list and the server log: the operator's key and quota, not the consumer's (C-57). */
export const ADMIN_FAILURE_TEXTS = {
  key: 'API密钥配置错误',
  quota: 'API配额不足，请升级账户',
} as const satisfies Partial<Record<FailureKind, string>>

const CODE_OF_KIND = {
  key: 'provider-key',
  quota: 'provider-quota',
  timeout: 'processing-timeout',
  network: 'network-failed',
  format: 'image-format',
  size: 'image-size',
  other: 'processing-failed',
} as const satisfies Record<FailureKind, ProcessingErrorCode>

/** First match wins; "Failed to fetch" is a network error although its kind contains "type" (U-53). */
const SIGNS: readonly (readonly [FailureKind, RegExp])[] = [
  ['key', /key|token|密钥|令牌/i],
  ['quota', /quota|credit|配额|额度|用量/i],
  ['timeout', /timeout|timed out|超时/i],
  ['network', /network|fetch|网络/i],
  ['format', /format|type|格式|类型/i],
  ['size', /size|大小/i],
]

export interface ProcessingFailure {
  readonly kind: FailureKind
  /** Code of the register, with `data` for its text. */
  readonly code: ProcessingErrorCode
  readonly data: { readonly action: string; readonly message: string }
  readonly consumerText: string
  readonly adminText: string
}

/** The action of a failed run when the caller names none. */
export const PROCESSING_ACTION = '处理'

export const failureKindOf = (message: string): FailureKind =>
  SIGNS.find(([, sign]) => sign.test(message))?.[0] ?? 'other'

/** Maps a raw message of provider, network or flow to what people read. A kind that is known by status or code goes before the words. */
export function mapProcessingError(
  message: string,
  action: string = PROCESSING_ACTION,
  kind: FailureKind = failureKindOf(message),
): ProcessingFailure {
  const code = CODE_OF_KIND[kind]
  const data = { action, message: flowErrorDetail(message) }
  const consumerText = fillText(PROCESSING_ERRORS[code], data)
  const adminText = kind === 'key' || kind === 'quota' ? ADMIN_FAILURE_TEXTS[kind] : `${consumerText} (${message})`
  return { kind, code, data, consumerText, adminText }
}

/** Text of a timeout of a named operation. */
export const operationTimeoutText = (op: string): string => fillText(PROCESSING_ERRORS['operation-timeout'], { op })
