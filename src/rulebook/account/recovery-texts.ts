// Words of the account recovery by a mailed code (document 1 §3 account_recovery, §9; C-34; wording ours).
import { CODE_CHARACTERS, CODE_VALIDITY_MS } from './verification-code.ts'

export const RECOVERY_TEXTS = {
  useCode: '在其他设备上收邮件？改用验证码',
  useLink: '改用重置链接',
  send: '发送验证码',
  /** Said alike whether the address has an account or not. */
  sent: `如果该邮箱已注册，验证码已经发出，${CODE_VALIDITY_MS / 60_000} 分钟内有效`,
  code: '邮件中的验证码',
  codeHint: `${CODE_CHARACTERS} 位大写字母或数字`,
  submit: '继续设置新密码',
} as const
