// Sign-in with WeChat against its emulator: by a code on a computer, at once inside WeChat on a phone, and what a person without an email
// address sees (decision 0115).
import type { Page } from '@playwright/test'
import { openWechat, type WechatEmulator } from '../emulators/wechat/emulator.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { startOwnService } from './own-service.ts'
import { origin } from './person.ts'

const INSIDE_WECHAT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36 MicroMessenger/8.0.50'
const OTHER_PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'

let wechat: WechatEmulator
let stopService: () => Promise<void>
test.beforeAll(async () => {
  wechat = await openWechat({ domain: 'none' })
  stopService = await startOwnService({ ...wechat.settings })
  wechat.domain = new URL(origin()).host
})
test.afterAll(async () => {
  await stopService()
  await wechat.close()
})
/** WeChat's page is another host on purpose. */
test.beforeEach(({ provoked }) => void provoked.patterns.push(/foreign host: http:\/\/127\.0\.0\.1:\d+\/connect\//))

const methodsOf = (page: Page) => page.getByRole('region', { name: '登录方式' })

test('a newcomer scans the code, has no email address, and is the same person inside WeChat', async ({
  page,
  browser,
}) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: '微信扫码登录' }).click()
  await page.getByRole('link', { name: '取消' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()

  await page.goto('/auth/register')
  await page.getByRole('button', { name: '微信扫码注册' }).click()
  await page.getByRole('link', { name: '在手机上确认登录' }).click()
  const terms = page.getByRole('dialog', { name: '请确认服务条款和隐私政策' })
  await terms.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await terms.getByRole('button', { name: '同意并继续' }).click()
  await expect(terms).toBeHidden()
  await page.goto('/profile/info')
  const row = methodsOf(page).getByRole('listitem')
  await expect(row).toContainText('李雷')
  await expect(row).toContainText('首选')
  await expect(page.getByRole('main')).not.toContainText('placeholder')
  await expectAccessible(page, 'profile without an address')

  const phone = await browser.newContext({ userAgent: INSIDE_WECHAT, viewport: { width: 360, height: 740 } })
  const inside = await phone.newPage()
  await inside.goto(`${origin()}/auth/login`)
  await inside.getByRole('button', { name: '微信登录' }).click()
  await inside.getByRole('link', { name: '允许' }).click()
  await expect(inside).toHaveURL(/\/profile|\/ai|\/$/)
  // The same account: its terms are agreed to already.
  await inside.goto(`${origin()}/profile/info`)
  await expect(methodsOf(inside).getByRole('listitem')).toContainText('李雷')
  await expect(inside.getByRole('dialog')).toHaveCount(0)
  await phone.close()
})

test('a phone cannot scan its own screen, so its other browsers are not offered WeChat', async ({ browser }) => {
  const phone = await browser.newContext({ userAgent: OTHER_PHONE })
  const page = await phone.newPage()
  await page.goto(`${origin()}/auth/login`)
  await expect(page.getByRole('button', { name: /Google/ })).toBeVisible()
  await expect(page.getByLabel('邮箱')).toBeVisible()
  await expect(page.getByRole('button', { name: /微信/ })).toHaveCount(0)
  await phone.close()
})
