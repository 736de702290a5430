// Two-factor by authenticator app (ours, the documents name none): refusals and words.

export const TWO_FACTOR_ERRORS = {
  'two-factor-needed': '请输入两步验证码',
  'two-factor-code-wrong': '验证码错误或已过期，请输入验证器应用中的最新验证码',
  'two-factor-code-used': '该验证码已使用过，请等待应用显示下一个验证码',
  'two-factor-recovery-wrong': '恢复代码错误或已被使用',
  'two-factor-expired': '本次验证已失效，请重新登录',
  'two-factor-off': '两步验证尚未开启',
  'two-factor-unreadable': '暂时无法核对两步验证码。请改用通行密钥或第三方账户登录，或联系客服。', // decision 0234
} as const

export const RECOVERY_CODE_COUNT = 10
/** How long a trusted browser may skip the code. */
export const TRUSTED_BROWSER_DAYS = 30

export const TWO_FACTOR_TEXTS = {
  title: '两步验证',
  lead: '登录时除密码外，再输入验证器应用中的验证码。',
  off: '未开启',
  on: '已开启，还剩 {count} 个恢复代码',
  turnOn: '开启',
  turnOff: '关闭两步验证',
  newCodes: '重新生成恢复代码',
  failed: '两步验证状态加载失败',
  cancel: '取消',
  password: '当前密码',
  next: '下一步',
  scan: '没有验证器应用？在应用商店搜索“身份验证器”即可安装。然后用它扫描二维码，或手动输入下面的密钥：',
  qrName: '两步验证二维码',
  secret: '密钥',
  copySecret: '复制密钥',
  secretCopied: '密钥已复制',
  openApp: '在验证器应用中打开',
  code: '6 位验证码',
  codeOrRecovery: '验证码或恢复代码',
  confirm: '确认开启',
  codesTitle: '恢复代码',
  codesHint: '手机丢失时，每个代码可代替验证码使用一次。代码只显示这一次，请妥善保存。',
  copy: '复制',
  copied: '已复制',
  copyFailed: '复制失败，请选中代码手动复制',
  download: '下载',
  fileName: 'huanying-recovery-codes.txt',
  saved: '我已保存',
  turnedOff: '两步验证已关闭',
  stepTitle: TWO_FACTOR_ERRORS['two-factor-needed'],
  stepHint: '打开验证器应用，输入当前的 6 位验证码。',
  recoveryHint: '输入一个尚未使用的恢复代码。',
  recovery: '恢复代码',
  useRecovery: '改用恢复代码',
  useApp: '改用验证器应用',
  trust: `${TRUSTED_BROWSER_DAYS} 天内在此设备上不再询问`,
  submit: '验证并登录',
  back: '返回重新登录',
} as const
