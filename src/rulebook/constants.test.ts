// Numbers and texts of the documents that no function carries: written down once more, by hand, from the documents.
import { describe, expect, it } from 'vitest'
import { PROFILE_CHANGE_TIMEOUT_MS, PROFILE_STARTUP_TIMEOUT_MS } from './account/auth-state.ts'
import { emailText } from './account/email-texts.ts'
import { CHANGE_PASSWORD_REDIRECT_MS, REGISTER_REDIRECT_MS, RESET_REDIRECT_MS } from './account/sign-up.ts'
import {
  ADMIN_LOG_DEFAULT_DAYS,
  ADMIN_NEWEST_ROWS,
  ADMIN_PAGE_SIZE,
  ADMIN_REFRESH_MS,
  ADMIN_SEARCH_DEBOUNCE_MS,
} from './admin/admin.ts'
import { EXPORT_MAX_DAYS, EXPORT_MAX_ROWS, EXPORT_RANGES_DAYS } from './admin/exports.ts'
import { messageFromRegister } from './errors/errors.ts'
import { ENGINE_ERRORS } from './runs/engine-failures.ts'
import { MAX_ACTIVE_JOBS_PER_USER, START_GUARD_ORDER } from './runs/start-guards.ts'
import {
  BREAKPOINTS_PX,
  NAVBAR_HEIGHT_PX,
  NAVBAR_MOBILE_HEIGHT_PX,
  PARAMETER_PANEL_COLUMNS,
  TOOL_PAGE_COLUMNS,
  USER_DROPDOWN_WIDTH_PX,
} from './site/layout.ts'
import { LEGAL_LAST_UPDATED, LIABILITY_CAP_MONTHS } from './site/legal.ts'
import {
  ACCOUNT_DELETION_DAYS,
  ADMIN_CLEANUP_MONTHS,
  CLEANUP_AGE_DAYS,
  DATA_REQUEST_REPLY_DAYS,
  DELETION_GRACE_DAYS,
  FILE_RETENTION_DAYS,
  filesKeptUntil,
  HISTORY_RETENTION_YEARS,
  LOG_RETENTION_DAYS,
  OPERATOR_LOG_RETENTION_DAYS,
  PAYMENT_RETENTION_YEARS,
} from './site/retention.ts'
import { HOME_UPLOAD_REDIRECT_MS } from './site/timing.ts'

describe('documented numbers', () => {
  it('layout', () => {
    expect([NAVBAR_HEIGHT_PX, NAVBAR_MOBILE_HEIGHT_PX, USER_DROPDOWN_WIDTH_PX]).toEqual([64, 56, 240])
    expect(BREAKPOINTS_PX).toEqual([768, 1024, 1280])
    expect([PARAMETER_PANEL_COLUMNS, TOOL_PAGE_COLUMNS]).toEqual([3, 10])
  })
  it('delays of screens', () => {
    expect([REGISTER_REDIRECT_MS, RESET_REDIRECT_MS, CHANGE_PASSWORD_REDIRECT_MS]).toEqual([2000, 2000, 1000])
    expect([HOME_UPLOAD_REDIRECT_MS, PROFILE_STARTUP_TIMEOUT_MS, PROFILE_CHANGE_TIMEOUT_MS]).toEqual([500, 8000, 5000])
  })
  it('retention', () => {
    expect([FILE_RETENTION_DAYS, CLEANUP_AGE_DAYS, LOG_RETENTION_DAYS, ADMIN_CLEANUP_MONTHS]).toEqual([30, 30, 90, 3])
    expect([HISTORY_RETENTION_YEARS, PAYMENT_RETENTION_YEARS]).toEqual([2, 7])
    expect([ACCOUNT_DELETION_DAYS, DATA_REQUEST_REPLY_DAYS, LIABILITY_CAP_MONTHS]).toEqual([30, 30, 12])
    expect(LEGAL_LAST_UPDATED).toBe('2025-08-12')
  })
  it('retention that is ours: a week before an account ends, half a year of the operators’ log (decisions 0058, 0106)', () => {
    expect([DELETION_GRACE_DAYS, OPERATOR_LOG_RETENTION_DAYS]).toEqual([7, 180])
  })
  it('a picture of noon is kept until noon of the thirtieth day after it', () => {
    const until = filesKeptUntil(Date.parse('2026-01-05T12:00:00Z'))
    expect(new Date(until).toISOString()).toBe('2026-02-04T12:00:00.000Z')
  })
  it('back office', () => {
    expect([ADMIN_PAGE_SIZE, ADMIN_SEARCH_DEBOUNCE_MS, ADMIN_REFRESH_MS]).toEqual([20, 500, 300_000])
    expect([ADMIN_LOG_DEFAULT_DAYS, ADMIN_NEWEST_ROWS]).toEqual([7, 5])
  })
  it('how much at once: runs of a person, rows and days of an export (U-29; decision 0088)', () => {
    expect(MAX_ACTIVE_JOBS_PER_USER).toBe(3)
    expect([EXPORT_MAX_ROWS, EXPORT_MAX_DAYS, ...EXPORT_RANGES_DAYS]).toEqual([50_000, 366, 7, 30, 90])
  })
})

describe('texts', () => {
  it('refuses a start in one order, each with a text', () => {
    expect(START_GUARD_ORDER.slice(0, 5)).toEqual([
      'login-required',
      'maintenance',
      'emergency-stop',
      'banned',
      'suspended',
    ])
    expect(START_GUARD_ORDER.slice(-2)).toEqual(['insufficient-credits', 'consent-needed'])
    for (const code of START_GUARD_ORDER) expect(messageFromRegister({ code })).not.toBe(messageFromRegister({}))
  })
  it('has a text for every code of the engine', () => {
    expect(Object.keys(ENGINE_ERRORS)).toEqual([
      'unsupported-format',
      'corrupt',
      'too-much-metadata',
      'too-many-pixels',
      'too-small',
      'out-of-memory',
      'timeout',
      'cancelled',
      'disk-full',
      'crashed',
    ])
    expect(messageFromRegister({ code: 'unsupported-format' })).toBe('不支持的图片格式，请使用JPG或PNG格式')
    expect(messageFromRegister({ code: 'timeout' })).toBe('处理超时，请稍后重试')
    expect(messageFromRegister({ code: 'cancelled' })).toBe('已取消当前处理任务')
  })
  it('has the texts of the auth state', () => {
    const codes = ['auth-state-invalid', 'auth-system-failed', 'auth-signed-out', 'not-signed-in', 'profile-timeout']
    expect(codes.map((code) => messageFromRegister({ code }))).toEqual([
      '认证状态异常，请重新登录',
      '认证系统异常，请重新登录',
      '认证状态异常，已自动登出',
      '用户未登录',
      '用户资料获取超时',
    ])
    expect(messageFromRegister({ code: 'profile-change-timeout' })).toBe('状态变化时用户资料获取超时')
  })
  it('writes emails with their values', () => {
    const { subject, text } = emailText('code', { product: '焕影', code: 'AB12CD' })
    expect(subject).toBe('焕影：验证码 AB12CD')
    expect(text).toContain('10 分钟')
    expect(emailText('resetPassword', { product: '焕影', link: 'http://x/r#a' }).text).toContain('\nhttp://x/r#a\n')
  })
})
