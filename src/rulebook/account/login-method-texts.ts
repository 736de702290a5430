// Words of the login methods section on /profile/info and of linking a provider (document 1 §4; U-03; wording ours).

import { PATHS } from '../site/site-map.ts'
import { LOGIN_METHOD_ERRORS } from './login-methods.ts'
import { CODE_VALIDITY_MS } from './verification-code.ts'

export const LINK_RETURN_KEY = 'linked'
/** Providers send the browser back here; a failure adds `error`, in the providers' own words. */
export const LINK_RETURN_PATHS = {
  success: `${PATHS.profileInfo}?${LINK_RETURN_KEY}=1`,
  failure: `${PATHS.profileInfo}?${LINK_RETURN_KEY}=failed`,
} as const

export const LOGIN_METHOD_TEXTS = {
  title: '登录方式',
  hint: '以下方式都可以登录这个账户。请至少保留一种。',
  loading: '正在加载登录方式',
  cancel: '取消',
  goOn: '继续',
  notLinked: '未绑定',
  /** Name of a button for screen readers. */
  named: '{action}：{method}',
  primary: '首选',
  unverified: '未验证',
  makePrimary: '设为首选',
  link: '绑定',
  unbind: '解绑',
  unbindTitle: '解绑 {method}？',
  unbindText: '解绑后不能再用“{display}”登录，其他设备会被退出登录。',
  linkTitle: '绑定 {method}',
  linkText: '接下来会打开 {method} 的登录页面，登录后自动回到这里。',
  bindEmailTitle: '绑定邮箱',
  bindEmailText: '我们会向 {email} 发送验证码。绑定后，可以用这个邮箱登录和找回密码。',
  bindCodeSent: `验证码已发送到 {email}，${CODE_VALIDITY_MS / 60_000} 分钟内有效`,
  anotherCode: '重新获取验证码',
  passwordLabel: '当前密码',
  proofHint: '这个账户没有密码，需要最近 15 分钟内登录过。如果提示需要重新登录，请退出后再登录一次。',
  unbound: '已解绑，其他设备已退出登录',
  madePrimary: '已设为首选登录方式',
  linked: '绑定成功',
  mergeOffer: '如果那个账户也是您的，可以把它合并过来。',
  failed: '登录方式加载失败',
} as const

/** Why a provider came back without being linked, by the `error` in the address. */
export function linkFailureText(error: string): string {
  return LINK_FAILURES[error] ?? '绑定未成功，请重试'
}

/** The person owns another account with this provider, so merging is offered. */
export const isLinkedElsewhere = (error: string): boolean => error === LINKED_ELSEWHERE
const LINKED_ELSEWHERE = 'account_already_linked_to_different_user'

const LINK_FAILURES: Readonly<Record<string, string>> = {
  access_denied: '绑定已取消，未做任何改动',
  [LINKED_ELSEWHERE]: LOGIN_METHOD_ERRORS['login-method-taken'],
  unable_to_link_account: '该账户的邮箱尚未验证，无法绑定',
  email_not_found: '该账户没有可用的邮箱，无法绑定',
  'session-expired': '绑定期间登录状态有变化，未能完成绑定，请重新绑定', // decision 0235
}
