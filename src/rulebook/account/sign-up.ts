// Registration and sign-in screens: texts, delays, suggestions (document 1 §2, §4, §8, §9; C-21, C-22, C-25, U-44, U-57).
import { DAY_MS } from '../site/calendar.ts'
import { AUTH_ERRORS } from './auth-texts.ts'

export const REGISTER_REDIRECT_MS = 2000
export const RESET_REDIRECT_MS = 2000
export const CHANGE_PASSWORD_REDIRECT_MS = 1000

/** Length of the name that a sign-up may bring along; ours. */
export const NAME_MAX_CHARACTERS = 100

const SIGN_IN_WINDOW_MS = 15 * 60_000
/**
 * Tries of a password (ours; decision 0052): of one network, or of one browser that was here before, at one account; and of all the others
 * together, from which on each try costs work.
 */
export const SIGN_IN_LIMITS = {
  tries: { max: 10, windowMs: SIGN_IN_WINDOW_MS },
  strangersTries: { max: 30, windowMs: SIGN_IN_WINDOW_MS },
  /** Zero bits of the work's hash: 131 000 tries on average, 0.2 s on this machine, two seconds on a slow phone. */
  workBits: 17,
} as const

/** Carries the work of a browser that was asked for it, as JSON. */
export const WORK_PROOF_HEADER = 'x-work-proof'

/** Before a new account gets its free credits (ours; decision 0103); for one address and for the network around it, each a day. */
export const SIGN_UP_LIMITS = {
  perAddress: { max: 50, windowMs: DAY_MS },
  perNetwork: { max: 200, windowMs: DAY_MS },
  /** 262 000 tries on average: 0.5 s on this machine, some seconds on a slow phone, once in the life of an account. */
  workBits: 18,
} as const

/** Emails that strangers' browsers ask for at one address (ours; decision 0245): how many a day for nothing; from then on each costs work. */
export const ASKED_EMAILS = {
  free: { max: 20, windowMs: DAY_MS },
  /** As for a new account. */
  workBits: SIGN_UP_LIMITS.workBits,
} as const

/** Three readings, all used (C-22). */
export const SIGN_UP_TEXTS = {
  verificationToast: '注册成功！请检查邮箱并点击验证链接',
  verificationPage: '注册成功！请检查邮箱验证链接完成验证',
  done: '注册成功！',
} as const
export const SIGN_IN_TEXTS = {
  success: '登录成功！',
  /** After a mailed code, to an account whose owner had shown no way in (decision 0239). */
  earlierWaysRemoved:
    '为了账户安全，这个账户以前的密码和其他登录方式已移除。需要密码时，请到“个人资料”的“密码”中重新设置。',
  loading: '登录中...',
  emailVerified: '邮箱已验证，请输入密码登录', // U-03
  resetSent: '重置密码的链接已发送到你的邮箱，请查收并按照说明操作',
  passwordReset: '密码重置成功，请使用新密码登录', // the message query of login, U-09
} as const
/** The first after the dropdown's sign-out, the second after every other one; never both (C-31). */
export const SIGN_OUT_TEXTS = { dropdown: '已成功退出登录', general: '已成功登出' } as const

export const ACCOUNT_EXISTS_TITLE = AUTH_ERRORS['email-taken']
export const SUGGESTIONS = {
  google: { type: 'google', action: 'google_login', text: '使用 Google 账户登录' },
  github: { type: 'github', action: 'github_login', text: '使用 GitHub 账户登录' },
  email: { type: 'email', action: 'email_login', text: '使用邮箱和密码登录' },
  reset: { type: 'reset', action: 'reset_password', text: '重置密码' },
} as const
export type SuggestionType = keyof typeof SUGGESTIONS
export type Suggestion = (typeof SUGGESTIONS)[SuggestionType]

/** Only methods that the account has and that are configured, plus reset where it has a password (U-44). */
export const suggestionsFor = (
  accountMethods: readonly string[],
  configuredProviders: readonly string[],
): readonly Suggestion[] => [
  ...(['google', 'github'] as const)
    .filter((type) => accountMethods.includes(type) && configuredProviders.includes(type))
    .map((type) => SUGGESTIONS[type]),
  ...(accountMethods.includes('email') ? [SUGGESTIONS.email] : []),
  SUGGESTIONS.reset,
]

/** What a login screen holds (document 1 §3). */
export interface LoginState {
  readonly email: string
  readonly password: string
  readonly remember: boolean
}
