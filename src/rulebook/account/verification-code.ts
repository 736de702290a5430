// Verification codes and the phone wizard (document 1 §3, §4, §5, §7–§9; C-34, C-35).
import type { Problem } from '../problem.ts'
import { DAY_MS } from '../site/calendar.ts'

export const CODE_TARGETS = ['phone', 'email'] as const
export type CodeTarget = (typeof CODE_TARGETS)[number]
export const CODE_PURPOSES = ['registration', 'login', 'bind_account', 'account_recovery'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

export const CODE_CHARACTERS = 6
export const CODE_VALIDITY_MS = 10 * 60_000
/** Codes sent to one target within the window; one more is refused. */
export const CODE_SEND_LIMITS: Readonly<Record<CodeTarget, number>> = { phone: 3, email: 5 }
export const CODE_SEND_WINDOW_MS = 5 * 60_000
export const CODE_RESEND_SECONDS = 60
export const CODE_AUTO_SUBMIT_MS = 500
/**
 * Codes within a day to one target, for one account and from one network address; ours, against bills run up by strangers. Many people
 * share the address of one mobile gateway. `known`: beyond those of its target, for each browser in which it has signed in before.
 */
export const CODE_DAILY_LIMITS = { target: 10, known: 5, account: 10, address: 300 } as const
export const CODE_DAILY_WINDOW_MS = DAY_MS
/** How long a browser is known to have asked for a code: who types it too late is told so, and cookies do not gather. */
export const CODE_ASKED_HOURS = 1
/** Rows that nobody can use any more are removed after this time, the gateway's answers a week after they came. */
export const CODE_KEPT_MS = DAY_MS
export const SMS_ANSWERS_KEPT_MS = 7 * DAY_MS
/** Wrong tries per code; the documents name the column max_attempts and no number. */
export const CODE_MAX_ATTEMPTS = 5

const DIGITS = '0123456789'
const UPPERCASE_AND_DIGITS = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${DIGITS}`
/** Characters of a code: phone 6 digits, email 6 of A–Z and 0–9 (C-34). */
export const CODE_ALPHABETS: Readonly<Record<CodeTarget, string>> = { phone: DIGITS, email: UPPERCASE_AND_DIGITS }

/** Shown on the disabled wizard (U-03). */
export const PHONE_WIZARD_DISABLED_TEXT = '手机号绑定暂未开放'

export const CODE_ERRORS = {
  'code-incomplete': '参数不完整',
  'code-too-often': '发送过于频繁，请5分钟后再试',
  'code-daily-limit': '24 小时内获取验证码的次数已达上限，请过一段时间再试',
  'code-invalid': '验证码无效或已过期',
  'code-other-browser': '请在获取验证码的浏览器中输入验证码，或在此重新获取',
  'code-attempts': '验证码尝试次数过多，请重新获取',
  'code-proof-invalid': '安全验证已失效，请重新获取验证码',
  'sms-failed': '短信发送失败，请稍后重试',
  // The vendor's own limits of a minute or an hour, and a number that gets none of its messages.
  'sms-too-often': '该号码收到的验证码过多，请一小时后再试',
  'sms-number-refused': '该号码收不到验证码短信，请检查号码或换一个号码',
  'sms-not-configured': PHONE_WIZARD_DISABLED_TEXT,
} as const
export type CodeErrorCode = keyof typeof CODE_ERRORS

/** Email codes are typed in any case. */
export const normalizeCode = (code: string, target: CodeTarget): string =>
  target === 'email' ? code.trim().toUpperCase() : code.trim()

/** Whether the text can be a code of this target at all. */
export const checkCodeFormat = (code: string, target: CodeTarget): Problem<CodeErrorCode> | undefined =>
  code.length === CODE_CHARACTERS && [...code].every((character) => CODE_ALPHABETS[target].includes(character))
    ? undefined
    : { code: 'code-invalid' }

export const PHONE_WIZARD_STEPS = ['input', 'verify', 'success'] as const
export type PhoneWizardStep = (typeof PHONE_WIZARD_STEPS)[number]
