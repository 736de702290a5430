// Login methods and the merging of accounts (document 1 §3, §4, §8; U-03, C-24, C-53).
import { PASSKEYS_AT_MOST } from './passkeys.ts'

export const LOGIN_METHOD_TYPES = ['email', 'phone', 'google', 'github', 'wechat'] as const
/** Those that belong to an account somewhere else. */
export const PROVIDER_METHOD_TYPES = ['google', 'github', 'wechat'] as const satisfies readonly LoginMethodType[]
export type LoginMethodType = (typeof LOGIN_METHOD_TYPES)[number]
export const LOGIN_METHOD_STATUSES = ['active', 'disabled'] as const
export type LoginMethodStatus = (typeof LOGIN_METHOD_STATUSES)[number]
/** Badge beside the email on /profile/info. */
export const LOGIN_METHOD_LABELS: Readonly<Record<LoginMethodType, string>> = {
  email: '邮箱',
  phone: '手机',
  google: 'Google',
  github: 'GitHub',
  wechat: '微信',
}

export const LOGIN_METHOD_ERRORS = {
  'login-method-missing': '登录方式不存在',
  'login-method-sole': '不能解绑唯一的登录方式，请先绑定其他登录方式',
  'login-method-taken': '该登录方式已被其他账户绑定',
  'merge-account-missing': '要合并的账户不存在',
  'merge-same': '这就是主账户本身，请登录要合并进来的另一个账户',
  'merge-expired': '合并请求已过期，请从主账户重新开始',
  'merge-not-allowed': '账户已被暂停或封禁，不能合并',
  'merge-admin': '管理员账户不能合并到其他账户',
  'merge-passkeys': `两个账户的通行密钥合计超过 ${PASSKEYS_AT_MOST} 个，请先在其中一个账户中移除不用的，再合并`,
  'merge-runs-open': '该账户还有进行中的处理，请等处理结束后再合并',
} as const

interface MethodState {
  readonly id: string
  readonly status: LoginMethodStatus
  readonly isPrimary: boolean
}
export type UnbindPlan =
  | { readonly error: 'login-method-missing' | 'login-method-sole' }
  /** `newPrimaryId` becomes primary because the primary one goes. */
  | { readonly disableId: string; readonly newPrimaryId: string | undefined }

/** What unbinding one method means for the others of the same user. */
export function planUnbind(methods: readonly MethodState[], id: string): UnbindPlan {
  const active = methods.filter((method) => method.status === 'active')
  const method = active.find((candidate) => candidate.id === id)
  if (!method) return { error: 'login-method-missing' }
  const other = active.find((candidate) => candidate.id !== id)
  if (!other) return { error: 'login-method-sole' }
  return { disableId: id, newPrimaryId: method.isPrimary ? other.id : undefined }
}
