// What stands around every page, measured in a real browser: heights, widths, keyboard, accessibility (document 1 §2, §9; architecture §7).
import type { Page } from '@playwright/test'
import manifest from '../package.json' with { type: 'json' }
import { AXE, violations } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PHONE = { width: 360, height: 740 }
const OPEN_PAGES = [
  '/',
  '/ai',
  '/terms-of-service',
  '/privacy-policy',
  '/personal-information',
  '/auth/login',
  '/auth/register',
]
const OWN_PAGES = [
  '/profile/info',
  '/profile/history',
  '/profile/billing',
  '/ai/denoise/normal',
  '/ai/enhance/generative/redefine',
]

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return violations(page, `runOnly: ${JSON.stringify(RULES)}`)
}
const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

async function expectSound(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violationsOf(page), address).toEqual([])
  expect(await sidewaysPx(page), address).toBeLessThanOrEqual(0)
}

test('[NAV-02] [NAV-03] the navigation bar is 64 px high on a desktop and 56 px on a phone', async ({ page }) => {
  await page.goto('/')
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(64)
  await page.setViewportSize({ width: 767, height: 800 })
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(56)
  await page.setViewportSize({ width: 768, height: 800 })
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(64)
})

test('[NAV-04] the layout changes at 768, 1024 and 1280 px, and at no pixel before', async ({ page, context }) => {
  await (await register()).enter(context)
  await page.goto('/ai')
  const name = page.getByRole('button', { name: /用户菜单/ }).locator('[class*="buttonName"]')
  await expect(page.getByRole('button', { name: /用户菜单/ })).toBeVisible()
  const menu = page.getByRole('button', { name: '打开菜单' })
  const wide = page.getByRole('banner').getByRole('button', { name: 'AI 工具' })
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    const left = (await wide.isVisible()) ? (await wide.boundingBox())!.x : 0
    return { phone: await menu.isVisible(), tools: await wide.isVisible(), name: await name.isVisible(), left }
  }
  expect(await at(767)).toMatchObject({ phone: true, tools: false, name: false })
  expect(await at(768)).toMatchObject({ phone: false, tools: true, name: false })
  expect(await at(1023)).toMatchObject({ tools: true, name: false })
  expect(await at(1024)).toMatchObject({ tools: true, name: true })
  const [before, after] = [await at(1279), await at(1280)]
  expect(after.left - before.left).toBeCloseTo(16, 0) // the links stand further from the logo
})

test('[UDROP-01] the user dropdown is 240 px wide', async ({ page, context }) => {
  await (await register()).enter(context)
  await page.goto('/ai')
  const button = page.getByRole('button', { name: /用户菜单/ })
  await button.click()
  const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
  expect((await panel.boundingBox())?.width).toBe(240)
})

test('[NAV-08] [NAV-15] the pricing link scrolls to the prices, the logo to the top of the landing page', async ({
  page,
}) => {
  await page.goto('/ai')
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '价格' }).click()
  await expect(page).toHaveURL(/\/#pricing$/)
  await expect(page.getByRole('heading', { name: '价格' })).toBeInViewport()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const pressLogo = async () => {
    await expect.poll(scrolled).toBeGreaterThan(0)
    await page.getByRole('link', { name: '焕影，返回首页' }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect.poll(scrolled).toBe(0)
  }
  await pressLogo()
  await page.goto('/terms-of-service')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await pressLogo()
  await expect(page.locator('[data-hero]').first()).toBeVisible()
})

test('keyboard: the first stop leads past the navigation, and a new page starts at its content', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // Before that the browser itself would open the next page, from its top.
  await expect(page.locator('html')).toHaveAttribute('data-program', 'running')
  await page.getByRole('link', { name: '免费试用' }).first().press('Enter')
  await expect(page).toHaveURL(/\/ai$/)
  await expect(page.getByRole('main')).toBeFocused()
})

test('[PROD-02] every open page is sound at both widths: WCAG 2.2 AA, nothing to scroll sideways, light', async ({
  page,
}) => {
  for (const address of OPEN_PAGES) await expectSound(page, address)
  await page.setViewportSize(PHONE)
  for (const address of OPEN_PAGES) await expectSound(page, address)
  await expect(page.getByRole('contentinfo').getByText(`版本 ${manifest.version}`, { exact: true })).toBeVisible()
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light')
})

test('every page of a signed-in person is sound at both widths, open menus included', async ({ page, context }) => {
  await (await register()).enter(context)
  for (const address of OWN_PAGES) await expectSound(page, address)
  await page.getByRole('button', { name: 'AI 工具' }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize(PHONE)
  for (const address of OWN_PAGES) await expectSound(page, address)
  await page.getByRole('button', { name: '打开菜单' }).click()
  expect(await violationsOf(page)).toEqual([])
})
