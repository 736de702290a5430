// What a person was doing when a call failed without a text of its own: `{action}失败`, `{action}超时，请稍后重试` (document 1 §7; document 2 §8).
export const ACTIONS = {
  savePreference: '保存设置',
  signIn: '登录',
  register: '注册',
  sendCode: '发送验证码',
  sendEmail: '发送邮件',
  changeLoginMethods: '更改登录方式',
  endSession: '退出设备',
  merge: '合并账户',
  confirm: '验证身份',
  acceptTerms: '确认条款',
  changeTwoFactor: '更改两步验证',
  pay: '支付',
  refund: '申请退款',
  invoice: '申请发票',
  share: '分享',
  revokeConsent: '撤回同意',
} as const
