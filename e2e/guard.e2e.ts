// The route guard while it waits, when it fails, and the way back after the login (document 1 §2 "Route guard"; C-38).
import { PROFILE_STARTUP_TIMEOUT_MS } from '#rulebook/account/auth-state.ts'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { expect, test } from './journey-test.ts'
import { runUntil, stopClock } from './page-clock.ts'
import { origin, PASSWORD, register } from './person.ts'
import { expectAt, heading } from './place.ts'
import { balance, FAST_TOOL, openTool } from './tool-steps.ts'

test.describe('the guard', () => {
  const SESSION_CALL = '**/api/rpc/account/session'

  test('[GUARD-03] [NAV-05] an initialisation of two seconds lets the visit go on', async ({ page, context }) => {
    await (await register()).enter(context)
    let answer = () => {}
    const isSeen = new Promise<void>((resolve) => (answer = resolve))
    await page.route(SESSION_CALL, async (route) => {
      await Promise.all([isSeen, new Promise((resolve) => setTimeout(resolve, 2000))])
      await route.continue()
    })
    await page.goto('/profile/history?a=1')
    const wait = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^加载中…$/ })
    await expect(wait).toBeVisible()
    // It replaces the whole page until the page comes.
    await expect(heading(page)).toHaveCount(0)
    answer()
    await expect(heading(page)).toHaveText('历史记录')
    await expect(wait).toHaveCount(0)
    await expectAt(page, '/profile/history?a=1')
  })

  test('[GUARD-01] [GUARD-02] an initialisation that never ends fails after five seconds with its text', async ({
    page,
    context,
  }) => {
    await (await register()).enter(context)
    await stopClock(page)
    let hang = () => {}
    let isAsked = false
    await page.route(SESSION_CALL, () => {
      isAsked = true
      return new Promise<void>((resolve) => (hang = resolve))
    })
    await page.goto('/profile/history')
    await runUntil(page, async () => isAsked)
    await page.clock.runFor(4500)
    await expectAt(page, '/profile/history')
    await page.clock.runFor(600)
    await page.clock.resume()
    await expectAt(page, '/auth/login?error=认证系统初始化失败，请刷新页面重试&redirect=/profile/history')
    await expect(page.getByRole('alert').filter({ hasText: '认证系统初始化失败，请刷新页面重试' })).toBeVisible()
    hang()
  })

  test('a tool page is not taken from somebody signed in whose account is late, nor what was done on it', async ({
    page,
    context,
  }) => {
    await (await register()).enter(context)
    const answers: (() => void)[] = []
    await page.route('**/api/rpc/account/profile/get', async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      await route.continue()
    })
    await stopClock(page)
    await openTool(page)
    await page.mouse.move(20, 300)
    await runUntil(page, async () => (await page.locator('html').getAttribute('data-program')) === 'running')
    await page.getByRole('radiogroup').getByText('手动', { exact: true }).click()
    await page.clock.runFor(PROFILE_STARTUP_TIMEOUT_MS)
    await expect(page.getByText(AUTH_ERRORS['profile-timeout'])).toBeVisible()
    await expect(page.getByRole('radio', { name: '手动' })).toBeChecked()
    for (const answer of answers) answer()
    await page.clock.resume()
    await expect(balance(page)).toHaveText(/5 积分/)
    await expect(page.getByRole('radio', { name: '手动' })).toBeChecked()
    await expectAt(page, `/ai/${FAST_TOOL}`)
  })

  test('[GUARD-05] the redirect query brings the visitor back to the wanted address', async ({ page }) => {
    const { email } = await register()
    await page.goto('/profile/history?a=1#b')
    await expectAt(page, '/auth/login?redirect=/profile/history?a=1#b')
    await page.getByLabel('邮箱').fill(email)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
    await expectAt(page, '/profile/history?a=1#b')
    expect(new URL(page.url()).origin).toBe(origin())
  })
})
