// Buying credits where Paddle is configured beside Alipay (decision 0101): each provider with its own price, Paddle's page with its tax, the credits that come by
// themselves, at 1440 and 360 px.
import { type AlipayEmulator, openAlipayEmulator } from '../emulators/alipay/emulator.ts'
import { openPaddleEmulator, type PaddleEmulator } from '../emulators/paddle/emulator.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { keepLook } from './keep-look.ts'
import { startOwnService } from './own-service.ts'
import { register } from './person.ts'

let alipay: AlipayEmulator
let paddle: PaddleEmulator
let stopService: () => Promise<void>
test.beforeAll(async () => {
  alipay = await openAlipayEmulator()
  paddle = await openPaddleEmulator()
  stopService = await startOwnService({
    ...alipay.settings,
    ...paddle.settings,
    PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
  })
  paddle.sendWebhooksTo(`${process.env.E2E_ORIGIN}/api/payments/paddle/notice`)
})
test.afterAll(async () => {
  await stopService()
  await Promise.all([alipay.close(), paddle.close()])
})
/** The provider's page is another host on purpose. */
test.beforeEach(
  ({ provoked }) =>
    void provoked.patterns.push(/foreign host: http:\/\/127\.0\.0\.1:\d+\//, /127\.0\.0\.1:\d+\/favicon/),
)

for (const width of [1440, 360]) {
  test(`a card pays the documented dollars, and the credits arrive (${width} px)`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 800 })
    await (await register()).enter(context)
    await page.goto(`/profile/billing?from=${encodeURIComponent('/ai/denoise/normal')}`)
    await expect(page.getByText('¥138.00', { exact: true })).toBeVisible()
    await expect(page.getByText('使用支付宝付款，由本站收款。')).toContainText('由 Paddle 以美元收款')
    await page.getByRole('button', { name: '购买：超值包' }).click()
    const choice = page.getByRole('dialog', { name: '选择付款方式' })
    await expect(choice.getByRole('button', { name: '支付宝 · ¥138.00' })).toBeVisible()
    await expectAccessible(page, 'choice')
    await keepLook(page, `paddle-choice-${width}`)
    await choice.getByRole('button', { name: '国际银行卡（Paddle） · $19.99' }).click()

    await expect(page.getByText('$19.99 + 税 $4.00')).toBeVisible()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('tab', { name: '账单记录' }).click()
    await page.getByRole('link', { name: '查看' }).first().click()
    await expect(page.getByText('等待支付结果')).toBeVisible()
    await page.getByRole('button', { name: '继续付款' }).click()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page).toHaveURL(/\/profile\/billing$/)
    await expect(page.locator('#main').getByText('125', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: '账单记录' }).click()
    await expect(page.getByText('$19.99', { exact: true }).first()).toBeVisible()
  })
}
