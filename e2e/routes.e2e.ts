// Every address of both documents, for every kind of visitor (document 1 §2; document 2 §2; C-16, C-17, C-20, C-45).
import type { Page } from '@playwright/test'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import { DEVELOPER_TEXTS } from '#rulebook/site/shell-texts.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { expect, test } from './journey-test.ts'
import { editUser, openOffice } from './office-steps.ts'
import { ADMIN_EMAIL, register, signIn } from './person.ts'
import { addressOf, expectAt, go, heading } from './place.ts'

const titled = (rows: readonly (readonly [string, ...unknown[]])[]) => rows.map(([row]) => `[${row}]`).join(' ')

const OPEN_PAGES = [
  ['ROUTE-01', '/', '让照片重新清晰'],
  ['ROUTE-03', '/auth/login', '登录'],
  ['ROUTE-04', '/auth/register', '创建账户'],
  ['ROUTE-06', '/auth/forgot-password', '忘记密码'],
  ['ROUTE-08', '/terms-of-service', '服务条款'],
  ['ROUTE-09', '/privacy-policy', '隐私政策'],
  ['ROUTE-16', '/ai', '全部 AI 工具'],
] as const

test(`[NAV-01] [NAV-07] [ROLE-01] [ROUTE-02] ${titled(OPEN_PAGES)} the open addresses show their page to everyone; the landing page has its anchors`, async ({
  page,
}) => {
  for (const [, address, title] of OPEN_PAGES) {
    await page.goto(address)
    await expect(heading(page)).toHaveText(title)
    await expectAt(page, address)
    // A production build contains no developer panel.
    await page.mouse.move(100, 200)
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(DEVELOPER_TEXTS.title)).toHaveCount(0)
    if (address !== '/') continue
    for (const anchor of ['pricing', 'features', 'faq', 'cta']) await expect(page.locator(`#${anchor}`)).toHaveCount(1)
  }
})

test('a page that its program draws has a title before the program is there', async ({ request }) => {
  for (const address of ['/auth/callback', '/profile/info', '/admin/dashboard', '/no-such-page'])
    expect(await (await request.get(address)).text(), address).toContain(`<title>${DEFAULT_PRODUCT_NAME}</title>`)
})

test('[ROUTE-05] /auth/callback is open, and shows an error with the way back to login', async ({ page }) => {
  await page.goto('/auth/callback?error=access_denied')
  await expect(page.getByRole('main').getByRole('link', { name: '返回登录' })).toHaveAttribute('href', '/auth/login')
  await expect(page.getByRole('banner')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/auth/callback')
})

test('[ROUTE-07] [AUTH-RESET-02] [AUTH-RESET-03] /auth/reset-password is open and needs the hash of the mailed link', async ({
  page,
}) => {
  await page.goto('/auth/reset-password')
  await expect(page.getByRole('alert')).toContainText('重置链接无效或已过期，请重新申请密码重置')
  await expect(page.getByLabel('新密码', { exact: true })).toHaveCount(0)
  await page.goto('/auth/reset-password#access_token=a&refresh_token=b')
  await page.reload()
  await expect(page.getByLabel('新密码', { exact: true })).toBeVisible()
})

test('[ROUTE-14] /editor leads to /ai, query and hash kept', async ({ page }) => {
  await page.goto('/editor?from=mail#top')
  await expectAt(page, '/ai?from=mail#top')
  await expect(heading(page)).toHaveText('全部 AI 工具')
})

test('[ROUTE-15] /login is the login page, query and hash kept', async ({ page }) => {
  await page.goto('/login?redirect=%2Fprofile%2Fhistory#form')
  await expectAt(page, '/auth/login?redirect=/profile/history#form')
  await expect(heading(page)).toHaveText('登录')
})

const LOGIN_PAGES = [
  ['ROUTE-11', '/profile/info', '基本信息'],
  ['ROUTE-12', '/profile/history', '历史记录'],
  ['ROUTE-13', '/profile/billing', '积分管理'],
] as const
const TOOL_REDIRECTS = [
  ['ROUTE-17', '/ai/enhance', '/ai/enhance/standard/standard-v2'],
  ['ROUTE-18', '/ai/sharpen', '/ai/sharpen/standard/standard'],
  ['ROUTE-19', '/ai/denoise', '/ai/denoise/normal'],
  ['ROUTE-20', '/ai/lighting', '/ai/lighting/adjust'],
  ['ROUTE-21', '/ai/enhance-generative', '/ai/enhance/generative/recovery-v2'],
  ['ROUTE-22', '/ai/sharpen-generative', '/ai/sharpen/generative/super-focus-v2'],
  ['ROUTE-23', '/ai/restore', '/ai/restore/dust-scratch'],
] as const
const SHORT_LINKS = [
  ['ROUTE-58', '/ai/enhance/low-resolution', '/ai/enhance/standard/low-resolution-v2'],
  ['ROUTE-59', '/ai/enhance/cgi', '/ai/enhance/standard/cgi'],
  ['ROUTE-60', '/ai/enhance/high-fidelity', '/ai/enhance/standard/high-fidelity-v2'],
  ['ROUTE-61', '/ai/enhance/text-refine', '/ai/enhance/standard/text-refine'],
  ['ROUTE-62', '/ai/denoise/standard', '/ai/denoise/normal'],
  ['ROUTE-63', '/ai/lighting/smart', '/ai/lighting/adjust'],
] as const
const ALIASES = ['soft-focus', 'very-soft-focus', 'out-of-focus'].map((name) => `/ai/sharpen/standard/${name}`)
const ADMIN_PAGES = [
  ['ROUTE-25', '/admin', '管理后台'],
  ['ROUTE-26', '/admin/users', '用户管理'],
  ['ROUTE-27', '/admin/credit-pool', '积分池'],
  ['ROUTE-28', '/admin/stats', '统计'],
  ['ROUTE-29', '/admin/settings', '系统设置'],
  ['ROUTE-30', '/admin/logs', '操作日志'],
] as const
const MODEL_PAGES = [
  ['ROUTE-31', '/ai/enhance/standard/standard-v2'],
  ['ROUTE-32', '/ai/enhance/standard/low-resolution-v2'],
  ['ROUTE-33', '/ai/enhance/standard/cgi'],
  ['ROUTE-34', '/ai/enhance/standard/high-fidelity-v2'],
  ['ROUTE-35', '/ai/enhance/standard/text-refine'],
  ['ROUTE-36', '/ai/enhance/generative/redefine'],
  ['ROUTE-37', '/ai/enhance/generative/recovery'],
  ['ROUTE-38', '/ai/enhance/generative/recovery-v2'],
  ['ROUTE-39', '/ai/sharpen/standard/standard'],
  ['ROUTE-40', '/ai/sharpen/standard/strong'],
  ['ROUTE-41', '/ai/sharpen/standard/lens-blur'],
  ['ROUTE-42', '/ai/sharpen/standard/lens-blur-v2'],
  ['ROUTE-43', '/ai/sharpen/standard/motion-blur'],
  ['ROUTE-44', '/ai/sharpen/standard/natural'],
  ['ROUTE-45', '/ai/sharpen/standard/refocus'],
  ['ROUTE-46', '/ai/sharpen/generative/super-focus'],
  ['ROUTE-47', '/ai/sharpen/generative/super-focus-v2'],
  ['ROUTE-48', '/ai/denoise/normal'],
  ['ROUTE-49', '/ai/denoise/strong'],
  ['ROUTE-50', '/ai/denoise/extreme'],
  ['ROUTE-51', '/ai/restore/dust-scratch'],
  ['ROUTE-52', '/ai/lighting/adjust'],
  ['ROUTE-53', '/ai/lighting/white-balance'],
] as const

test(`[NAV-01] [MODELPAGE-01] [ROLE-02] [ROLE-03] [ROUTE-24] [GUARD-04] [GUARD-10] ${titled(MODEL_PAGES)} signed out, every guarded address goes to login with a way back; signed in, every model shows`, async ({
  page,
  visit,
}) => {
  test.slow()
  // A page that runs its program at once: it must be alive before its address may change.
  await page.goto('/auth/login')
  await expect(page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).first()).toBeVisible()
  const guarded = [
    '/profile',
    ...LOGIN_PAGES.map(([, address]) => address),
    ...[...TOOL_REDIRECTS, ...SHORT_LINKS].map(([, from]) => from),
    ...MODEL_PAGES.map(([, address]) => address),
    ...ADMIN_PAGES.map(([, address]) => address),
    '/ai/enhance/standard/nope',
  ]
  for (const address of guarded) {
    await go(page, `${address}?a=1#b`)
    await expectAt(page, `/auth/login?redirect=${address}?a=1#b`)
  }
  const signedIn = await visit(await register())
  await signedIn.goto('/profile/info')
  await expect(signedIn.getByRole('button', { name: /用户菜单/ })).toBeVisible()
  for (const [, address] of MODEL_PAGES) {
    await go(signedIn, address)
    await expect(heading(signedIn)).toHaveText(MODELS.find(({ route }) => route === address)!.displayName)
    await expectAt(signedIn, address)
    // Generative and sharpen variants have the model page, whose uploader takes 10 MB.
    const usesModelPage = /generative|sharpen/.test(address)
    const hint = signedIn.getByRole('main').getByText(usesModelPage ? '最大 10 MB' : '最大 50 MB')
    await expect(hint.first(), address).toBeVisible()
  }
})

test.describe('signed in', () => {
  test('[NAV-01] [ROUTE-10] [ROUTE-11] [ROUTE-12] [ROUTE-13] the profile area opens', async ({ page, context }) => {
    await (await register()).enter(context)
    await page.goto('/profile?from=menu#x')
    await expectAt(page, '/profile/info?from=menu#x')
    for (const [, address, title] of LOGIN_PAGES) {
      await page.goto(address)
      await expect(heading(page)).toHaveText(title)
      await expectAt(page, address)
    }
  })

  test(`${titled([...TOOL_REDIRECTS, ...SHORT_LINKS])} tool, short and alias addresses lead to their model, query and hash kept`, async ({
    page,
    context,
  }) => {
    await (await register()).enter(context)
    await page.goto('/ai')
    await expect(page.getByRole('button', { name: /用户菜单/ })).toBeVisible()
    const aliases = ALIASES.map((from) => ['C-45', from, '/ai/sharpen/standard/refocus'] as const)
    for (const [, from, to] of [...TOOL_REDIRECTS, ...SHORT_LINKS, ...aliases]) {
      await go(page, `${from}?a=1#b`)
      await expectAt(page, `${to}?a=1#b`)
      const model = MODELS.find(({ route }) => route === to)!
      await expect(heading(page)).toHaveText(model.displayName)
    }
  })

  test('[ROUTE-54] [ROUTE-55] [ROUTE-56] [ROUTE-57] an unknown model says so, in the console too', async ({
    page,
    context,
    provoked,
  }) => {
    provoked.patterns.push(/Unknown model route/)
    await (await register()).enter(context)
    const logged = page.waitForEvent('console', (message) => /Unknown model route/.test(message.text()))
    await page.goto('/ai/enhance/standard/nope')
    expect((await logged).type()).toBe('error')
    await expect(heading(page)).toHaveText('Unknown Model')
    await expect(page.getByText('模型信息未找到')).toBeVisible()
    await expect(page.getByRole('main').getByText('1 积分', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '开始处理' })).toBeDisabled()
  })

  test(`[NAV-01] [GUARD-06] [GUARD-07] [PROFILE-19] ${titled(ADMIN_PAGES)} admin addresses are for admins only, whatever else an account is`, async ({
    visit,
  }) => {
    test.slow()
    const [free, premium, vip] = [await register(), await register(), await register()]
    const admin = await signIn(ADMIN_EMAIL)
    await openOffice(admin)
    await editUser(admin, premium, 'premium', 5)
    await editUser(admin, vip, 'vip', 5)
    for (const person of [free, premium, vip]) await expectRefusedEverywhere(await visit(person))
    const adminPage = await visit(admin)
    await adminPage.goto('/ai')
    await expect(adminPage.getByRole('button', { name: /用户菜单/ })).toBeVisible()
    for (const [, address, title] of ADMIN_PAGES) {
      await go(adminPage, address)
      await expect(heading(adminPage)).toHaveText(title)
      await expectAt(adminPage, address)
    }
  })
})

async function expectRefusedEverywhere(page: Page): Promise<void> {
  await page.goto('/ai')
  await expect(page.getByRole('button', { name: /用户菜单/ })).toBeVisible()
  for (const [, address] of ADMIN_PAGES) {
    // The page shows the text and then takes it out of the address, so the address is caught on its way.
    const refused = page.waitForEvent('framenavigated', () => addressOf(page).startsWith('/profile/info?error='))
    await go(page, address)
    await refused
    await expect(page.getByText('您没有访问管理员后台的权限').first()).toBeVisible()
    await expectAt(page, '/profile/info')
  }
}

test('an unknown address keeps the navigation and offers a way on', async ({ page, provoked }) => {
  provoked.patterns.push(/404 \(Not Found\).*no-such-page/)
  await page.goto('/no-such-page')
  await expect(heading(page)).toHaveText('没有找到这个页面')
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '返回首页' }).click()
  await expectAt(page, '/')
})
