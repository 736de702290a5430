// What the navigation and the user dropdown state, for all members of each list (document 1 §2; C-18).
import type { Locator, Page } from '@playwright/test'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { expectGroups, GROUPS, hrefsOf } from './documented-models.ts'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, register, signIn } from './person.ts'
import { creditsText } from './tool-steps.ts'

const main = (page: Page) => page.getByRole('main')

test('[NAV-09] [NAV-10] [NAV-11] [NAV-12] [NAV-13] [NAV-14] the tools dropdown lists every model with name, description and price, and opens it', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await page.goto('/ai')
  const button = page.getByRole('button', { name: 'AI 工具' })
  await button.click()
  const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText([
    '图片增强',
    '降噪',
    '老照片修复',
    '光影调整',
    '锐化',
  ])
  await expect(panel.getByRole('region', { name: '图片增强' }).getByRole('heading', { level: 3 })).toHaveText([
    '标准',
    '生成式',
  ])
  expect(await hrefsOf(panel.getByRole('link'))).toEqual(GROUPS.flatMap(([, routes]) => routes))
  await expectGroups(panel)
  for (const { route, displayName, description, credits } of MODELS) {
    const link = panel.locator(`a[href="${route}"]`)
    for (const fact of [displayName, description, creditsText(credits)])
      await expect(link.getByText(fact, { exact: true }), fact).toBeVisible()
  }
  await panel.getByRole('link', { name: /极限降噪/ }).click()
  await expect(page).toHaveURL(/\/ai\/denoise\/extreme$/)
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('[NAV-16] [NAV-17] [NAV-21] [NAV-22] [NAV-23] [NAV-24] a visitor sees a login and no credits; on a phone a menu with every tool', async ({
  page,
}) => {
  await page.goto('/auth/login')
  const banner = page.getByRole('banner')
  const login = banner.getByRole('link', { name: '登录', exact: true }).first()
  await expect(login).toBeVisible()
  await expect(login).toHaveAttribute('href', '/auth/login')
  await expect(banner.getByRole('link', { name: '管理后台' })).toHaveCount(0)
  await expect(banner.getByText('剩余积分').filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width: 375, height: 740 })
  await page.getByRole('button', { name: '打开菜单' }).click()
  const menu = page.getByRole('navigation', { name: '菜单' })
  for (const { route, displayName, credits } of MODELS) {
    const link = menu.locator(`a[href="${route}"]`)
    await expect(link).toContainText(displayName)
    await expect(link).toContainText(creditsText(credits))
  }
  await expect(menu.getByText('剩余积分')).toHaveCount(0)
  await page.getByRole('button', { name: '关闭菜单' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: '打开菜单' }).click()
  await menu.getByRole('link', { name: '查看全部工具' }).click()
  await expect(page).toHaveURL(/\/ai$/)
})

test('[UDROP-02] [UDROP-03] [UDROP-04] [UDROP-08] [UDROP-09] [UDROP-10] [UDROP-11] [UDROP-12] [UDROP-15] [UDROP-18] [UDROP-22] [UDROP-23] [NAV-16] the user dropdown of a free account', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  await page.goto('/ai')
  const { button, panel } = await openUserMenu(page)
  await expect(panel.locator('[data-seed]')).toBeVisible()
  // The name is a part of the address: each has its own element.
  for (const fact of [person.email.split('@')[0]!, '免费版', person.email])
    await expect(panel.getByText(fact, { exact: true })).toBeVisible()
  await expect(panel.getByText('剩余积分', { exact: true }).locator('..')).toHaveText('剩余积分5 积分')
  await expect(panel.getByRole('listitem')).toHaveText(['个人资料', '历史记录', '积分管理', '退出登录'])
  expect(await hrefsOf(panel.getByRole('listitem').getByRole('link'))).toEqual([
    '/profile/info',
    '/profile/history',
    '/profile/billing',
  ])
  await expect(page.getByRole('banner').getByRole('link', { name: '管理后台' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(panel).toBeHidden()
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(panel).toBeVisible()
  await main(page).getByRole('heading', { level: 1 }).click()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(panel).toBeHidden()
})

test('[UDROP-07] [UDROP-13] [ROLE-07] an admin has the link, the menu item and the badge', async ({ visit }) => {
  const admin = await signIn(ADMIN_EMAIL)
  const page = await visit(admin)
  await page.goto('/ai')
  const navigation = page.getByRole('navigation', { name: '主导航' })
  await expect(navigation.getByRole('link', { name: '管理后台' })).toHaveAttribute('href', '/admin')
  const { panel } = await openUserMenu(page)
  await expect(panel.getByText('管理员', { exact: true })).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText(['个人资料', '历史记录', '积分管理', '管理后台', '退出登录'])
  await panel.getByRole('link', { name: '管理后台' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

async function openUserMenu(page: Page): Promise<{ button: Locator; panel: Locator }> {
  const button = page.getByRole('button', { name: /用户菜单/ })
  await button.click()
  return { button, panel: page.locator(`[id="${await button.getAttribute('aria-controls')}"]`) }
}
