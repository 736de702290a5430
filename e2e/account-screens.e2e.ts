// The account's screens that no other journey visits: user name, history narrowed and cleaned up, contents of the legal pages, the
// return point's cases (document 1 §2, §5, §9; C-14, C-26).
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { expectLeaves, runUntil, stopClock } from './page-clock.ts'
import { origin, register } from './person.ts'
import { picture } from './picture.ts'
import { uploadOver } from './tool-steps.ts'

const main = (page: Page) => page.getByRole('main')

test('[PROFILE-05] the user name is changed: a reserved one and that of another person are refused, a good one is everywhere at once', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 409.*profile\/update/)
  await (await register()).api.account.profile.update({ username: 'Gull_海鸥' })
  await (await register()).enter(context)
  await page.goto('/profile/info')
  await main(page).getByRole('button', { name: '修改', exact: true }).click()
  const field = main(page).getByLabel('用户名')
  const save = main(page).getByRole('button', { name: '保存', exact: true })
  await field.fill('Admin')
  await save.click()
  await expect(main(page).getByText('该用户名为保留关键词，请选择其他用户名')).toBeVisible()
  await expectAccessible(page, 'reserved user name')
  await field.fill('gULL_海鸥')
  await save.click()
  await expect(page.getByText('已有相同的内容，请更换后重试')).toBeVisible()
  await field.fill('小明_1')
  await field.press('Enter')
  await expect(page.getByText('用户名更新成功')).toBeVisible()
  await expect(page.locator('aside').getByText('小明_1')).toBeVisible()
  await expect(page.getByRole('banner').getByText('小明_1').first()).toBeAttached()
})

test('the history is narrowed by name and state, emptied by a filter, and says that nothing is old enough to clean up', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  for (const name of ['全家福.jpg', '风景.jpg']) await uploadOver(person, await picture({ name }), origin())
  await page.goto('/profile/history')
  await expect(main(page).getByText('全家福.jpg')).toBeVisible()
  const filters = page.getByRole('region', { name: '筛选' })
  await filters.getByRole('searchbox').fill('风景')
  await expect(main(page).getByText('全家福.jpg')).toHaveCount(0)
  await expect(main(page).getByText('风景.jpg')).toBeVisible()
  await filters.getByLabel('状态').selectOption({ label: '已完成' })
  await expect(main(page).getByText('风景.jpg')).toHaveCount(0)
  await expectAccessible(page, 'filter without a match')
  await page.getByRole('button', { name: '清除筛选' }).first().click()
  await expect(main(page).getByText('全家福.jpg')).toBeVisible()

  await filters.getByRole('button', { name: '清理旧记录' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '清理 30 天前的记录' })
  await expect(dialog.getByText('没有 30 天前的记录，无需清理。')).toBeVisible()
  await expectAccessible(page, 'nothing to clean up')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('[LEGAL-03] [LEGAL-04] [LEGAL-05] the contents of each legal page lead to its sections, and the pages to each other', async ({
  page,
}) => {
  for (const [address, other] of [
    ['/privacy-policy', '/terms-of-service'],
    ['/terms-of-service', '/privacy-policy'],
  ] as const) {
    await page.goto(address)
    const links = page.getByRole('navigation', { name: '本页目录' }).getByRole('link')
    for (const link of await links.all())
      await expect(page.locator((await link.getAttribute('href'))!), `${address}`).toHaveCount(1)
    const last = links.last()
    const title = (await last.textContent())!
    await last.press('Enter')
    await expect(main(page).getByRole('heading', { level: 2, name: title })).toBeInViewport()
    await main(page).locator(`a[href="${other}"]`).last().click()
    await expect(page).toHaveURL(new RegExp(`${other}$`))
  }
})

test('[CALLBACK-01] [CALLBACK-05] [CALLBACK-06] [CALLBACK-11] [CALLBACK-14] [CALLBACK-15] [CALLBACK-16] the return point tells its cases apart', async ({
  page,
}) => {
  for (const [query, text] of [
    ['type=email_verification', '验证状态未知'],
    ['type=email_verification&verified=false&email=a%40b.com', '验证失败'],
    ['type=email_verification&verified=true', '缺少邮箱参数'],
    ['type=password_reset', '缺少邮箱参数'],
    ['error=%E5%8F%96%E6%B6%88%E4%BA%86%E6%8E%88%E6%9D%83', '取消了授权'],
  ] as const) {
    await page.goto(`/auth/callback?${query}`)
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(main(page).getByRole('link', { name: '返回登录' })).toHaveAttribute('href', '/auth/login')
  }
  await expectAccessible(page, 'callback error')
  await page.goto('/auth/callback?type=password_reset&email=a%40b.com#access_token=x&refresh_token=y')
  await expect(page).toHaveURL(/\/auth\/reset-password\?email=a%40b\.com#access_token=x&refresh_token=y$/)
  await expect(page.getByLabel('新密码', { exact: true })).toBeVisible()
})

test('[CALLBACK-02] [CALLBACK-04] [CALLBACK-07] [CALLBACK-10] [CALLBACK-12] [CALLBACK-13] [CALLBACK-17] [ERR-ACC-04] the return point leaves after 3 s, gives a session 5 s to appear, and has a text for every other end', async ({
  page,
}) => {
  await page.goto('/auth/callback?error=access_denied')
  await expect(page.getByRole('alert')).toHaveText('登录失败')

  await stopClock(page)
  await page.goto('/auth/callback?type=email_verification&verified=true&email=a%40b.com')
  await expectLeaves(page, '邮箱验证成功，正在前往登录', 3000, /\/auth\/login\?email=a%40b\.com$/)
  await page.goto('/auth/callback?type=email_change&email=a%40b.com')
  await expectLeaves(page, '无法获取更新后的用户信息', 3000, /\/auth\/login$/)

  // Any other type is the return of a provider.
  for (const query of ['', '?type=other', '?code=1']) {
    await page.goto(`/auth/callback${query}`)
    await runUntil(page, () => page.getByRole('status').filter({ hasText: '正在完成登录' }).first().isVisible())
    await page.clock.runFor(4500)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.clock.runFor(600)
    await expect(page.getByRole('alert')).toHaveText('登录验证失败，请重试')
  }
})

test('[CALLBACK-08] [CALLBACK-09] [CALLBACK-10] a session that appears within five seconds counts: success is told, and the wanted place opens 1.5 s later', async ({
  page,
  context,
}) => {
  const person = await register()
  await stopClock(page)
  await page.goto('/auth/callback?redirect=%2Fprofile%2Fhistory')
  await runUntil(page, () => page.getByRole('status').filter({ hasText: '正在完成登录' }).first().isVisible())
  await page.clock.runFor(2000)
  await person.enter(context)
  await runUntil(page, () => main(page).getByRole('status').filter({ hasText: '登录成功！' }).isVisible())
  await expectLeaves(page, '登录成功！', 1500, /\/profile\/history$/)
  await page.goto('/auth/callback')
  await expectLeaves(page, '登录成功！', 1500, /:\d+\/$/)
  await page.goto('/auth/callback?redirect=%2F%2Fevil.example')
  await expectLeaves(page, '登录成功！', 1500, /:\d+\/$/)
})
