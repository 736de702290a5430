// Light, dark, and paper (decision 0092): chosen in the profile, there before the page is painted, and on every page.
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'

const ground = () => getComputedStyle(document.documentElement).backgroundColor
const scheme = () => document.documentElement.dataset.mantineColorScheme
const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(18, 23, 22)'

test('[PROD-02] [PROD-03] dark is chosen in the profile, holds after a reload from the first paint on, and is left again', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  // Light is the product's choice, not the device's.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/profile/info')
  const choice = page.getByRole('radiogroup', { name: '界面颜色' })
  await expect(choice.getByRole('radio', { name: '浅色' })).toBeChecked()
  expect(await page.evaluate(ground)).toBe(LIGHT)
  await choice.getByText('深色').click()
  await expect.poll(() => page.evaluate(ground)).toBe(DARK)
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('app-settings')!) as unknown)
  expect(await kept()).toEqual({ theme: 'dark', language: 'zh-CN' })
  await page.addInitScript(() => {
    // What the document says when its body begins, long before any module runs.
    new MutationObserver((_, observer) => {
      if (!document.body) return
      Object.assign(window, { firstScheme: document.documentElement.dataset.mantineColorScheme })
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  for (const path of ['/profile/info', '/', '/auth/login', '/ai/denoise/normal']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    expect(await page.evaluate(() => (window as { firstScheme?: string }).firstScheme), path).toBe('dark')
    await expect.poll(() => page.evaluate(ground), { message: path }).toBe(DARK)
    expect(await page.locator('meta[name="theme-color"]').getAttribute('content')).toBe('#121716')
  }
  await page.goto('/profile/info')
  await expect(choice.getByRole('radio', { name: '深色' })).toBeChecked()
  expect(await kept()).toEqual({ theme: 'dark', language: 'zh-CN' })
  await choice.getByText('浅色').click()
  await expect.poll(() => page.evaluate(ground)).toBe(LIGHT)
})

test('as the device is: the page follows it while it is open, and another tab follows the choice', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  await page.goto('/profile/info')
  const other = await context.newPage()
  await other.goto('/terms-of-service')
  await page.getByRole('radiogroup', { name: '界面颜色' }).getByText('跟随系统').click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(scheme)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => page.evaluate(scheme)).toBe('light')
  await other.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => other.evaluate(scheme)).toBe('dark')
})

test('on paper there are the words, dark on white, without what can only be pressed', async ({ page }) => {
  await page.goto('/terms-of-service')
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('body > header, body header').first()).toBeHidden()
  await expect(page.locator('body footer nav')).toBeHidden()
  await expect(page.locator('body footer').getByText('焕影', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color)).toBe('rgb(27, 34, 33)')
  expect(await page.evaluate(ground)).toBe('rgba(0, 0, 0, 0)')
  // What the browser draws itself, the ground of the sheet before all.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main button').first()).toBeHidden()
})

test('the landing page, the catalogue and the sign-in are readable in both', async ({ page }) => {
  for (const path of ['/', '/ai', '/auth/login', '/auth/register']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, path)
  }
})
