// What happened to the security of an account, as its owner reads it in the profile (wording ours; decision 0057).

export const SECURITY_EVENT_KINDS = [
  'sign-in',
  'password-changed',
  'email-changed',
  'phone-changed',
  'login-methods-changed',
  'passkeys-changed',
  'two-factor-on',
  'two-factor-off',
  'sessions-ended',
  'deletion-asked',
  'deletion-undone',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

/** How many are kept of one account; the oldest goes first. */
export const SECURITY_EVENTS_KEPT = 100
export const SECURITY_EVENT_DAYS = 180

export const SECURITY_EVENT_LABELS: Readonly<Record<SecurityEventKind, string>> = {
  'sign-in': '登录账户',
  'password-changed': '密码已修改',
  'email-changed': '邮箱已更换',
  'phone-changed': '手机号有变动',
  'login-methods-changed': '登录方式有变动',
  'passkeys-changed': '通行密钥有变动',
  'two-factor-on': '两步验证已开启',
  'two-factor-off': '两步验证已关闭',
  'sessions-ended': '已退出其他设备',
  'deletion-asked': '已申请删除账户',
  'deletion-undone': '已撤销删除账户',
}

export const SECURITY_EVENT_TEXTS = {
  title: '安全记录',
  lead: `最近 ${SECURITY_EVENT_DAYS} 天的登录与安全变更，最多 ${SECURITY_EVENTS_KEPT} 条。如有不是您本人的操作，请修改密码并退出其他设备。`,
  none: '还没有记录',
  more: '显示全部 {n} 条',
  loading: '正在加载安全记录…',
  failed: '安全记录加载失败',
} as const
