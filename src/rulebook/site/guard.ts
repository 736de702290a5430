// The route guard: how long it waits, where it sends people, with which texts
// (document 1 §2 "Route guard", §8 "Router"; document 2 §2; C-38, U-08, U-10).
import { type Access, PATHS } from './site-map.ts'

/** While the auth state is not initialised: up to 50 polls of 100 ms, then the timeout error. */
export const GUARD_MAX_POLLS = 50
export const GUARD_POLL_INTERVAL_MS = 100

export const GUARD_ERRORS = {
  'guard-timeout': '认证系统初始化失败，请刷新页面重试',
  'guard-not-admin': '您没有访问管理员后台的权限',
  'guard-check-failed': '认证检查失败，请重新登录',
} as const

/** Texts taken from a query are cut at this many characters and shown as plain text only (U-10). */
export const QUERY_TEXT_MAX_CHARACTERS = 200
export const plainQueryText = (value: string | null | undefined): string =>
  [...(value ?? '')].slice(0, QUERY_TEXT_MAX_CHARACTERS).join('')

/** A redirect value as a path of the same origin; anything else becomes `/` (U-10). */
export function safeRedirect(value: string | null | undefined): string {
  // A second slash or a backslash would name another host; browsers drop control characters before they look.
  const isOwnPath = value?.startsWith('/') && !/^\/[/\\]|[\\\p{Cc}]/u.test(value)
  return isOwnPath ? value! : PATHS.landing
}

const addressWith = (path: string, key: string, value: string): string => `${path}?${key}=${encodeURIComponent(value)}`

/** Login that brings the visitor back to the wanted address. */
export const loginAddress = (wanted: string): string => addressWith(PATHS.login, 'redirect', safeRedirect(wanted))
export const loginErrorAddress = (text: string): string => addressWith(PATHS.login, 'error', text)
/** With a message, and where the visitor goes after the sign-in. */
export const loginMessageAddress = (text: string, wanted?: string): string => {
  const address = addressWith(PATHS.login, 'message', text)
  return wanted ? `${address}&${new URLSearchParams({ redirect: safeRedirect(wanted) })}` : address
}
export const loginEmailAddress = (email: string): string => addressWith(PATHS.login, 'email', email)
/** Where non-admins land. */
export const NOT_ADMIN_ADDRESS = addressWith(PATHS.profileInfo, 'error', GUARD_ERRORS['guard-not-admin'])

/** Where this visitor is sent instead of the wanted address, or undefined when it may be opened. */
export function guardRedirect(
  access: Access,
  wanted: string,
  visitor: { readonly isAuthenticated: boolean; readonly isAdmin: boolean },
): string | undefined {
  if (access === 'open') return undefined
  if (!visitor.isAuthenticated) return loginAddress(wanted)
  return access === 'admin' && !visitor.isAdmin ? NOT_ADMIN_ADDRESS : undefined
}
