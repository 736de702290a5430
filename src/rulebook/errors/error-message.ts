// From an error to its Chinese text, with the texts that every page brings along: what the browser itself meets (no connection, a timeout,
// a file that is refused) and the general ones. The register of all codes is errors.ts.
import { fillText, type TextData } from '../fill-text.ts'
import { isChinese } from '../is-chinese.ts'
import { UPLOAD_ERRORS } from '../pictures/upload.ts'
import { mapProcessingError, operationTimeoutText, PROCESSING_ERRORS } from '../runs/provider-failures.ts'
import { DATABASE_ERRORS, DEFAULT_ACTION, mapDatabaseError } from './database-errors.ts'

export const GENERAL_ERRORS = {
  forbidden: DATABASE_ERRORS.RLS,
  'not-found': '内容不存在或已删除，请返回上一页',
  'invalid-request': '提交的内容有误，请刷新页面后重试',
  'request-too-large': '提交的内容过大，请减少后重试',
  unexpected: '服务暂时出现问题，请稍后重试',
} as const

export const FIRST_ERROR_TEXTS = {
  ...GENERAL_ERRORS,
  ...DATABASE_ERRORS,
  ...PROCESSING_ERRORS,
  ...UPLOAD_ERRORS,
} as const

export type ErrorTexts = Readonly<Record<string, string>>

/** The Chinese text of an error: by its code, else by the backend mapping, else the general text. */
export function messageFrom(texts: ErrorTexts, error: unknown, action?: string): string {
  if (typeof error !== 'object' || error === null) return otherText({}, action)
  const { code, data, message, name } = error as Record<'code' | 'data' | 'message' | 'name', unknown>
  if (typeof code === 'string' && Object.hasOwn(texts, code))
    return fillText(texts[code]!, isTextData(data) ? data : {})
  if (name === 'FlowError') return mapProcessingError(String(message), action).consumerText
  if (name === 'TimeoutError') return operationTimeoutText(action ?? DEFAULT_ACTION)
  if (name === 'TypeError' && isNetworkMessage(message)) return PROCESSING_ERRORS['network-failed']
  return otherText({ code: textOrNone(code), message: textOrNone(message) }, action)
}

/** What the backend mapping says; of a message that no Chinese reader was meant to read only that it failed (C-23). */
function otherText(error: { code?: string; message?: string }, action: string | undefined): string {
  const text = mapDatabaseError(error, action) ?? ''
  return isChinese(text) ? text : mapDatabaseError({}, action) || GENERAL_ERRORS.unexpected
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The words with which Chromium, Firefox, Safari and Node say that there was no connection. */
const isNetworkMessage = (message: unknown): boolean => /fetch|network|load failed/i.test(String(message))

const isTextData = (data: unknown): data is TextData => typeof data === 'object' && data !== null
