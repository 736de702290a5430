// How long notices stay where a person meets them (document 1 §9; document 2 §9; C-42), on the page's own clock, which is turned on by the test:
// both ends of a notice's life are read from it, so that a slow machine changes nothing.
import type { Page } from '@playwright/test'
import { PREFERENCE_TEXTS } from '#rulebook/account/preference-texts.ts'
import { WAITLIST_TEXTS } from '#rulebook/credits/waitlist.ts'
import { PARAMETER_LINK_TEXTS } from '#rulebook/tools/parameter-link.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'
import { picture } from './picture.ts'
import { balance, chooser, holdPicture, openTool } from './tool-steps.ts'

const STEP_MS = 250
/** A notice fades out, and the clock is turned in steps. */
const LEAVES_WITHIN_MS = 900

declare global {
  interface Window {
    noticeLife?: { from?: number; to?: number }
  }
}

/** Milliseconds of the page's clock between the appearance of the notice and its end. */
async function lifeOf(page: Page, text: string, act: () => Promise<void>): Promise<number> {
  await page.clock.install()
  await page.evaluate((wanted) => {
    const life: NonNullable<Window['noticeLife']> = {}
    window.noticeLife = life
    new MutationObserver(() => {
      const notices = [...document.querySelectorAll('.mantine-Notification-root')]
      const isShown = notices.some((notice) => notice.textContent?.includes(wanted))
      if (isShown) life.from ??= Date.now()
      else if (life.from !== undefined) life.to ??= Date.now()
    }).observe(document.body, { childList: true, subtree: true })
  }, text)
  await act()
  await expect(page.locator('.mantine-Notification-root').filter({ hasText: text })).toBeVisible()
  // What is under the pointer would wait.
  await page.mouse.move(2, 2)
  for (;;) {
    const { from, to } = (await page.evaluate(() => window.noticeLife))!
    if (from !== undefined && to !== undefined) return to - from
    await page.clock.runFor(STEP_MS)
  }
}

function expectLife(lifeMs: number, durationMs: number): void {
  expect(lifeMs).toBeGreaterThanOrEqual(durationMs)
  expect(lifeMs).toBeLessThan(durationMs + LEAVES_WITHIN_MS)
}

test.beforeEach(async ({ context }) => {
  await (await register()).enter(context)
})

test('[NOTIF-01] a success stays 3 s', async ({ page }) => {
  await openTool(page)
  await expect(balance(page)).toHaveText(/5 积分/)
  const life = await lifeOf(page, '图片上传成功', async () => chooser(page).setInputFiles(await picture()))
  expectLife(life, 3000)
})

test('[NOTIF-02] an error stays 6 s', async ({ page, provoked }) => {
  provoked.patterns = [/ERR_FAILED|Failed to fetch/]
  await page.goto('/profile/info')
  const wish = page.getByRole('switch', { name: PREFERENCE_TEXTS.keepsPosition })
  await expect(wish).toBeEnabled()
  await page.route('**/rpc/account/preferences/update', (route) => route.abort())
  expectLife(await lifeOf(page, '网络连接失败', () => wish.click({ force: true })), 6000)
})

test('[NOTIF-03] an error toast stays 8 s', async ({ page, provoked }) => {
  provoked.patterns = [/ERR_FAILED|Failed to fetch/]
  await page.goto('/profile/billing')
  const ask = page.getByRole('button', { name: WAITLIST_TEXTS.ask })
  await ask.scrollIntoViewIfNeeded() // far below on the landing page, and the wish is asked for when it is seen
  await expect(ask).toBeEnabled()
  await page.route('**/rpc/billing/purchaseWish/ask', (route) => route.abort())
  expectLife(await lifeOf(page, '网络连接失败', () => ask.click()), 8000)
})

test('[NOTIF-07] a notice of the application itself stays 3 s', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTool(page, 'denoise/normal')
  await page.getByText('手动', { exact: true }).click()
  const copy = page.getByRole('button', { name: PARAMETER_LINK_TEXTS.copy })
  await expect(copy).toBeVisible()
  expectLife(await lifeOf(page, PARAMETER_LINK_TEXTS.copied, () => copy.click()), 3000)
})

test('[NOTIF-04] a warning stays 5 s: the current picture is gone', async ({ page, provoked }) => {
  provoked.patterns = [/status of 400.*uploads\/get/]
  await openTool(page)
  await holdPicture(page)
  await page.goto('/profile/info')
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('selected-image')!) as { storageInfo: { uploadId: string } }
    kept.storageInfo.uploadId = crypto.randomUUID()
    sessionStorage.setItem('selected-image', JSON.stringify(kept))
  })
  const links = page.getByRole('banner')
  await links.getByRole('button', { name: 'AI 工具' }).click()
  const life = await lifeOf(page, '图片已过期', () => links.getByRole('link', { name: /^标准降噪/ }).click())
  expectLife(life, 5000)
})

test('[NOTIF-05] [LAND-21] [PROD-15] an information stays 4 s: nothing can be bought while no provider takes payments, on both pages', async ({
  page,
}) => {
  const called: string[] = []
  page.on('request', (request) => {
    if (/billing\/(buy|orders)/.test(request.url())) called.push(request.url())
  })
  await page.goto('/profile/billing')
  const notices = page.locator('.mantine-Notification-root')
  const packs = ['体验包', '常用包', '超值包', '大容量包']
  for (const pack of packs) await expect(page.getByRole('button', { name: `即将开放：${pack}` })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^购买：/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByText('积分包购买功能开发中...')).toBeVisible()
  await page.getByRole('button', { name: WAITLIST_TEXTS.ask }).click()
  await expect(notices.filter({ hasText: '积分包购买功能开发中...' })).toBeVisible()
  await expect(page.getByText(/^已登记/)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: WAITLIST_TEXTS.withdraw }).click()
  await page.goto('/')
  await page.mouse.move(20, 300)
  await expect(page.locator('html')).toHaveAttribute('data-program', 'running')
  for (const pack of packs) await expect(page.getByRole('button', { name: `即将开放：${pack}` })).toBeDisabled()
  const ask = page.getByRole('button', { name: WAITLIST_TEXTS.ask })
  await ask.scrollIntoViewIfNeeded() // far below on the landing page, and the wish is asked for when it is seen
  await expect(ask).toBeEnabled()
  const press = async () => {
    await ask.click()
    await expect(notices.getByText('功能开发中', { exact: true })).toBeVisible()
  }
  expectLife(await lifeOf(page, '功能开发中', press), 4000)
  expect(new URL(page.url()).pathname).toBe('/')
  expect(called).toEqual([])
})

/** Names of what can be pressed and lies under a notice. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('.mantine-Notification-root')].map((one) =>
      one.getBoundingClientRect(),
    )
    return [...document.querySelectorAll('a[href], button, input, [role="slider"]')]
      .filter((control) => !control.closest('.mantine-Notification-root'))
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect()
        return width > 4 && notices.some((n) => left < n.right && right > n.left && top < n.bottom && bottom > n.top)
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
  })

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [360, 740],
] as const)
  test(`a notice covers nothing that can be pressed, at ${width} px`, async ({ page, provoked }) => {
    provoked.patterns = [/ERR_FAILED|Failed to fetch/]
    await page.setViewportSize({ width, height })
    const notice = page.locator('.mantine-Notification-root')
    const expectClear = async (text: string) => {
      await expect(notice.filter({ hasText: text })).toBeVisible()
      await expect.poll(() => coveredControls(page)).toEqual([])
    }
    await openTool(page)
    await expect(balance(page)).toHaveText(/5 积分/)
    await chooser(page).setInputFiles(await picture())
    await expectClear('图片上传成功')

    await page.goto('/profile/info')
    const wish = page.getByRole('switch', { name: PREFERENCE_TEXTS.keepsPosition })
    await expect(wish).toBeEnabled()
    await page.route('**/rpc/account/preferences/update', (route) => route.abort())
    await wish.click({ force: true })
    await expectClear('网络连接失败')
    // It moves out of the way of what a scroll brings.
    await page.mouse.wheel(0, 220)
    await expectClear('网络连接失败')
  })
