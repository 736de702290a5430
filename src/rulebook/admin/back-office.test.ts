// Back office: settings, checks, pool, page numbers.
import { describe, expect, it } from 'vitest'
import { ADMIN_ACTIONS, checkUserEdit, shownPages } from './admin.ts'
import { checkPoolUpdate, costPerCreditText, DEFAULT_COST_PER_CREDIT_USD, poolWarnings, serviceWeight } from './pool.ts'
import { checkSettings, parseSettings, SETTING_KEYS, storedSettings, toggleVerb } from './system-settings.ts'

describe('system settings', () => {
  it('[DATA-PROC-14] have five keys', () =>
    expect(SETTING_KEYS).toEqual([
      'emergency_stop',
      'maintenance_mode',
      'api_rate_limit',
      'max_daily_credits_per_user',
      'system_announcement',
    ]))
  it('[ADM-SET-10] [ADM-SET-11] have ranges', () => {
    const check = (apiRateLimit: number, maxDailyCreditsPerUser: number) =>
      checkSettings({ apiRateLimit, maxDailyCreditsPerUser })?.code
    expect([check(1, 1), check(1000, 10_000)]).toEqual([undefined, undefined])
    expect([check(0, 1), check(1001, 1), check(1.5, 1), check(Number.NaN, 1)]).toEqual(
      Array(4).fill('setting-rate-limit'),
    )
    expect([check(1, 0), check(1, 10_001)]).toEqual(Array(2).fill('setting-daily-credits'))
    expect(parseSettings({})).toMatchObject({ apiRateLimit: 100, maxDailyCreditsPerUser: 1000 })
  })
  it('[ADM-SET-12] take any text as announcement, up to a length that fits a banner', () => {
    const check = (systemAnnouncement: string) => checkSettings({ systemAnnouncement })?.code
    expect([check(''), check('<b>今晚</b> 22:00\n维护'), check('字'.repeat(500))]).toEqual(Array(3).fill(undefined))
    expect(check('字'.repeat(501))).toBe('setting-announcement')
  })
  it('check and store only what is given', () => {
    expect([checkSettings({}), storedSettings({})]).toEqual([undefined, {}])
    expect(storedSettings({ emergencyStop: true, apiRateLimit: undefined })).toEqual({ emergency_stop: 'true' })
  })
  it('[ADM-SET-13] fall back to their defaults when stored values are no numbers', () => {
    const settings = parseSettings({ api_rate_limit: 'abc', max_daily_credits_per_user: ' ' })
    expect(settings).toMatchObject({ apiRateLimit: 100, maxDailyCreditsPerUser: 1000 })
  })
  it('[ADM-SET-07] store the switches as text true or false', () => {
    const on = parseSettings({ emergency_stop: 'true', maintenance_mode: 'yes', api_rate_limit: '7' })
    expect(on).toMatchObject({ emergencyStop: true, maintenanceMode: false, apiRateLimit: 7 })
    expect(storedSettings(on)).toEqual({
      emergency_stop: 'true',
      maintenance_mode: 'false',
      api_rate_limit: '7',
      max_daily_credits_per_user: '1000',
      system_announcement: '',
    })
    expect([toggleVerb(true), toggleVerb(false)]).toEqual(['启用', '禁用'])
  })
})

describe('users and log', () => {
  it('[ADM-USERS-17] needs a reason that is not blank', () => {
    expect(checkUserEdit({ reason: '   ', creditsRemaining: 5 })?.code).toBe('edit-reason-missing')
    expect(checkUserEdit({ reason: '补偿', creditsRemaining: 5 })).toBeUndefined()
  })
  it('[ADM-USERS-18] needs a number of at least 0', () => {
    expect(checkUserEdit({ reason: 'x', creditsRemaining: 0 })).toBeUndefined()
    for (const creditsRemaining of [-1, 'abc', '5', Number.NaN, undefined])
      expect(checkUserEdit({ reason: 'x', creditsRemaining })?.code).toBe('edit-credits-invalid')
  })
  it('[ADM-USERS-11] shows up to 5 page numbers around the current one', () => {
    expect(shownPages(1, 3)).toEqual([1, 2, 3])
    expect(shownPages(1, 9)).toEqual([1, 2, 3, 4, 5])
    expect(shownPages(5, 9)).toEqual([3, 4, 5, 6, 7])
    expect(shownPages(9, 9)).toEqual([5, 6, 7, 8, 9])
    expect(shownPages(1, 0)).toEqual([])
  })
  it("[ROLE-12] names the documents' five actions, and those that are real here besides (P-15, decision 0086)", () =>
    expect(ADMIN_ACTIONS).toEqual([
      'update_user',
      'reset_password',
      'update_credit_pool',
      'update_config',
      'cleanup_old_data',
      'optimise_database',
      'give_back',
      'sign_out_user',
      'run_again',
      'grant_refund',
      'refuse_refund',
      'settle_payment',
      'issue_invoice',
      'refuse_invoice',
      'red_invoice',
      'make_coupons',
      'read_coupon_codes',
      'stop_coupons',
      'change_pack',
      'export_data',
      'set_admin_role',
      'make_admin',
      'revoke_admin',
      'admin_sign_in',
    ]))
})

describe('credit pool', () => {
  const colours = (remaining: number, today: number) => poolWarnings(remaining, today).map((warning) => warning.colour)

  it('[ADM-POOL-17] warns red below 10000', () => {
    expect(colours(9999, 0)).toEqual(['red'])
    expect(colours(10_000, 0)).toEqual(['green'])
  })
  it('[ADM-POOL-18] warns yellow above 500', () => {
    expect(colours(20_000, 501)).toEqual(['yellow'])
    expect(colours(20_000, 500)).toEqual(['green'])
  })
  it('[ADM-POOL-19] is green only when neither holds; both show red first', () =>
    expect(colours(1, 501)).toEqual(['red', 'yellow']))
  it('[ADM-POOL-20] weighs the services', () =>
    expect(['topaz', 'upscaler', 'colorization', 'local', 'constructor'].map(serviceWeight)).toEqual([2, 1, 2, 1, 1]))
  it('[ADM-POOL-16] shows the default cost with four decimals', () =>
    expect(costPerCreditText(DEFAULT_COST_PER_CREDIT_USD)).toBe('0.0500'))
  it('[ADM-POOL-11] [ADM-POOL-12] [ADM-POOL-13] checks the update', () => {
    const check = (totalPurchased: number, costPerCredit: number, notes: string) =>
      checkPoolUpdate({ totalPurchased, costPerCredit, notes })?.code
    expect(check(1, 0.0001, 'x')).toBeUndefined()
    expect([check(0, 1, 'x'), check(1, 0, 'x'), check(1, 1, '  '), check(Number.NaN, 1, 'x')]).toEqual(
      Array(4).fill('pool-input-invalid'),
    )
  })
})
