// What the light pages must keep while they load in parts: not a word in the console (warnings of hydration are words too), nothing
// that moves under the reader, nobody else asked (journey-test.ts), and a served page that is whole without script.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { sumOf, unaskedOf, watchShifts, wordsOf } from './layout-shifts.ts'
import { register } from './person.ts'

const OPEN_PAGES = ['/', '/ai', '/terms-of-service', '/privacy-policy', '/personal-information', '/auth/login']
const WIDTHS = [360, 1440]

// Blocking it is itself said in the console.
test.use({ serviceWorkers: 'allow' })

async function expectStill(page: Page, path: string): Promise<void> {
  const shifts = await unaskedOf(page)
  expect(sumOf(shifts), `${path} moves:\n${wordsOf(shifts)}`).toBeLessThan(0.01)
}

test('no page weighs more than its limit', async () => {
  const report = fileURLToPath(new URL('../bench/bundle-report.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [report, '0'])
  expect(stdout).toContain('/ai: script')
})

for (const width of WIDTHS) {
  test(`open pages are silent and still at ${width} px`, async ({ page }) => {
    const messages: string[] = []
    page.on('console', (message) => messages.push(`${page.url()}: ${message.text()}`))
    await watchShifts(page)
    await page.setViewportSize({ width, height: 800 })
    for (const path of OPEN_PAGES) {
      await page.goto(path)
      await page.mouse.move(10, 200)
      // The answer of the auth state: from here on the page is alive.
      await expect(page.getByRole('banner').getByRole('status')).toHaveCount(0)
      await expect(page.getByRole('banner').locator('a[href="/auth/login"]').first()).toBeAttached()
      await expectStill(page, path)
    }
    expect(messages).toEqual([])
  })
}

test('the sign-in pages stand still when it is known late which ways in there are', async ({ page, context }) => {
  await context.route('**/api/rpc/account/options', async (route) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await route.fulfill({
      json: { json: { google: true, github: true, wechat: true, wechatInside: true, mail: false, sms: true } },
    })
  })
  // The page waits two seconds for the answer; on a busy machine the answer above is not there in them.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.02 })
  await watchShifts(page)
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/auth/login', '/auth/register']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /GitHub/ })).toBeVisible()
    await expectStill(page, path)
  }
})

test('what is below the first screen of the landing page comes by itself after a move, and back and anchors find their place', async ({
  page,
}) => {
  await page.goto('/terms-of-service')
  await page.getByRole('contentinfo').getByRole('link', { name: '价格' }).click()
  await expect(page.locator('#pricing')).toBeInViewport()
  await page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '隐私政策' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('contentinfo')).toBeInViewport() // where one was
  await page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' }).click()
  await page.getByRole('banner').locator('a[href="/"]').click()
  await expect(page.locator('[data-hero]')).toHaveCount(7)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a prerendered page loads its program with the first sign of a person and hands on what was pressed meanwhile', async ({
  page,
}) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('banner').getByRole('link', { name: '登录' }).first()).toBeVisible()
  expect([...scripts].map((path) => path.replace(/-[\w-]{7,8}\.js$/, '')).sort()).toEqual([
    '/assets/deferred-start',
    '/before-page.js',
  ])
  const toggle = page.getByRole('button', { name: '查看原图' }).first()
  const box = (await toggle.boundingBox())!
  // The press comes before the program can: it is the first sign itself.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('button', { name: '查看处理后' })).toHaveCount(1)
  expect(scripts.size).toBeGreaterThan(20)
  // A page behind a link is fetched ahead, with what it imports.
  await page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' }).hover()
  await expect(page.locator('link[rel="modulepreload"][href*="/legal-page-"]').first()).toBeAttached()
})

test('what is typed into the prerendered catalogue before its program runs is searched for', async ({ page }) => {
  await page.goto('/ai', { waitUntil: 'networkidle' })
  await page.getByRole('searchbox').fill('降噪')
  await expect(page.getByRole('status').filter({ hasText: '找到 3 个工具' })).toBeVisible()
})

test('somebody who is signed in is known without a touch', async ({ page, context }) => {
  await (await register()).enter(context)
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: /剩余积分/ })).toBeVisible()
})

test('without script the catalogue is whole and offers no search that finds nothing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/ai`)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await context.close()
})
