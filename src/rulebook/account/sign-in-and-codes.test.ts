// Ways into an account: phone and codes, login methods, the state of a session, the callback of a link.
import { describe, expect, it } from 'vitest'
import { messageFromRegister } from '../errors/errors.ts'
import { isAuthenticated, isAuthFailure, userTypeOf } from './auth-state.ts'
import { CALLBACK_DELAYS_MS, CALLBACK_SESSION_WAIT_MS, emailVerificationProblem } from './callback.ts'
import { planUnbind } from './login-methods.ts'
import { checkPhone, formatPhone, phoneDigits } from './phone.ts'
import { suggestionsFor } from './sign-up.ts'
import {
  CODE_ALPHABETS,
  CODE_AUTO_SUBMIT_MS,
  CODE_CHARACTERS,
  CODE_RESEND_SECONDS,
  CODE_SEND_LIMITS,
  CODE_SEND_WINDOW_MS,
  CODE_VALIDITY_MS,
  checkCodeFormat,
  normalizeCode,
  PHONE_WIZARD_STEPS,
} from './verification-code.ts'

const textOf = (problem: object | undefined) => problem && messageFromRegister(problem)

describe('phone and codes', () => {
  it('[VALID-PHONE-01] takes mainland numbers only', () => {
    for (const second of '3456789') expect(checkPhone(`1${second}800000000`)).toBeUndefined()
    for (const phone of [
      '10800000000',
      '11800000000',
      '12800000000',
      '23800000000',
      '1380000000',
      '138000000000',
      '+8613800000000',
      '1380000000a',
      ' 13800000000',
      '１３８００００００００',
      '',
    ])
      expect(textOf(checkPhone(phone))).toBe('请输入正确的中国大陆手机号')
  })
  it('takes digits only', () => expect(phoneDigits('138 0000-0000x99')).toBe('13800000000'))
  it('[VALID-PHONE-04] formats three regions', () => {
    expect(formatPhone('13800000000')).toBe('+86 138 0000 0000')
    expect(formatPhone('2015550123', '+1')).toBe('+1 (201) 555-0123')
    expect(formatPhone('7400123456', '+44')).toBe('+44 7400 123456')
    expect(formatPhone('123', '+49')).toBe('+49 123')
  })
  it('[VALID-PHONE-05] takes 6 digits in the phone flow', () => {
    expect(checkCodeFormat('012345', 'phone')).toBeUndefined()
    for (const code of ['12345', '1234567', '12345a', '']) expect(checkCodeFormat(code, 'phone')).toBeDefined()
  })
  it('takes 6 of A–Z and 0–9 in the email flow (C-34)', () => {
    expect(checkCodeFormat(normalizeCode(' ab12Z9 ', 'email'), 'email')).toBeUndefined()
    expect(checkCodeFormat('ab12Z9', 'email')).toBeDefined()
    expect([CODE_CHARACTERS, CODE_ALPHABETS.phone.length, CODE_ALPHABETS.email.length]).toEqual([6, 10, 36])
  })
  it('has the documented limits and times', () => {
    expect(CODE_VALIDITY_MS).toBe(600_000)
    expect(CODE_SEND_LIMITS).toEqual({ phone: 3, email: 5 })
    expect(CODE_SEND_WINDOW_MS).toBe(300_000)
    expect([CODE_RESEND_SECONDS, CODE_AUTO_SUBMIT_MS]).toEqual([60, 500])
    expect(PHONE_WIZARD_STEPS).toEqual(['input', 'verify', 'success'])
  })
  it('has the texts of the code service', () => {
    const codes = ['code-incomplete', 'code-too-often', 'code-invalid', 'code-attempts', 'sms-failed']
    expect(codes.map((code) => messageFromRegister({ code }))).toEqual([
      '参数不完整',
      '发送过于频繁，请5分钟后再试',
      '验证码无效或已过期',
      '验证码尝试次数过多，请重新获取',
      '短信发送失败，请稍后重试',
    ])
  })
})

describe('login methods', () => {
  const method = (id: string, isPrimary = false, status: 'active' | 'disabled' = 'active') => ({
    id,
    isPrimary,
    status,
  })

  it('hands the primary mark to another active method', () => {
    expect(planUnbind([method('a', true), method('b')], 'a')).toEqual({ disableId: 'a', newPrimaryId: 'b' })
    expect(planUnbind([method('a', true), method('b')], 'b')).toEqual({ disableId: 'b', newPrimaryId: undefined })
  })
  it('keeps the sole active one, and knows no disabled one', () => {
    const methods = [method('a', true), method('b', false, 'disabled')]
    expect(messageFromRegister({ code: (planUnbind(methods, 'a') as { error: string }).error })).toBe(
      '不能解绑唯一的登录方式，请先绑定其他登录方式',
    )
    expect(messageFromRegister({ code: (planUnbind(methods, 'b') as { error: string }).error })).toBe('登录方式不存在')
  })
  it('suggests only what the account has and the operator offers (U-44)', () => {
    const actions = (methods: string[], configured: string[]) =>
      suggestionsFor(methods, configured).map(({ type, action }) => `${type}:${action}`)
    expect(actions(['email', 'google', 'github'], ['google'])).toEqual([
      'google:google_login',
      'email:email_login',
      'reset:reset_password',
    ])
    expect(actions(['email', 'github'], ['google', 'github'])).toEqual([
      'github:github_login',
      'email:email_login',
      'reset:reset_password',
    ])
  })
})

describe('auth state and callback', () => {
  const user = {
    id: 'u',
    email: null,
    email_confirmed_at: null,
    phone: null,
    user_metadata: {},
    app_metadata: {},
  }
  it('[AUTHSTATE-16] is authenticated only when initialised with user and profile', () => {
    const profile = {} as never
    expect(isAuthenticated({ initialized: true, user, profile })).toBe(true)
    expect(isAuthenticated({ initialized: false, user, profile })).toBe(false)
    expect(isAuthenticated({ initialized: true, user, profile: undefined })).toBe(false)
    expect(isAuthenticated({ initialized: true, user: undefined, profile })).toBe(false)
  })
  it('[AUTHSTATE-17] is of type free without a profile', () => {
    expect(userTypeOf(undefined)).toBe('free')
    expect(userTypeOf({ user_type: 'vip' })).toBe('vip')
  })
  it('knows the errors that sign a user out', () => {
    expect(['permission denied', 'JWT expired', 'bad token', 'boom'].map(isAuthFailure)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
  it('has one text per case of the return (U-59)', () => {
    expect(emailVerificationProblem(null, 'a@b.com')).toBe('验证状态未知')
    expect(emailVerificationProblem('false', 'a@b.com')).toBe('验证失败')
    expect(emailVerificationProblem('true', null)).toBe('缺少邮箱参数')
    expect(emailVerificationProblem('true', 'a@b.com')).toBeUndefined()
    expect(CALLBACK_DELAYS_MS).toEqual({
      emailVerified: 3000,
      emailChanged: 2000,
      emailChangeFailed: 3000,
      providerSignedIn: 1500,
    })
    expect(CALLBACK_SESSION_WAIT_MS).toBe(5000)
  })
})
