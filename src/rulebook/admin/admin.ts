// The back office: sizes, checks, texts, log (document 2 §2, §4, §5–§9; C-04, C-40, U-25 to U-27, U-36, U-63).
import type { Problem } from '../problem.ts'
import { ADMIN_CLEANUP_MONTHS } from '../site/retention.ts'

export const ADMIN_PAGE_SIZE = 20
export const ADMIN_PAGE_NUMBERS_SHOWN = 5
export const ADMIN_SEARCH_DEBOUNCE_MS = 500
/** Dashboard and credit pool. */
export const ADMIN_REFRESH_MS = 5 * 60_000
/** Newest users and latest jobs on the dashboard. */
export const ADMIN_NEWEST_ROWS = 5
/** Log date filters default to the last days; both end days are included. */
export const ADMIN_LOG_DEFAULT_DAYS = 7
export const ADMIN_CHART_DAYS = { userGrowth: 30, creditUse: 7 } as const

/** In the log, who did what was done outside the back office: at the machine's console or by a start setting. */
export const CONSOLE_ID = '00000000-0000-0000-0000-000000000000'

/** What leaves a row in the log: the actions of the documents (C-40), what was left in development there (P-15), and everything that the
 * back office can do besides, with how administrators come, go and sign in (decision 0086). */
export const ADMIN_ACTIONS = [
  'update_user',
  'reset_password',
  'update_credit_pool',
  'update_config',
  'cleanup_old_data',
  'optimise_database',
  'give_back',
  'sign_out_user',
  'run_again',
  'grant_refund',
  'refuse_refund',
  'settle_payment',
  'issue_invoice',
  'refuse_invoice',
  'red_invoice',
  'make_coupons',
  'read_coupon_codes',
  'stop_coupons',
  'change_pack',
  'export_data',
  'set_admin_role',
  'make_admin',
  'revoke_admin',
  'admin_sign_in',
] as const
export type AdminAction = (typeof ADMIN_ACTIONS)[number]
export const ADMIN_ACTION_LABELS: Readonly<Record<AdminAction, string>> = {
  update_user: '更新用户',
  reset_password: '重置密码',
  update_credit_pool: '更新积分池',
  update_config: '更新配置',
  cleanup_old_data: '清理旧数据',
  optimise_database: '优化数据库',
  give_back: '退回积分',
  sign_out_user: '强制退出登录',
  run_again: '免费重新处理',
  grant_refund: '同意退款',
  refuse_refund: '拒绝退款',
  settle_payment: '核对付款',
  issue_invoice: '填写发票',
  refuse_invoice: '不开发票',
  red_invoice: '填写红字发票',
  make_coupons: '生成兑换码',
  read_coupon_codes: '读取兑换码',
  stop_coupons: '停用兑换码',
  change_pack: '修改积分包',
  export_data: '导出数据',
  set_admin_role: '修改后台角色',
  make_admin: '授予管理员',
  revoke_admin: '撤销管理员',
  admin_sign_in: '管理员登录',
}

/** Ranges of the statistics by model (ours). */
export const STATISTICS_RANGES_DAYS = [7, 30, 90] as const

/** The ledger counts whole credits; no hand-typed balance goes beyond this (ours). */
export const EDIT_CREDITS_MAX = 1_000_000
export const EDIT_REASON_MAX_CHARACTERS = 500

/** Raised on the window when the admin session has ended by its age (document 1 §6). */
export const ADMIN_SESSION_EXPIRED_EVENT = 'admin-session-expired'

export const ADMIN_ERRORS = {
  'edit-reason-missing': '请填写修改原因',
  'edit-credits-invalid': '剩余积分必须是不小于 0 的数字',
  'edit-credits-whole': `剩余积分必须是整数，且不超过 ${EDIT_CREDITS_MAX.toLocaleString('en-US')}`,
  'edit-stale': '该用户的信息刚刚发生变化，请核对最新数值后再保存',
  'user-missing': '该用户已不存在',
  'give-back-refused': '这次处理没有可退回的积分',
  'run-again-refused':
    '这次处理不能重新处理。可能的原因：尚未结束、已重新处理过、功能已下线或暂时无法使用、原图已删除，或用户已被封禁、正在注销账户。',
  'run-again-consent': '这位用户没有同意把图片发送给 {name}（{country}），不能重新处理',
  'email-failed': '邮件没有发出，请稍后重试',
  'pool-input-invalid': '请填写大于 0 的购买总量和单价，并填写备注',
  'admin-role-lacks': '您的后台角色不能进行此操作',
  'admin-role-none': '该用户不是管理员，没有后台角色',
  'admin-last': '不能降低最后一位管理员的权限，也不能停用', // U-25
  'reset-provider-account': '该账户使用第三方登录，没有密码', // U-45
  'admin-session-expired': '管理员会话已过期，请重新登录', // U-03, U-25
  'admin-proof-needed': '请先验证身份再继续',
} as const
export type AdminErrorCode = keyof typeof ADMIN_ERRORS

/** Edit modal: a reason that is not blank, credits a number of at least 0. */
export function checkUserEdit(edit: {
  readonly reason: string
  readonly creditsRemaining: unknown
}): Problem<AdminErrorCode> | undefined {
  const { reason, creditsRemaining } = edit
  if (typeof creditsRemaining !== 'number' || !Number.isFinite(creditsRemaining) || creditsRemaining < 0)
    return { code: 'edit-credits-invalid' }
  if (!Number.isInteger(creditsRemaining) || creditsRemaining > EDIT_CREDITS_MAX) return { code: 'edit-credits-whole' }
  return checkReason(reason)
}

/** The reason of an edit and of a changed status alike. */
export function checkReason(reason: string): Problem<AdminErrorCode> | undefined {
  return reason.trim() === '' ? { code: 'edit-reason-missing' } : undefined
}

/** Page numbers around the current page, clamped at both ends (U-27); pages count from 1. */
export function shownPages(currentPage: number, pageCount: number): number[] {
  const length = Math.min(ADMIN_PAGE_NUMBERS_SHOWN, pageCount)
  const middle = Math.floor(ADMIN_PAGE_NUMBERS_SHOWN / 2)
  const first = Math.max(1, Math.min(currentPage - middle, pageCount - length + 1))
  return Array.from({ length }, (_, index) => first + index)
}

/** Shown before the underlying message of a failed load or save. */
export const ADMIN_FAILURES = {
  dashboardLoad: '加载仪表盘数据失败',
  usersLoad: '加载用户列表失败',
  logsLoad: '加载操作日志失败',
  userSave: '更新用户信息失败',
  passwordReset: '发送密码重置邮件失败',
  cleanup: '清理数据失败',
  optimise: '数据库优化失败',
} as const

/** Shown to the operator where a consumer only sees a contact. */
export const OPERATOR_ERRORS: Readonly<Record<string, string>> = { 'mail-not-configured': '尚未配置邮件服务' }

export const ADMIN_TEXTS = {
  userSaved: '用户信息更新成功',
  passwordResetSent: '密码重置邮件已发送',
  cleanupDone: '过期数据清理完成',
  optimiseInDevelopment: '数据库优化功能正在开发中...',
  sessionCreateFailed: '管理员会话创建失败，但登录成功',
  allNormal: '系统运行正常', // the one fixed alert, P-14
  healthy: '健康',
  notConfigured: '未配置',
  statusActions: { suspended: '暂停', banned: '封禁', active: '恢复' }, // C-04
} as const

/** Asked before: password mail, both toggles, cleaning, optimisation (document 2 §5; scope of cleaning C-15). */
export const ADMIN_CONFIRMATIONS = {
  passwordReset: '确定向该用户发送密码重置邮件吗？',
  emergencyStop: '确定要{verb}紧急停止吗？',
  maintenance: '确定要{verb}维护模式吗？',
  cleanup: `确定清理 ${ADMIN_CLEANUP_MONTHS} 个月前的管理日志和过期验证码吗？不会删除用户的图片、记录、账单或积分`,
  optimise: '确定要优化数据库吗？',
} as const
