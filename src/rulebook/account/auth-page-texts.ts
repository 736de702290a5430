// Words of the auth pages and of /profile/info that no document quotes (document 1 §2 "/auth/…", "/profile area"; C-23, C-33,
// U-15). Quoted ones stand in auth-texts.ts, sign-up.ts, callback.ts, email.ts, password.ts and profile.ts.

export const AUTH_FORM_TEXTS = {
  email: '邮箱',
  emailExample: 'you@example.com',
  password: '密码',
  confirmation: '确认密码',
  newPassword: '新密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  or: '或使用邮箱',
  orWithPhone: '或使用邮箱、手机号',
  google: '使用 Google 账户登录',
  github: '使用 GitHub 账户登录',
  wechatScan: '微信扫码登录',
  wechatInside: '微信登录',
  /** Behind the name of a provider that is not configured. */
  notOffered: '（暂未开放）',
  googleSignUp: '使用 Google 账户注册',
  githubSignUp: '使用 GitHub 账户注册',
  wechatScanSignUp: '微信扫码注册',
  wechatInsideSignUp: '微信注册',
} as const

export const LOGIN_PAGE_TEXTS = {
  title: '登录',
  lead: '登录后即可使用全部 AI 工具，查看您的历史记录。',
  remember: '记住我',
  forgot: '忘记密码？',
  mailTab: '邮件验证码',
  submit: '登录',
  noAccount: '还没有账户？',
  toRegister: '免费注册',
  resend: '重新发送验证邮件',
  resent: '验证邮件已重新发送，请查收',
} as const

/** After a registration whose address has to be proven; beside the documents' texts, which leave after seconds. */
export const VERIFICATION_SENT_TEXTS = {
  sent: '验证邮件已发送到 {email}，点击其中的链接后即可登录。',
  notCome: '没收到？',
  resend: '重新发送',
  otherAddress: '更换邮箱',
} as const

/** Beside the documents' text of a check that failed: no sign-in is lost by it. */
export const SERVICE_TROUBLE_TEXTS = {
  stillSignedIn: '可能是服务暂时中断，您的登录并未失效，恢复后会自动返回。',
  /** This browser does not know of a sign-in. */
  maybe: '可能是服务暂时中断。如果您已登录，恢复后会自动返回。',
} as const

export const REGISTER_PAGE_TEXTS = {
  title: '创建账户',
  /** Free credits of a new account (document 1 §1, §9). */
  lead: '新用户注册即送 {n} 个免费积分，积分永不过期。',
  strength: '密码强度',
  submit: '注册',
  submitting: '注册中…',
  hasAccount: '已有账户？',
  toLogin: '直接登录',
  existsBody: '这个邮箱已经注册过，您可以：',
  leaving: '正在为您跳转…',
} as const

export const FORGOT_PAGE_TEXTS = {
  title: '忘记密码',
  lead: '输入注册时使用的邮箱，我们会发送一封带有重置链接的邮件。',
  submit: '发送重置链接',
  submitting: '发送中…',
  back: '返回登录',
  /** Alike whether the address has an account or not. */
  notCome: '没有收到？请检查垃圾邮件，或确认邮箱是否已注册。',
  noMail: '暂不支持邮件找回，请联系客服', // C-33
} as const

export const RESET_PAGE_TEXTS = {
  title: '设置新密码',
  submit: '保存新密码',
  submitting: '保存中…',
  again: '重新申请',
} as const

export const CALLBACK_PAGE_TEXTS = {
  working: '正在完成登录，请稍候…',
  failedTitle: '未能完成登录或验证',
  back: '返回登录',
  /** A provider's address that belongs to an account which has not tied this provider (decision 0050). */
  notLinked: '该邮箱已有账户。请先用原来的方式登录（或重置密码），再到“个人资料”的“登录方式”中绑定。',
  /** The provider has not confirmed the address. */
  addressUnproven: '这个第三方账户的邮箱还没有验证，请先到该平台验证，或改用邮箱注册',
  /** The provider knows the person, but gives us no address (wording ours). */
  noAddress: '这个第三方账户没有提供邮箱，无法登录，请换一种登录方式',
  linkExpired: '链接已过期，请重新登录以获取新的验证邮件',
  /** Links of a change of address (wording ours). */
  changeLinkExpired: '链接已过期，请到“个人资料”重新更换邮箱',
  changeLinkUsed: '这个链接已经用过。如果邮箱已经更换，请用新邮箱登录。',
  /** Most open it in the mailbox's own app, where nobody is signed in (decision 0235). */
  changeLinkSignIn: '请先在当前浏览器登录要更换邮箱的账户，然后再次打开邮件中的链接',
  changeLinkOfOther: '这个链接属于另一个账户，请先退出当前账户，再打开邮件中的链接',
  /** Trouble of the service's own (wording ours). */
  linkTrouble: '服务暂时出现问题，请一分钟后再次打开邮件中的链接',
  returnTrouble: '服务暂时出现问题，请一分钟后重新登录',
  consentTitle: '还差一步',
  consented: '已确认。验证邮件已发送到新邮箱，点击其中的链接后邮箱才会更换。',
} as const

export const PROFILE_INFO_TEXTS = {
  basics: '基本信息',
  username: '用户名',
  usernameMissing: '尚未设置',
  email: '邮箱',
  type: '账户类型',
  credits: '剩余积分',
  edit: '修改',
  save: '保存',
  cancel: '取消',
} as const
