// The route guard while it waits, when it fails, and the way back after the login (document 1 §2 "Route guard"; C-38).
import { expect, test } from './journey-test.ts'
import { runUntil, stopClock } from './page-clock.ts'
import { origin, PASSWORD, register } from './person.ts'
import { expectAt, heading } from './place.ts'

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
