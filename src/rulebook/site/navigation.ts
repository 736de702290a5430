// Navigation bar and user dropdown: items and what they say of the user (document 1 §2; C-18, C-23, U-03, U-60, P-20).
import { type AuthenticatedUser, isAuthenticated, type UserProfile } from '../account/auth-state.ts'
import { PATHS, PRICING_ADDRESS } from './site-map.ts'

export const NAVIGATION_TEXTS = {
  tools: 'AI 工具',
  pricing: '价格',
  admin: '管理后台',
  login: '登录',
  viewAllTools: '查看全部工具',
  advanced: '高级',
  menu: '菜单',
} as const
export const PRICING_LINK = PRICING_ADDRESS

/** In this order; the fourth for admins only, the last signs out. */
export const USER_MENU = [
  { key: 'info', label: '个人资料', path: PATHS.profileInfo },
  { key: 'history', label: '历史记录', path: PATHS.profileHistory },
  { key: 'billing', label: '积分管理', path: PATHS.profileBilling },
  { key: 'admin', label: '管理后台', path: PATHS.admin },
  { key: 'sign-out', label: '退出登录', path: undefined },
] as const
export const userMenu = (isAdmin: boolean): readonly (typeof USER_MENU)[number][] =>
  USER_MENU.filter((item) => item.key !== 'admin' || isAdmin)
/** Sidebar of the profile area. */
export const PROFILE_MENU = USER_MENU.slice(0, 3)

/** Sidebar of the back office (document 2 §2). */
export const ADMIN_MENU = [
  { key: 'dashboard', label: '概览', path: PATHS.admin },
  { key: 'users', label: '用户管理', path: PATHS.adminUsers },
  { key: 'orders', label: '订单与发票', path: PATHS.adminOrders },
  { key: 'runs', label: '处理记录', path: PATHS.adminRuns },
  { key: 'coupons', label: '兑换码', path: PATHS.adminCoupons },
  { key: 'packs', label: '积分包', path: PATHS.adminPacks },
  { key: 'pool', label: '积分池', path: PATHS.adminPool },
  { key: 'stats', label: '统计', path: PATHS.adminStats },
  { key: 'settings', label: '系统设置', path: PATHS.adminSettings },
  { key: 'logs', label: '操作日志', path: PATHS.adminLogs },
] as const

type User = Pick<AuthenticatedUser, 'email' | 'phone' | 'app_metadata'>
type Profile = Pick<UserProfile, 'phone'>

export const CONTACT_LINE_TEXTS = {
  google: 'Google 账户',
  googleTitle: 'Google account', // the document's literal, kept as the title of the line (C-23)
  noPhone: '未绑定手机',
  noEmail: '未绑定邮箱',
  noUser: '未知用户',
} as const

/** The phone if there is one, else by sign-in provider (U-60). */
export function contactLine(user: User | undefined, profile: Profile | undefined): string {
  if (!user) return CONTACT_LINE_TEXTS.noUser
  const phone = profile?.phone || user.phone
  if (phone) return phone
  const { provider } = user.app_metadata
  if (provider === 'google') return CONTACT_LINE_TEXTS.google
  if (provider === 'phone') return CONTACT_LINE_TEXTS.noPhone
  return user.email || CONTACT_LINE_TEXTS.noEmail
}

/** What the right end of the bar shows: someone whose profile is still missing is neither a visitor nor a free account (C-01, C-38). */
export const navigationState = (state: {
  readonly initialized: boolean
  readonly user: object | undefined
  readonly profile: object | undefined
}): 'loading' | 'signed-in' | 'signed-out' => {
  if (isAuthenticated(state)) return 'signed-in'
  return state.initialized && !state.user ? 'signed-out' : 'loading'
}
