// Outcomes of sign-in, sign-up, sign-out and of the auth state (document 1 §8; U-06, U-15, C-22, C-33).
import { DATABASE_ERRORS } from '../errors/database-errors.ts'

/** Thrown by the server or found in the browser; never which of email and password was wrong (U-06). */
export const AUTH_ERRORS = {
  'invalid-credentials': '邮箱或密码错误',
  'email-unverified': '邮箱尚未验证，请点击验证邮件中的链接，或重新发送验证邮件', // U-15
  'account-banned': '账户已被封禁，不能登录。如有疑问请联系客服。', // U-14
  'too-many-attempts': '尝试次数过多，请稍后再试',
  'email-taken': '账户已存在',
  'proof-needed': '安全验证未成功，请重试',
  'email-disposable': '请使用常用邮箱注册，暂不支持临时邮箱',
  'sign-ups-too-many': '您所在的网络 24 小时内注册的账户较多，请过一段时间再试，或换一个网络',
  'sign-up-failed': '注册失败，请重试',
  'sign-in-failed': '登录失败',
  'sign-out-failed': '退出登录失败，请重试',
  'auth-state-invalid': '认证状态异常，请重新登录', // permission or JWT error
  'auth-system-failed': '认证系统异常，请重新登录', // any other auth error
  'auth-signed-out': '认证状态异常，已自动登出',
  'auth-init-failed': '初始化认证状态失败',
  'not-signed-in': '用户未登录', // profile update without a user
  'session-expired': DATABASE_ERRORS.JWT,
  'api-key-invalid': '页面已过期，请刷新后重试', // document 1 §7, the `apikey` header
  'profile-timeout': '用户资料获取超时',
  'profile-change-timeout': '状态变化时用户资料获取超时',
  'fresh-sign-in-needed': '为了账户安全，请退出后重新登录，再试一次', // U-16
  'account-last-admin': '您是最后一位管理员，请先指定另一位管理员再删除账户', // U-25
  'user-refresh-failed': '刷新用户状态失败',
  'user-unreadable': '无法获取更新后的用户信息',
  'provider-not-configured': '暂不支持这种登录方式', // C-24
  'mail-not-configured': '暂不支持发送邮件，请联系客服', // C-33
  'reset-link-invalid': '重置链接无效或已过期，请重新申请密码重置',
  'password-update-failed': '密码更新失败，请稍后重试',
} as const
export type AuthErrorCode = keyof typeof AUTH_ERRORS

/** What the auth state keeps as its error when the visitor was signed out; nothing failed then. */
const SIGN_OUT_CODES = ['auth-signed-out', 'auth-state-invalid', 'auth-system-failed', 'account-banned'] as const
export const isSignOutText = (text: string | undefined): boolean =>
  SIGN_OUT_CODES.some((code) => AUTH_ERRORS[code] === text)
