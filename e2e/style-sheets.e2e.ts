// A page is not seen before its style sheets are there: what did not come is asked for again, and a page that stays without can be read as it is.
import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'
import { holdPicture, openTool } from './tool-steps.ts'
import { unstyledFramesOf, watchStyles } from './watch-styles.ts'

const SHEETS = '**/*.css'
const OF_LOST_SHEETS =
  /foreign host: http:\/\/127\.0\.0\.1:9|violates the following Content Security Policy|ERR_FAILED|Unable to preload CSS|Failed to load resource/

/** Each sheet is lost this often; returns how often each was asked for. */
async function loseSheets(page: Page, times: number) {
  const asked = new Map<string, number>()
  await page.route(SHEETS, (route) => {
    const { pathname } = new URL(route.request().url())
    const count = (asked.get(pathname) ?? 0) + 1
    asked.set(pathname, count)
    return count > times ? route.continue() : route.abort()
  })
  return asked
}

test.beforeEach(async ({ page, provoked }) => {
  provoked.patterns.push(OF_LOST_SHEETS)
  await watchStyles(page)
})

for (const path of ['/', '/ai/denoise/normal', '/auth/login'])
  test(`${path}: a first visit that loses each style sheet once is seen with all of them`, async ({
    page,
    context,
  }) => {
    if (path.startsWith('/ai/')) await (await register()).enter(context)
    const asked = await loseSheets(page, 1)
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('opacity', '1')
    expect([...asked].find(([name]) => name.includes('/root-'))?.[1]).toBe(2)
    expect(await unstyledFramesOf(page)).toEqual([])
    await expect(page.getByRole('banner')).toHaveCSS('height', '64px')
  })

test('a page that stays without its style sheets is shown as it is after the last try: it can be read', async ({
  page,
}) => {
  const asked = await loseSheets(page, Number.POSITIVE_INFINITY)
  await page.goto('/terms-of-service', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveCSS('opacity', '1')
  expect(Math.min(...asked.values())).toBe(4)
  await expect(page.getByRole('heading', { level: 1, name: '服务条款' })).toBeVisible()
})

test('what an extension of the browser brings keeps no page from being seen', async ({ page }) => {
  await page.goto('/terms-of-service')
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'http://127.0.0.1:9/x.css' })
    const failed = new Promise((resolve) => link.addEventListener('error', resolve))
    document.head.append(link)
    return failed
  })
  await expect(page.locator('html')).toHaveCSS('opacity', '1')
})

test('a page that one moves to is seen with its style sheets, though they were lost on the way', async ({ page }) => {
  await page.goto('/terms-of-service')
  await page.mouse.move(10, 200)
  await expect(page.locator('html')).toHaveAttribute('data-program', 'running')
  await loseSheets(page, 3)
  await page.getByRole('banner').locator('a[href="/auth/login"]').first().click()
  await expect(page.locator('main h1')).toHaveText(/登录|欢迎/)
  await expect(page.locator('body')).not.toHaveAttribute('data-waits-for-sheets')
  expect(await unstyledFramesOf(page)).toEqual([])
})

test('a sheet that is kept ready for one page is there for another that has it, too', async ({ page, context }) => {
  await (await register()).enter(context)
  await page.goto('/ai')
  await page.mouse.move(10, 200)
  // The router takes these for loaded.
  await expect(page.locator('link[data-kept-for="/ai"] + link[disabled]').first()).toBeAttached()
  await page.route(SHEETS, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.locator('main a[href="/ai/repair"]').first().click()
  await expect(page.locator('main h1')).toContainText('一键修复')
  await expect(page.locator('body')).not.toHaveAttribute('data-waits-for-sheets')
  expect(await unstyledFramesOf(page)).toEqual([])
})

test('a part that is loaded later is shown with its style sheet, though that was lost at first', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  const asked = await loseSheets(page, 1)
  await openTool(page)
  await holdPicture(page)
  const askedForPart = () => [...asked].find(([path]) => path.includes('/current-picture-area-'))?.[1]
  await expect.poll(askedForPart).toBe(2)
  expect(await unstyledFramesOf(page)).toEqual([])
})
