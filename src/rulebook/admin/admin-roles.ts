// What each role of the back office may do (decision 0108). Who has the type 管理员 and no other role is an administrator and may do all.
import { lookUp } from '../look-up.ts'

export const ADMIN_ROLES = ['administrator', 'operator', 'finance', 'support'] as const
export type AdminRole = (typeof ADMIN_ROLES)[number]

export const ADMIN_ROLE_LABELS: Readonly<Record<AdminRole, string>> = {
  administrator: '管理员',
  operator: '运营',
  finance: '财务',
  support: '客服',
}
export const ADMIN_ROLE_HINTS: Readonly<Record<AdminRole, string>> = {
  administrator: '可以进行所有操作，包括修改用户类型、积分和后台角色。',
  operator: '管理用户状态、处理记录、系统设置，查看统计和日志。不能处理款项。',
  finance: '处理订单、退款、发票、兑换码、积分包和积分池，导出数据。不能修改用户和系统设置。',
  support: '查看用户、处理记录和订单，退回单次处理的积分，免费重新处理，发送密码重置邮件。',
}

/** As it is stored: nothing is an administrator; an unknown word, of a later version, may do the least. */
export const adminRoleOf = (stored: string | null): AdminRole =>
  stored === null ? 'administrator' : (ADMIN_ROLES.find((role) => role === stored) ?? 'support')

/** Calls of the back office without `admin.`; one that ends in a point stands for all that begin so. */
const MAY: Readonly<Record<Exclude<AdminRole, 'administrator'>, readonly string[]>> = {
  support: [
    'dashboard.',
    'users.list',
    'users.get',
    'users.facts',
    'users.ledger',
    'users.runs',
    'users.giveBack',
    'users.sendPasswordReset',
    'runs.',
    'orders.list',
    'refunds.list',
    'invoices.list',
    'disputes.list',
    'logs.write',
  ],
  finance: [
    'dashboard.',
    'users.list',
    'users.get',
    'users.facts',
    'users.ledger',
    'users.runs',
    'runs.list',
    'runs.get',
    'orders.',
    'refunds.',
    'invoices.',
    'disputes.',
    'coupons.',
    'packs.',
    'pool.',
    'statistics.',
    'exports.',
    'logs.',
  ],
  operator: [
    'dashboard.',
    'users.list',
    'users.get',
    'users.facts',
    'users.ledger',
    'users.runs',
    'users.giveBack',
    'users.sendPasswordReset',
    'users.setStatus',
    'runs.',
    'orders.list',
    'refunds.list',
    'invoices.list',
    'disputes.list',
    'packs.list',
    'pool.newest',
    'pool.status',
    'pool.purchases',
    'pool.vendor',
    'pool.totalConsumed',
    'statistics.',
    'settings.',
    'logs.',
  ],
}

/** `call` is its place in the contract, like `users.list`. */
export const mayCall = (role: AdminRole, call: string): boolean =>
  role === 'administrator' ||
  MAY[role].some((allowed) => (allowed.endsWith('.') ? call.startsWith(allowed) : call === allowed))

/** The call that a page of the menu begins with, by the page's key. */
const FIRST_CALLS: Readonly<Record<string, string>> = {
  dashboard: 'dashboard.stats',
  users: 'users.list',
  orders: 'orders.list',
  runs: 'runs.list',
  coupons: 'coupons.list',
  packs: 'packs.list',
  pool: 'pool.newest',
  stats: 'statistics.models',
  settings: 'settings.get',
  logs: 'logs.list',
}
export const mayOpen = (role: AdminRole, pageKey: string): boolean => {
  const call = lookUp(FIRST_CALLS, pageKey)
  return call === undefined || mayCall(role, call)
}

export const ADMIN_ROLE_TEXTS = {
  title: '后台角色',
  field: '角色',
  reason: '修改原因',
  save: '保存角色',
  saved: '后台角色已更新',
  failed: '更新后台角色失败',
} as const
