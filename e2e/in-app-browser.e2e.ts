// Inside WeChat and its like, which ignore downloads: a plain picture to press long, a guide to a browser of one's own,
// a link that downloads there without a sign-in, and nothing of this where downloads work.
import { IN_APP_TEXTS } from '#rulebook/site/in-app-browsers.ts'
import { expectAccessible } from './accessible.ts'
import { showResult } from './compare-steps.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'
import { WECHAT_ON_A_PHONE } from './wechat-agents.ts'

const UC =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 UCBrowser/16.5.0.1309 Mobile Safari/537.36'
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const SIZE = { width: 300, height: 200 }

test.describe('in WeChat', () => {
  test.use({ ...PHONE, userAgent: WECHAT_ON_A_PHONE, permissions: ['clipboard-read', 'clipboard-write'] })

  test('the result is saved by a long press, the full file through a browser of one’s own', async ({
    page,
    context,
    browser,
  }) => {
    await (await register()).enter(context)
    await showResult(page, SIZE)
    await expect(page.getByText(IN_APP_TEXTS.longPress, { exact: true })).toBeVisible()
    const result = page.getByRole('img', { name: /的处理结果$/ })
    expect(await result.getAttribute('src')).not.toMatch(/^(blob|data):/)
    await expect.poll(() => result.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(SIZE.width)
    await expect(page.locator('a[download]')).toHaveCount(0)

    const open = page.getByRole('button', { name: IN_APP_TEXTS.open })
    await open.focus()
    await page.keyboard.press('Enter')
    const guide = page.getByRole('dialog', { name: IN_APP_TEXTS.title })
    await expect(guide.getByText('微信内不能直接下载文件，图片已保存在您的历史记录里。')).toBeVisible()
    await expect(guide.getByRole('listitem')).toHaveText([IN_APP_TEXTS.menu, IN_APP_TEXTS.choose, IN_APP_TEXTS.find])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page, 'guide to a browser of one’s own')
    await guide.getByRole('button', { name: IN_APP_TEXTS.copy }).press('Enter')
    await expect(guide.getByText(IN_APP_TEXTS.copied)).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const stranger = await browser.newContext()
    const file = await stranger.request.get(link)
    expect(file.headers()['content-disposition']).toContain('attachment')
    expect((await file.body()).subarray(1, 4).toString()).toBe('PNG')
    await stranger.close()
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)
    await expect(open).toBeFocused()

    await page.goto('/profile/history')
    await page.getByRole('button', { name: /^下载/ }).first().tap()
    await expect(guide).toBeVisible()
    await guide.getByRole('button', { name: IN_APP_TEXTS.close }).last().tap()
    await expect(guide).toHaveCount(0)
  })
})

test.describe('in UC', () => {
  test.use({ ...PHONE, userAgent: UC })

  test('downloads work, so nothing is said of long presses', async ({ page, context }) => {
    await (await register()).enter(context)
    await showResult(page, SIZE)
    await expect(page.getByText(IN_APP_TEXTS.longPress, { exact: true })).toHaveCount(0)
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: '保存图片' }).tap()
    expect((await started).suggestedFilename()).toMatch(/^processed-\d+\.png$/)
  })
})
