// Buying credits where both providers are configured (decision 0083): the choice, WeChat Pay's code on the order's page with its remaining time, the
// payment on another phone, and the credits that come by themselves, at 1440 and 360 px.
import { type AlipayEmulator, openAlipayEmulator } from '../emulators/alipay/emulator.ts'
import { openWechatpayEmulator, type WechatpayEmulator } from '../emulators/wechatpay/emulator.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { keepLook } from './keep-look.ts'
import { startOwnService } from './own-service.ts'
import { register } from './person.ts'

let alipay: AlipayEmulator
let wechat: WechatpayEmulator
let stopService: () => Promise<void>
test.beforeAll(async () => {
  alipay = await openAlipayEmulator()
  wechat = await openWechatpayEmulator()
  stopService = await startOwnService({
    ...alipay.settings,
    ...wechat.settings,
    PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
  })
})
test.afterAll(async () => {
  await stopService()
  await Promise.all([alipay.close(), wechat.close()])
})

for (const width of [1440, 360]) {
  test(`a code is scanned, and the credits arrive while the page is looked at (${width} px)`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await (await register()).enter(context)
    await page.goto(`/profile/billing?from=${encodeURIComponent('/ai/denoise/normal')}`)
    await expect(page.getByText('使用支付宝或微信支付付款，由本站收款。')).toBeVisible()
    await page.getByRole('button', { name: '购买：超值包' }).click()
    await expect(page.getByRole('dialog', { name: '选择付款方式' })).toContainText('超值包 · 120 积分 · ¥138.00')
    await expectAccessible(page, 'choice')
    await keepLook(page, `provider-choice-${width}`)
    await page.getByRole('button', { name: '微信支付' }).click()

    await expect(page.getByRole('img', { name: '付款二维码' })).toBeVisible()
    await expect(page.getByText(/剩余付款时间 (30:00|29:\d\d)/)).toBeVisible()
    await expectAccessible(page, 'code')
    await keepLook(page, `order-code-${width}`, { fullPage: true })
    await page.reload()
    await expect(page.getByRole('img', { name: '付款二维码' })).toBeVisible()

    const [number] = [...wechat.orders.keys()].slice(-1)
    wechat.pay(number!)
    await expect(page.getByText('120 积分已到账')).toBeVisible()
    await expect(page.getByRole('img', { name: '付款二维码' })).toHaveCount(0)
    await page.getByRole('link', { name: '回到图片' }).click()
    await expect(page).toHaveURL(/\/ai\/denoise\/normal$/)
  })
}
