// Backend codes and what people read for them (document 1 §7 "Error mapping", document 2 §8; Chinese wording C-23, U-03).
import { fillText } from '../fill-text.ts'

/** No row where one was asked for; tolerated by the pool page (document 2 §7, U-21). */
export const RECORD_NOT_FOUND_CODE = 'PGRST116'
export const DATA_NOT_FOUND_CODE = 'PGRST301'
/** PostgreSQL unique violation. */
export const ALREADY_EXISTS_CODE = '23505'

export const DATABASE_ERRORS = {
  PGRST301: '内容不存在或已删除',
  PGRST116: '记录不存在或已删除',
  '23505': '已有相同的内容，请更换后重试',
  JWT: '登录已过期，请重新登录',
  RLS: '没有权限进行此操作',
} as const
export type DatabaseErrorCode = keyof typeof DATABASE_ERRORS

/** '<action> failed' of the documents. */
const ACTION_FAILED = '{action}失败'
/** The action of a text when the caller names none. */
export const DEFAULT_ACTION = '操作'

/** The kind of a backend error, or undefined when it is none of the five that the documents name. */
function databaseErrorCode(error: { code?: string; message?: string }): DatabaseErrorCode | undefined {
  const { code, message = '' } = error
  if (code === DATA_NOT_FOUND_CODE || code === RECORD_NOT_FOUND_CODE || code === ALREADY_EXISTS_CODE) return code
  if (message.includes('JWT')) return 'JWT'
  return /row[- ]level security/i.test(message) ? 'RLS' : undefined
}

/** Chinese text of a backend error; otherwise its own message, else '<action>失败'; undefined without any of them. */
export function mapDatabaseError(
  error: { code?: string; message?: string },
  action: string | undefined,
): string | undefined {
  const code = databaseErrorCode(error)
  if (code) return DATABASE_ERRORS[code]
  return error.message || (action && fillText(ACTION_FAILED, { action }))
}
