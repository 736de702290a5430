// Words of the security section and its forms (document 1 §2 "/profile/info", §5; C-33). Quoted ones stand in profile.ts and password.ts.

export const SECURITY_TEXTS = {
  title: '账户安全',
  password: '密码',
  passwordHint: '请使用与其他网站不同的密码',
  changePassword: '修改密码',
  noPasswordHint: '您的账户还没有密码。设置后也可以用邮箱和密码登录。',
  setPassword: '发送设置链接',
  current: '当前密码',
  next: '新密码',
  confirmation: '确认新密码',
  save: '确认修改',
  cancel: '取消',
  otherDevices: '修改后所有设备都需要重新登录。',
  email: '邮箱',
  changeEmail: '修改邮箱',
  newEmail: '新邮箱',
  sendEmails: '发送确认邮件',
  emailSteps: '先在当前邮箱中确认，再到新邮箱中点击验证链接，两步完成后邮箱才会更换。',
  addEmail: '添加邮箱',
  addEmailHint: '用于接收通知和付款凭证；验证后还可以设置密码，用邮箱登录。',
  addEmailLead: '我们会向这个邮箱发送验证链接，点击后完成添加。',
  proofSent: '验证邮件已发送到 {email}，请点击其中的链接完成添加',
  consentSent: '确认邮件已发送到当前邮箱 {email}，请先点击其中的链接',
} as const

export const AVATAR_TEXTS = {
  title: '头像',
  choose: '更换头像',
  remove: '移除头像',
  hint: 'JPG、PNG、WebP，不超过 1 MB，边长 50–2048 像素',
  dialogTitle: '更换头像',
  select: '选择图片',
  save: '保存头像',
  preview: '头像预览',
  removed: '头像已移除',
} as const
