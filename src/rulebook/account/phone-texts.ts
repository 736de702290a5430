// Words of the phone wizard, of the bound phone and of the sign-in by code (document 1 §2, §4; U-01, P-06, P-07; wording ours). The notice of
// the disabled wizard and the outcomes stand in verification-code.ts and phone.ts.
import { CODE_CHARACTERS, CODE_VALIDITY_MS, type PhoneWizardStep } from './verification-code.ts'

export const PHONE_TEXTS = {
  title: '手机号绑定',
  lead: '绑定手机号后，可以用短信验证码登录。',
  loading: '正在加载手机号状态',
  phone: '手机号',
  phoneHint: '仅支持中国大陆手机号（+86）',
  send: '获取验证码',
  working: '正在进行安全验证…',
  sending: '正在发送…',
  sent: `验证码已发送至 {phone}，${CODE_VALIDITY_MS / 60_000} 分钟内有效`,
  code: '验证码',
  codeHint: `${CODE_CHARACTERS} 位数字，输入完成后自动提交`,
  submit: '确认',
  resend: '重新发送',
  resendIn: '{n} 秒后可重新发送',
  back: '更换手机号',
  success: '手机号绑定成功',
  finish: '完成',
  verified: '已验证，可以用短信验证码登录',
  change: '更换',
  unbind: '解绑',
  unbindTitle: '解绑手机号？',
  unbindText: '解绑后不能再用 {phone} 登录。',
  unbindConfirm: '确认解绑',
  unbound: '手机号已解绑',
  cancel: '取消',
  passwordTab: '密码登录',
  codeTab: '验证码登录',
  tabs: '登录方式选择',
} as const

/** Above the wizard, in this order. */
export const PHONE_STEP_LABELS: Readonly<Record<PhoneWizardStep, string>> = {
  input: '手机号',
  verify: '验证码',
  success: '完成',
}
export const PHONE_STEPS_TITLE = '绑定手机号的步骤'
