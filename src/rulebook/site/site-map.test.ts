// The site map as data: access, forwarding, tool pages, guard decisions. That the browser follows it the journeys prove.
import { describe, expect, it } from 'vitest'
import { messageFromRegister } from '../errors/errors.ts'
import { MODELS } from '../tools/catalogue.ts'
import {
  GUARD_MAX_POLLS,
  GUARD_POLL_INTERVAL_MS,
  guardRedirect,
  loginAddress,
  loginErrorAddress,
  plainQueryText,
  safeRedirect,
} from './guard.ts'
import { routeOf, uploaderOf, withoutEndingSlashes } from './site-map.ts'

const visitor = { isAuthenticated: false, isAdmin: false }
const consumer = { isAuthenticated: true, isAdmin: false }
const admin = { isAuthenticated: true, isAdmin: true }

describe('site map', () => {
  it('reads a path of a million slashes once', () => {
    const slashes = '/'.repeat(1_000_000)
    expect(withoutEndingSlashes(`${slashes}a`)).toBe(`${slashes}a`)
    expect(withoutEndingSlashes(`/ai${slashes}`)).toBe('/ai')
  })

  it.each([
    ['[ROUTE-01]', '/', 'open', 'landing'],
    ['[ROUTE-03]', '/auth/login', 'open', 'login'],
    ['[ROUTE-04]', '/auth/register', 'open', 'register'],
    ['[ROUTE-05]', '/auth/callback', 'open', 'callback'],
    ['[ROUTE-06]', '/auth/forgot-password', 'open', 'forgot-password'],
    ['[ROUTE-07]', '/auth/reset-password', 'open', 'reset-password'],
    ['[ROUTE-08]', '/terms-of-service', 'open', 'terms-of-service'],
    ['[ROUTE-09]', '/privacy-policy', 'open', 'privacy-policy'],
    ['[ROUTE-11]', '/profile/info', 'login', 'profile-info'],
    ['[ROUTE-12]', '/profile/history', 'login', 'profile-history'],
    ['[ROUTE-13]', '/profile/billing', 'login', 'profile-billing'],
    ['[ROUTE-16]', '/ai', 'open', 'catalogue'],
    ['[ROUTE-25]', '/admin', 'admin', 'admin-dashboard'],
    ['[ROUTE-26]', '/admin/users', 'admin', 'admin-users'],
    ['[ROUTE-27]', '/admin/credit-pool', 'admin', 'admin-credit-pool'],
    ['[ROUTE-28]', '/admin/stats', 'admin', 'admin-stats'],
    ['[ROUTE-29]', '/admin/settings', 'admin', 'admin-settings'],
    ['[ROUTE-30]', '/admin/logs', 'admin', 'admin-logs'],
  ])('%s %s is %s and shows %s', (_row, path, access, page) => {
    expect(routeOf(path)).toEqual({ access, page })
  })

  it.each([
    ['[ROUTE-10]', '/profile', 'login', '/profile/info'],
    ['[ROUTE-14]', '/editor', 'open', '/ai'],
    ['[ROUTE-15]', '/login', 'open', '/auth/login'],
    ['[ROUTE-17]', '/ai/enhance', 'login', '/ai/enhance/standard/standard-v2'],
    ['[ROUTE-18]', '/ai/sharpen', 'login', '/ai/sharpen/standard/standard'],
    ['[ROUTE-19]', '/ai/denoise', 'login', '/ai/denoise/normal'],
    ['[ROUTE-20]', '/ai/lighting', 'login', '/ai/lighting/adjust'],
    ['[ROUTE-21]', '/ai/enhance-generative', 'login', '/ai/enhance/generative/recovery-v2'],
    ['[ROUTE-22]', '/ai/sharpen-generative', 'login', '/ai/sharpen/generative/super-focus-v2'],
    ['[ROUTE-23]', '/ai/restore', 'login', '/ai/restore/dust-scratch'],
    ['[ROUTE-58]', '/ai/enhance/low-resolution', 'login', '/ai/enhance/standard/low-resolution-v2'],
    ['[ROUTE-59]', '/ai/enhance/cgi', 'login', '/ai/enhance/standard/cgi'],
    ['[ROUTE-60]', '/ai/enhance/high-fidelity', 'login', '/ai/enhance/standard/high-fidelity-v2'],
    ['[ROUTE-61]', '/ai/enhance/text-refine', 'login', '/ai/enhance/standard/text-refine'],
    ['[ROUTE-62]', '/ai/denoise/standard', 'login', '/ai/denoise/normal'],
    ['[ROUTE-63]', '/ai/lighting/smart', 'login', '/ai/lighting/adjust'],
    ['(U-12)', '/ai/enhance/standard', 'login', '/ai/enhance/standard/standard-v2'],
    ['(U-12)', '/ai/enhance/generative', 'login', '/ai/enhance/generative/recovery-v2'],
    ['(U-12)', '/ai/sharpen/standard', 'login', '/ai/sharpen/standard/standard'],
    ['(U-12)', '/ai/sharpen/generative', 'login', '/ai/sharpen/generative/super-focus-v2'],
    ['(C-45)', '/ai/sharpen/standard/soft-focus', 'login', '/ai/sharpen/standard/refocus'],
    ['(C-45)', '/ai/sharpen/standard/very-soft-focus', 'login', '/ai/sharpen/standard/refocus'],
    ['(C-45)', '/ai/sharpen/standard/out-of-focus', 'login', '/ai/sharpen/standard/refocus'],
  ])('%s %s (%s) forwards to %s', (_row, path, access, redirectTo) => {
    expect(routeOf(path)).toEqual({ access, redirectTo })
    expect(routeOf(redirectTo).page).toBeDefined()
    expect(routeOf(redirectTo).page).not.toBe('unknown-model')
  })

  it('[ROUTE-24] sends signed-out visitors of forwarding tool routes to login', () => {
    for (const path of [
      'enhance',
      'sharpen',
      'denoise',
      'lighting',
      'enhance-generative',
      'sharpen-generative',
      'restore',
    ])
      expect(guardRedirect(routeOf(`/ai/${path}`).access, `/ai/${path}`, visitor)).toMatch(/^\/auth\/login\?redirect=/)
  })

  it('has the 23 documented tool pages behind the login', () => {
    const documented = [
      ...['standard-v2', 'low-resolution-v2', 'cgi', 'high-fidelity-v2', 'text-refine'].map(
        (m) => `enhance/standard/${m}`,
      ),
      ...['redefine', 'recovery', 'recovery-v2'].map((m) => `enhance/generative/${m}`),
      ...['standard', 'strong', 'lens-blur', 'lens-blur-v2', 'motion-blur', 'natural', 'refocus'].map(
        (m) => `sharpen/standard/${m}`,
      ),
      ...['super-focus', 'super-focus-v2'].map((m) => `sharpen/generative/${m}`),
      ...['normal', 'strong', 'extreme'].map((m) => `denoise/${m}`),
      'restore/dust-scratch',
      ...['adjust', 'white-balance'].map((m) => `lighting/${m}`),
    ]
    expect(documented).toHaveLength(23)
    for (const key of documented) {
      const route = routeOf(`/ai/${key}`)
      expect(route.access).toBe('login')
      expect(route.model?.key).toBe(key)
    }
  })

  it('[MODELPAGE-01] uses the model page for generative enhance and sharpen, with 10 MB', () => {
    for (const model of MODELS) {
      const usesModelPage = /^(enhance\/generative|sharpen)\//.test(model.key)
      expect(routeOf(model.route).page).toBe(usesModelPage ? 'model-page' : 'processing-page')
      expect(uploaderOf(model)).toBe(usesModelPage ? 'alternate' : 'main')
    }
  })

  it('tells unknown models from unknown addresses, with or without a last slash', () => {
    for (const path of [
      '/ai/enhance/standard/nope',
      '/ai/denoise/nope',
      '/ai/enhance/nope',
      '/ai/enhance/standard/cgi/x',
    ])
      expect(routeOf(path)).toEqual({ access: 'login', page: 'unknown-model' })
    for (const path of ['/nope', '/ai/nope', '/profile/nope', '/constructor', '/admin/nope'])
      expect(routeOf(path)).toEqual({ access: 'open', page: 'not-found' })
    expect(routeOf('/ai/')).toEqual(routeOf('/ai'))
    expect(routeOf('/ai/denoise/normal/').model?.key).toBe('denoise/normal')
  })
})

describe('route guard', () => {
  it('waits 50 polls of 100 ms', () => expect([GUARD_MAX_POLLS, GUARD_POLL_INTERVAL_MS]).toEqual([50, 100]))
  it('[GUARD-04] sends the signed-out to login with the wanted route', () => {
    expect(guardRedirect('login', '/profile/history?page=2', visitor)).toBe(
      '/auth/login?redirect=%2Fprofile%2Fhistory%3Fpage%3D2',
    )
  })
  it('[GUARD-06] [GUARD-07] sends non-admins to /profile/info with the text', () => {
    const address = new URL(guardRedirect('admin', '/admin/users', consumer)!, 'http://x')
    expect(address.pathname).toBe('/profile/info')
    expect(address.searchParams.get('error')).toBe('您没有访问管理员后台的权限')
  })
  it('[GUARD-09] has the text of a failed check', () => {
    const address = new URL(loginErrorAddress(messageFromRegister({ code: 'guard-check-failed' })), 'http://x')
    expect([address.pathname, address.searchParams.get('error')]).toEqual(['/auth/login', '认证检查失败，请重新登录'])
  })
  it('[GUARD-10] sends signed-out visitors of admin routes to login', () => {
    expect(guardRedirect('admin', '/admin', visitor)).toBe('/auth/login?redirect=%2Fadmin')
  })
  it('lets through who may pass', () => {
    expect(guardRedirect('open', '/ai', visitor)).toBeUndefined()
    expect(guardRedirect('login', '/profile/info', consumer)).toBeUndefined()
    expect(guardRedirect('admin', '/admin', admin)).toBeUndefined()
  })
  it('has the text of the timeout', () =>
    expect(messageFromRegister({ code: 'guard-timeout' })).toBe('认证系统初始化失败，请刷新页面重试'))
  it('follows a redirect value only within the own origin', () => {
    expect(safeRedirect('/ai/denoise/normal?x=1#y')).toBe('/ai/denoise/normal?x=1#y')
    const foreign = [
      '//evil.com',
      '/\\evil.com',
      '\\\\evil.com',
      'https://evil.com',
      'javascript:alert(1)',
      '/\t/evil.com',
    ]
    for (const value of [...foreign, '/\n//evil.com', 'evil', '', null, undefined])
      expect(safeRedirect(value)).toBe('/')
    expect(loginAddress('//evil.com')).toBe('/auth/login?redirect=%2F')
  })
  it('cuts texts of a query at 200 characters', () => {
    expect(plainQueryText('错'.repeat(300))).toHaveLength(200)
    expect(plainQueryText(null)).toBe('')
  })
})
