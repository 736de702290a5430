// Email addresses (document 1 §5, §9; order of the checks: C-51; domains: U-02).
import type { Problem } from '../problem.ts'
import { isPlaceholderAddress } from './placeholder-address.ts'

export const EMAIL_MAX_CHARACTERS = 254
export const EMAIL_LOCAL_MAX_CHARACTERS = 64

export const EMAIL_ERRORS = {
  'email-shape': '请输入有效的邮箱地址',
  'email-too-long': '邮箱地址过长',
  'email-local-too-long': '邮箱用户名部分过长',
  'email-double-dot': '邮箱格式不正确',
  'email-unchanged': '新邮箱不能与当前邮箱相同',
} as const
export type EmailErrorCode = keyof typeof EMAIL_ERRORS

export const EMAIL_VALID_TEXTS = {
  knownDomain: '✓ 邮箱格式正确',
  otherDomain: '✓ 邮箱格式正确（请确认域名拼写）',
} as const

/** 15 common domains, compared without case. */
export const KNOWN_EMAIL_DOMAINS = [
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'yahoo.com',
  'icloud.com',
  'qq.com',
  'foxmail.com',
  '163.com',
  '126.com',
  'yeah.net',
  'sina.com',
  'sohu.com',
  '139.com',
] as const

/**
 * What the account library keeps (zod's own expression): an address that it refuses, `name@163.com。` say, must not be called right before.
 */
export const KEPT_EMAIL_SHAPE =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Addresses are stored and compared like this. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** The first problem of an address, also of an empty one; undefined when it is valid. */
export function checkEmail(email: string): Problem<EmailErrorCode> | undefined {
  const [local = '', domain = '', ...more] = email.split('@')
  const [domainStart, ...domainRest] = domain.split('.')
  const hasShape = local && domainStart !== undefined && domainRest.length > 0 && domain.at(-1) !== '.'
  if (isPlaceholderAddress(email)) return { code: 'email-shape' }
  if (!hasShape || domain.startsWith('.') || more.length > 0 || /\s/.test(email)) return { code: 'email-shape' }
  if (email.length > EMAIL_MAX_CHARACTERS) return { code: 'email-too-long' }
  if (local.length > EMAIL_LOCAL_MAX_CHARACTERS) return { code: 'email-local-too-long' }
  if (email.includes('..')) return { code: 'email-double-dot' }
  return KEPT_EMAIL_SHAPE.test(email) ? undefined : { code: 'email-shape' }
}

/** Change of email: a valid address other than the current one, whatever the letter case. */
export const checkNewEmail = (email: string, currentEmail: string): Problem<EmailErrorCode> | undefined =>
  checkEmail(email) ??
  (normalizeEmail(email) === normalizeEmail(currentEmail) ? { code: 'email-unchanged' } : undefined)

export interface EmailFeedback {
  readonly isValid: boolean
  readonly text: string
}

/** What the form says while a person types; nothing for an empty field. */
export function emailFeedback(email: string): EmailFeedback | undefined {
  if (email === '') return undefined
  const problem = checkEmail(email)
  if (problem) return { isValid: false, text: EMAIL_ERRORS[problem.code] }
  const domain = email.slice(email.indexOf('@') + 1).toLowerCase()
  const isKnown = (KNOWN_EMAIL_DOMAINS as readonly string[]).includes(domain)
  return { isValid: true, text: isKnown ? EMAIL_VALID_TEXTS.knownDomain : EMAIL_VALID_TEXTS.otherDomain }
}

/** Change of email, from the backend's message (document 1 §8). */
export const EMAIL_CHANGE_ERRORS = {
  'email-change-rate-limit': '邮箱修改过于频繁，请稍后再试。为了账户安全，请在 1 小时后重新尝试。',
  'email-change-invalid': '邮箱地址格式不正确，请检查后重新输入',
  'email-change-taken': '该邮箱地址已被其他账户使用，请使用其他邮箱',
  'email-change-network': '网络连接异常，请检查网络后重试',
  'email-change-unauthorized': '权限不足，请重新登录后再试',
  'email-change-failed': '邮箱修改失败，请重试',
} as const
export type EmailChangeErrorCode = keyof typeof EMAIL_CHANGE_ERRORS

const EMAIL_CHANGE_SIGNS: readonly (readonly [RegExp, EmailChangeErrorCode])[] = [
  [/rate limit|too many/i, 'email-change-rate-limit'],
  [/invalid.*e-?mail|e-?mail.*invalid/i, 'email-change-invalid'],
  [/already|registered|exists|taken/i, 'email-change-taken'],
  [/network|fetch/i, 'email-change-network'],
  [/unauthori[sz]ed|jwt|not authenticated/i, 'email-change-unauthorized'],
]
export const emailChangeErrorOf = (message: string): EmailChangeErrorCode =>
  EMAIL_CHANGE_SIGNS.find(([sign]) => sign.test(message))?.[1] ?? 'email-change-failed'
