// How administrators show once more who they are (ours; decisions 0048 and 0191): how long it counts, what they can show, and the words around it.

/** Money, roles and mass actions want a proof of the last minutes, as a consumer's own does (prove-owner.ts). */
export const ADMIN_PROOF_FRESH_MS = 15 * 60_000

/** What would do, of what the administrator has; none of them: a second factor must be set up first. */
export interface AdminProofWays {
  /** A code of an authenticator, or a recovery code. */
  readonly code: boolean
  readonly passkey: boolean
  readonly password: boolean
  /** A new sign-in: the account has nothing else to show. */
  readonly signIn: boolean
}
export const NO_PROOF_WAY: AdminProofWays = { code: false, passkey: false, password: false, signIn: false }

export const ADMIN_PROOF_TEXTS = {
  title: '验证身份',
  lead: '管理后台需要在登录之外再验证一次。',
  /** On the account's own pages. */
  factorsLead: '您是管理员，更改登录验证方式或合并账户前需要再验证一次，15 分钟内有效。',
  code: '验证码或恢复代码',
  submit: '验证',
  or: '或',
  passkey: '使用通行密钥验证',
  passwordLead: '这项操作需要再次输入密码，15 分钟内有效。',
  password: '当前密码',
  signInLead: '您的账户没有设置密码。请重新登录后继续，登录后 15 分钟内有效；也可以在个人资料中添加通行密钥。',
  signIn: '重新登录',
  signInMessage: '请重新登录以验证身份',
  missing: '管理后台要求管理员开启两步验证，或添加通行密钥。请先在个人资料中完成设置，再回到这里。',
  setUp: '前往设置',
  cancel: '取消',
} as const
