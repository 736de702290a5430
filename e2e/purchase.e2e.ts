// Buying credits through Alipay's emulator (document 2 §2; decisions 0080 to 0082): from the page that lacks credits to the cashier, back to
// the order's true state and to the page, at 1440 and 360 px.
import type { Page } from '@playwright/test'
import { startOf } from '#features/processing/testing/start-of.ts'
import { type AlipayEmulator, openAlipayEmulator } from '../emulators/alipay/emulator.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { keepLook } from './keep-look.ts'
import { startOwnService } from './own-service.ts'
import { balanceOf, origin, register } from './person.ts'
import { picture } from './picture.ts'
import { chooser, expectFlow, openTool, startButton, uploadOver } from './tool-steps.ts'

let alipay: AlipayEmulator
let stopService: () => Promise<void>
test.beforeAll(async () => {
  alipay = await openAlipayEmulator()
  stopService = await startOwnService({
    ...alipay.settings,
    PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
  })
})
test.afterAll(async () => {
  await stopService()
  await alipay.close()
})
/** The provider's page is another host on purpose. */
test.beforeEach(
  ({ provoked }) =>
    void provoked.patterns.push(/foreign host: http:\/\/127\.0\.0\.1:\d+\//, /127\.0\.0\.1:\d+\/favicon/),
)

for (const width of [1440, 360]) {
  test(`[BILL-14] [BILL-19] a pack is bought, the credits arrive, the bill is there, and the way leads back (${width} px)`, async ({
    page,
    context,
    provoked,
  }) => {
    provoked.patterns.push(/ERR_FAILED|Failed to fetch/)
    await page.setViewportSize({ width, height: 800 })
    await (await register()).enter(context)
    await page.goto(`/profile/billing?from=${encodeURIComponent('/ai/denoise/normal')}`)
    await expect(page.getByText('¥138.00', { exact: true })).toBeVisible()
    await expect(page.getByText('使用支付宝付款，由本站收款。')).toBeVisible()
    await keepLook(page, `packs-${width}`, { fullPage: true })
    await page.getByRole('button', { name: '购买：超值包' }).click()

    await expect(page.getByRole('heading', { name: '收银台（仿真）' })).toBeVisible()
    await page.getByRole('button', { name: '暂不付款' }).click()
    await expect(page.getByText('等待支付结果')).toBeVisible()
    await expectAccessible(page, 'waiting')
    await keepLook(page, `order-waiting-${width}`, { fullPage: true })

    await page.goBack()
    await page.getByRole('button', { name: '确认付款' }).click()
    await expect(page.getByText('支付成功')).toBeVisible()
    await expect(page.getByText('120 积分已到账')).toBeVisible()
    await expectAccessible(page, 'paid')
    await keepLook(page, `order-paid-${width}`, { fullPage: true })

    await page.getByRole('link', { name: '查看积分与账单' }).click()
    await expect(page.locator('#main').getByText('125', { exact: true })).toBeVisible()
    await page.reload()
    await page.route('**/rpc/billing/bills', (route) => route.abort())
    await page.getByRole('tab', { name: '账单记录' }).click()
    await expect(page.getByText('加载账单数据失败，请重试')).toBeVisible()
    await page.unroute('**/rpc/billing/bills')
    await page.getByRole('button', { name: '重试' }).click()
    const bills = page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /^发票：/ }) })
    await expect(bills).toHaveText([/^超值包.*\d{4}-\d\d-\d\d¥138\.00已支付$/])
    await expect(page.getByText('示例数据')).toHaveCount(0)
    await bills.getByRole('link', { name: /^发票：超值包.*¥138\.00$/ }).click()
    await expect(page.getByText('120 积分已到账')).toBeVisible()
    await expectReceiptOnPaper(page)
    await page.getByRole('link', { name: '回到图片' }).click()
    await expect(page).toHaveURL(/\/ai\/denoise\/normal$/)
  })
}

/** What was bought, that it is paid, and the seller; no other offers. */
async function expectReceiptOnPaper(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const onScreenOnly = [main.locator('aside'), main.getByRole('region', { name: '申请退款' })]
  for (const part of onScreenOnly) await expect(part).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const part of onScreenOnly) await expect(part).toBeHidden()
  await expect(main.getByText('支付成功')).toBeVisible()
  await expect(main.getByText('¥138.00').first()).toBeVisible()
  await expect(page.locator('body footer').getByText('焕影', { exact: true })).toBeVisible()
  await keepLook(page, 'receipt-on-paper', { fullPage: true })
  await page.emulateMedia({ media: null })
}

test('who lacks credits beside a picture buys some and runs it: the picture is still held (360 px)', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const person = await register()
  const { id: uploadId } = await uploadOver(person, await picture(), origin())
  for (const _ of [1, 2]) await person.api.processing.jobs.start(startOf({ uploadId }))
  await expect.poll(() => balanceOf(person)).toBe(1)
  await person.enter(context)
  await openTool(page)
  await chooser(page).setInputFiles(await picture())
  await expectFlow(page, 'held')
  await expect(page.getByText('积分不足，需要 2 个积分，剩余 1 个')).toBeVisible()
  await expectAccessible(page, 'too few credits')
  await page.getByRole('link', { name: '获取积分' }).click()
  await page.getByRole('button', { name: '购买：体验包' }).click()
  await page.getByRole('button', { name: '确认付款' }).click()
  await expect(page.getByText('20 积分已到账')).toBeVisible()
  await page.getByRole('link', { name: '回到图片' }).click()
  await expectFlow(page, 'held')
  await startButton(page).click()
  await expectFlow(page, 'result')
  // A run without an effect gives its credits back.
  expect(await balanceOf(person)).toBeGreaterThanOrEqual(19)
})

for (const width of [1440, 360]) {
  test(`a pack on the landing page leads a person with an account to its cashier (${width} px)`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await (await register()).enter(context)
    await page.goto('/')
    await page.getByRole('button', { name: '购买：体验包' }).click()
    await page.getByRole('button', { name: '确认付款' }).click()
    await expect(page.getByText('20 积分已到账')).toBeVisible()
    await expect(page.getByRole('link', { name: '查看积分与账单' })).toBeVisible()
  })
}

test('a visitor reads the price that they will pay before any script runs', async ({ browser, service: _ }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(process.env.E2E_ORIGIN!)
  await expect(page.locator('[data-pack-price="pile"]')).toHaveText('¥138.00')
  await expect(page.locator('[data-pack-rate="pile"]')).toHaveText('每积分约 ¥1.15 · 约省 17%')
  await context.close()
})
