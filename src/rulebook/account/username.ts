// Usernames (document 1 §5, §9).
import type { Problem } from '../problem.ts'

export const USERNAME_MIN_CHARACTERS = 2
export const USERNAME_MAX_CHARACTERS = 20

export const USERNAME_ERRORS = {
  'username-empty': '用户名不能为空',
  'username-too-short': '用户名至少需要2个字符',
  'username-too-long': '用户名不能超过20个字符',
  'username-characters': '用户名只能包含中文、英文、数字、下划线和连字符',
  'username-edges': '用户名不能以下划线或连字符开头或结尾',
  'username-digits': '用户名不能是纯数字',
  'username-reserved': '该用户名为保留关键词，请选择其他用户名',
} as const
export type UsernameErrorCode = keyof typeof USERNAME_ERRORS

/** Refused as a whole word in any letter case; a longer name that contains one is fine. */
export const RESERVED_USERNAMES = [
  'admin',
  'administrator',
  'root',
  'system',
  'api',
  'www',
  'mail',
  'email',
  'support',
  'help',
  'info',
  'service',
  'user',
  'guest',
  'anonymous',
  'null',
  'undefined',
  'test',
  'demo',
  'example',
  'sample',
] as const

/** Trimmed before checking and saving. */
export const normalizeUsername = (username: string): string => username.trim()

/** The first problem of a username in the order of the documents, or undefined. Length is counted in characters, not in UTF-16 units. */
export function checkUsername(input: string): Problem<UsernameErrorCode> | undefined {
  const username = normalizeUsername(input)
  const length = [...username].length
  if (length === 0) return { code: 'username-empty' }
  if (length < USERNAME_MIN_CHARACTERS) return { code: 'username-too-short' }
  if (length > USERNAME_MAX_CHARACTERS) return { code: 'username-too-long' }
  if (!/^[\p{Script=Han}a-zA-Z\d_-]+$/u.test(username)) return { code: 'username-characters' }
  if (/^[_-]|[_-]$/.test(username)) return { code: 'username-edges' }
  if (/^\d+$/.test(username)) return { code: 'username-digits' }
  const isReserved = (RESERVED_USERNAMES as readonly string[]).includes(username.toLowerCase())
  return isReserved ? { code: 'username-reserved' } : undefined
}
