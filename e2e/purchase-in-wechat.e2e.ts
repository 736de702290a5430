// Buying credits inside WeChat (decision 0102): WeChat's page names the buyer without a question, its browser opens the payment above the order's page, and the
// credits come by themselves, at 360 and 768 px; its program for computers shows the code that a phone scans, at 1440. What WeChat puts into pages
// (`WeixinJSBridge`) is the emulator's.
import { openWechatpayEmulator, type WechatpayEmulator } from '../emulators/wechatpay/emulator.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { keepLook } from './keep-look.ts'
import { startOwnService } from './own-service.ts'
import { register } from './person.ts'
import { WECHAT_ON_A_COMPUTER, WECHAT_ON_A_PHONE } from './wechat-agents.ts'

let wechat: WechatpayEmulator
let stopService: () => Promise<void>
test.beforeAll(async () => {
  wechat = await openWechatpayEmulator()
  stopService = await startOwnService({
    ...wechat.settings,
    ...wechat.inAppSettings,
    PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
  })
})
test.afterAll(async () => {
  await stopService()
  await wechat.close()
})
/** WeChat's page is another host on purpose. */
test.beforeEach(({ provoked }) => void provoked.patterns.push(/foreign host: http:\/\/127\.0\.0\.1:\d+\//))

test.describe('on a phone', () => {
  test.use({ userAgent: WECHAT_ON_A_PHONE })
  for (const width of [768, 360]) {
    test(`a payment opens above the page, and the credits arrive (${width} px)`, async ({ page, context }) => {
      await page.setViewportSize({ width, height: 800 })
      await (await register()).enter(context)
      await page.exposeFunction('openPaymentInWechat', (wanted: Record<string, string>) => wechat.openPayment(wanted))
      await page.addInitScript(() => {
        const { openPaymentInWechat } = window as unknown as {
          openPaymentInWechat: (wanted: object) => Promise<string>
        }
        Object.assign(window, {
          WeixinJSBridge: {
            invoke: (_name: string, wanted: object, then: (answer: { err_msg: string }) => void) =>
              void openPaymentInWechat(wanted).then((err_msg) => then({ err_msg })),
          },
        })
      })
      await page.goto(`/profile/billing?from=${encodeURIComponent('/ai/denoise/normal')}`)
      await page.getByRole('button', { name: '购买：超值包' }).click()
      const pay = page.getByRole('button', { name: '微信支付 ¥138.00' })
      await expect(pay).toBeVisible()
      await expectAccessible(page, 'in WeChat')
      await keepLook(page, `order-in-wechat-${width}`, { fullPage: true })
      await pay.click()
      await expect(page.getByText('120 积分已到账')).toBeVisible()
      await page.getByRole('link', { name: '回到图片' }).click()
      await expect(page).toHaveURL(/\/ai\/denoise\/normal$/)
    })
  }
})

test.describe('on a computer', () => {
  test.use({ userAgent: WECHAT_ON_A_COMPUTER, viewport: { width: 1440, height: 900 } })
  test('the code is scanned with the phone, and the credits arrive (1440 px)', async ({ page, context }) => {
    await (await register()).enter(context)
    await page.goto(`/profile/billing?from=${encodeURIComponent('/ai/denoise/normal')}`)
    await page.getByRole('button', { name: '购买：超值包' }).click()
    await expect(page.getByRole('img', { name: '付款二维码' })).toBeVisible()
    await expectAccessible(page, 'in WeChat on a computer')
    await keepLook(page, 'order-in-wechat-1440', { fullPage: true })
    const [number] = [...wechat.orders.keys()].slice(-1)
    wechat.pay(number!)
    await expect(page.getByText('120 积分已到账')).toBeVisible()
    await page.getByRole('link', { name: '回到图片' }).click()
    await expect(page).toHaveURL(/\/ai\/denoise\/normal$/)
  })
})
