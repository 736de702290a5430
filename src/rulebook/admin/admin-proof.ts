// The second factor of administrators (ours; decision 0048): how long it counts, and the words around it.

/** A change of roles or credits wants one of the last minutes, as a consumer's own proof does (prove-owner.ts). */
export const ADMIN_PROOF_FRESH_MS = 15 * 60_000

export const ADMIN_PROOF_TEXTS = {
  title: '验证身份',
  lead: '管理后台需要在登录之外再验证一次。',
  code: '验证码或恢复代码',
  submit: '验证',
  or: '或',
  passkey: '使用通行密钥验证',
  missing: '管理后台要求管理员开启两步验证，或添加通行密钥。请先在账户资料中完成设置，再回到这里。',
  setUp: '前往设置',
  cancel: '取消',
} as const
