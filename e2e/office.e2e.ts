// An operator's day with money, against Alipay's emulator, at 1440 and 360 px, in a browser and inside WeChat (decision 0105): a buyer asks for a
// 发票, the operator finds the order, enters the invoice with its file, and the buyer downloads it, or reads where to do so.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { startOf } from '#features/processing/testing/start-of.ts'
import { ADMIN_EXPORT_TEXTS } from '#rulebook/admin/exports.ts'
import { type AlipayEmulator, openAlipayEmulator } from '../emulators/alipay/emulator.ts'
import { expectAccessible } from './accessible.ts'
import { fileOf } from './file-of.ts'
import { expect, test } from './journey-test.ts'
import { keepLook } from './keep-look.ts'
import { leadTo } from './own-service.ts'
import { ADMIN_EMAIL, origin, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { ONE_REQUEST } from './service.ts'
import { startServiceWithAdmin } from './service-with-admin.ts'
import { expectCompleted, uploadOver } from './tool-steps.ts'
import { WECHAT_ON_A_COMPUTER, WECHAT_ON_A_PHONE } from './wechat-agents.ts'

let alipay: AlipayEmulator
let stopService: () => Promise<void>
test.beforeAll(async () => {
  alipay = await openAlipayEmulator()
  stopService = leadTo(
    await startServiceWithAdmin({
      ...alipay.settings,
      PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
    }),
  )
})
test.afterAll(async () => {
  await stopService()
  await alipay.close()
})
test.beforeEach(
  ({ provoked }) =>
    void provoked.patterns.push(/foreign host: http:\/\/127\.0\.0\.1:\d+\//, /127\.0\.0\.1:\d+\/favicon/),
)

/** A paid pack of 120 credits. */
async function buy({ api }: Person): Promise<string> {
  const { id, address } = await api.billing.buy({ packId: 'pile', provider: 'alipay' })
  await fetch(address, { headers: ONE_REQUEST })
  alipay.pay(id.replaceAll('-', ''))
  await expect.poll(async () => (await api.billing.order({ id })).status).toBe('paid')
  return id
}

const TITLE = '某某科技有限公司'
let invoices = 0

interface Place {
  readonly where: string
  readonly width: number
  readonly userAgent?: string
  /** Where files cannot be kept. */
  readonly isInWechat?: true
}
const PLACES: readonly Place[] = [
  { where: '1440 px', width: 1440 },
  { where: '360 px', width: 360 },
  { where: 'WeChat on a computer, 1440 px', width: 1440, userAgent: WECHAT_ON_A_COMPUTER },
  { where: 'WeChat on a phone, 360 px', width: 360, userAgent: WECHAT_ON_A_PHONE, isInWechat: true },
]
const IN_A_BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
/** WeChat shows the same states. */
const measure = (page: Page, state: string, { userAgent }: Place) => !userAgent && expectAccessible(page, state)
const keepLookOf = (page: Page, name: string, { width, userAgent }: Place) =>
  keepLook(page, `office-${name}-${width}${userAgent ? '-wechat' : ''}`, { fullPage: true })

/** As the exported list of codes contains them. */
async function codesOf({ api }: Person, name: string): Promise<string[]> {
  const batches = await api.admin.coupons.list()
  const { id } = batches.find((batch) => batch.name === name)!
  return (await api.admin.coupons.codes({ id })).map(({ code }) => code)
}

/** Fields of one line stand level: a field with a hint as high as its neighbour without. */
async function expectLevelFields(admin: Page): Promise<void> {
  const [name, credits] = await Promise.all(
    ['活动名称', '每次兑换的积分'].map((label) => admin.getByText(label, { exact: true }).boundingBox()),
  )
  if (credits!.x > name!.x) expect(credits!.y).toBeCloseTo(name!.y, 0)
}

/** The list of before is dimmed until the answer is there, and may have been as long. */
async function expectFound(admin: Page, words: string): Promise<void> {
  await expect(admin).toHaveURL(new RegExp(words))
  await expect(admin.getByRole('table')).toHaveAttribute('aria-busy', 'false')
}

/** The order is found, and its invoice entered with a file; answers the invoice's number. */
async function enterInvoice(admin: Page, number: string, place: Place): Promise<string> {
  await admin.goto('/admin/orders')
  const queue = admin.getByRole('region', { name: '发票申请' })
  await expect(queue.getByText('税号 91350100M000100Y43').first()).toBeVisible()
  await admin.getByRole('searchbox', { name: /搜索订单号/ }).fill(number)
  await expectFound(admin, number)
  await expect(admin.getByText('共 1 个订单')).toBeVisible()
  await expect(admin.getByRole('row').filter({ hasText: number })).toContainText('¥138.00')
  await measure(admin, 'orders', place)
  await keepLookOf(admin, 'orders', place)
  await queue
    .getByRole('listitem')
    .filter({ hasText: number })
    .getByRole('button', { name: `填写发票：${TITLE}` })
    .click()
  const dialog = admin.getByRole('dialog', { name: '填写发票' })
  invoices += 1
  const invoiceNumber = String(invoices).padStart(20, '0')
  await dialog.getByRole('textbox', { name: '发票号码' }).fill(invoiceNumber)
  await admin.locator('input[type="file"]').setInputFiles({
    name: 'invoice.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 an invoice'),
  })
  await measure(admin, 'an invoice is entered', place)
  await keepLookOf(admin, 'invoice-entered', place)
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(queue.getByText(`发票号码 ${invoiceNumber}`)).toBeVisible()
  return invoiceNumber
}

for (const place of PLACES) {
  const { where, width, userAgent, isInWechat = false } = place
  test.describe(where, () => {
    test.use({ viewport: { width, height: 800 }, ...(userAgent && { userAgent }) })

    test('a 发票 is asked for, entered in the back office and downloaded', async ({ visit, browser }) => {
      const buyer = await register()
      const id = await buy(buyer)
      const number = id.replaceAll('-', '')
      const page = await visit(buyer)
      await page.goto('/profile/billing')
      await page.getByRole('tab', { name: '账单记录' }).click()
      await page.getByRole('link', { name: /^发票：超值包/ }).click()
      await expect(page.getByText('支付宝', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: '申请发票' }).click()
      const form = page.getByRole('dialog', { name: '申请发票' })
      await form.getByText('单位', { exact: true }).click()
      await form.getByRole('textbox', { name: '发票抬头' }).fill(TITLE)
      await form.getByRole('textbox', { name: '税号' }).fill('91350100M000100Y44')
      await form.getByRole('textbox', { name: '接收邮箱' }).fill('books@example.com')
      await form.getByRole('button', { name: '提交申请' }).click()
      await expect(form.getByText('税号不正确，请核对后再提交')).toBeVisible()
      await measure(page, 'the form of a 发票', place)
      await keepLookOf(page, 'invoice-form', place)
      await form.getByRole('textbox', { name: '税号' }).fill('91350100m000100y43')
      await form.getByRole('button', { name: '提交申请' }).click()
      const section = page.getByRole('region', { name: '发票' })
      await expect(section.getByText('已申请发票')).toBeVisible()
      await measure(page, 'a 发票 was asked for', place)
      await keepLookOf(page, 'invoice-asked', place)

      const invoiceNumber = await enterInvoice(await visit(await signIn(ADMIN_EMAIL)), number, place)

      await page.reload()
      await expect(section.getByText(`发票号码 ${invoiceNumber}`)).toBeVisible()
      await keepLookOf(page, 'invoice-issued', place)
      const button = section.getByRole('button', { name: '下载发票' })
      const file = await fileOf(page, button, isInWechat)
      if (file) return expect(file.suggestedFilename()).toBe(`发票-${invoiceNumber}.pdf`)
      await expect(button).toBeFocused()
      const own = await browser.newContext({ userAgent: IN_A_BROWSER })
      await buyer.enter(own)
      const again = await own.newPage()
      await again.goto(page.url())
      const kept = await fileOf(again, again.getByRole('button', { name: '下载发票' }), false)
      expect(kept!.suggestedFilename()).toBe(`发票-${invoiceNumber}.pdf`)
      await own.close()
    })

    // WeChat on a computer keeps files as a browser does, which the file of the 发票 has shown.
    if (userAgent === WECHAT_ON_A_COMPUTER) return

    test('a run is found by its number and done once more at no charge; statistics, a table of them and pool', async ({
      visit,
    }) => {
      const person = await register()
      const { id: uploadId } = await uploadOver(person, await picture({ width: 64, height: 48 }), origin())
      const { id } = await person.api.processing.jobs.start(startOf({ uploadId }))
      await expectCompleted(person, id)
      const admin = await visit(await signIn(ADMIN_EMAIL))
      await admin.goto('/admin/runs')
      await admin.getByRole('searchbox', { name: '搜索处理编号或错误代码' }).fill(id)
      await expectFound(admin, id)
      await expect(admin.getByText('共 1 次处理')).toBeVisible()
      await measure(admin, 'runs', place)
      await keepLookOf(admin, 'runs', place)
      await admin.getByRole('link', { name: new RegExp(id) }).click()
      await expect(admin.getByText(/ · 64 × 48 · \d+ KB$/)).toBeVisible()
      await expect(admin.getByText('自动', { exact: true })).toBeVisible()
      await admin.getByRole('button', { name: '免费重新处理' }).click()
      const dialog = admin.getByRole('dialog', { name: '免费重新处理？' })
      await dialog.getByRole('textbox', { name: '原因' }).fill('结果有色块')
      await dialog.getByRole('button', { name: '免费重新处理' }).click()
      await expect(admin.getByText('已免费重新处理')).toBeVisible()
      await measure(admin, 'a run', place)
      await keepLookOf(admin, 'run', place)
      await admin.getByRole('link', { name: '查看新的处理' }).click()
      await expect(admin.getByRole('region', { name: '积分', exact: true })).toBeVisible()

      await admin.goto('/admin/stats')
      const sales = admin.getByRole('region', { name: '收入', exact: true })
      await expect(sales.getByText('付款订单').first()).toBeVisible()
      await sales.getByText('自选').click()
      await expect(sales.getByLabel('开始日期')).toBeVisible()
      await expect(admin.getByRole('region', { name: '队列与存储' }).getByText('保存的原图')).toBeVisible()
      await measure(admin, 'statistics', place)
      await keepLookOf(admin, 'stats', place)
      const table = await fileOf(admin, admin.getByRole('button', { name: ADMIN_EXPORT_TEXTS.submit }), isInWechat)
      if (table) expect(table.suggestedFilename()).toMatch(/\.csv$/)

      await admin.goto('/admin/credit-pool')
      await admin.getByLabel(/购买总量/).fill(String(1000 * width))
      await admin.getByLabel(/备注/).fill('订单 A-1')
      await admin.getByRole('button', { name: '更新' }).click()
      await expect(admin.getByRole('region', { name: '购买记录' }).getByText('订单 A-1').first()).toBeVisible()
      await measure(admin, 'pool', place)
      await keepLookOf(admin, 'pool', place)
    })

    test('codes are made in the back office and redeemed on the billing page', async ({ visit, provoked }) => {
      provoked.patterns.push(/status of 404/)
      const head = await signIn(ADMIN_EMAIL)
      const admin = await visit(head)
      await admin.goto('/admin/coupons')
      await expectLevelFields(admin)
      await admin.getByLabel('活动名称').fill(`开业活动 ${where}`)
      await admin.getByLabel('每次兑换的积分').fill('30')
      await admin.getByLabel('兑换码数量').fill('3')
      const file = await fileOf(admin, admin.getByRole('button', { name: '生成并下载' }), isInWechat)
      const codes = file
        ? (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
        : await codesOf(head, `开业活动 ${where}`)
      expect(codes).toHaveLength(3)
      await expect(admin.getByText('每次 30 积分 · 3 个码 · 每码 1 次').first()).toBeVisible()
      await measure(admin, 'codes', place)
      await keepLookOf(admin, 'coupons', place)

      const page = await visit(await register())
      await page.goto('/profile/billing')
      const section = page.getByRole('region', { name: '兑换码' })
      await section.getByLabel('兑换码').fill('AAAA-AAAA-AAAA')
      await section.getByRole('button', { name: '兑换' }).click()
      await expect(section.getByText('兑换码不存在，请核对后再试')).toBeVisible()
      await section.getByLabel('兑换码').fill(codes[0]!.toLowerCase())
      await section.getByRole('button', { name: '兑换' }).click()
      await expect(page.locator('#main').getByText('35', { exact: true })).toBeVisible()
      await expect(page.getByRole('region', { name: '积分明细' }).getByText(`开业活动 ${where}`)).toBeVisible()
      await measure(page, 'a code was redeemed', place)
      await keepLookOf(page, 'redeemed', place)
    })
  })
}

test('a pack is changed: landing page, billing page and the next order follow, the history says who and why', async ({
  visit,
}) => {
  const admin = await visit(await signIn(ADMIN_EMAIL))
  await admin.setViewportSize({ width: 360, height: 800 })
  await admin.goto('/admin/packs')
  await admin.getByRole('button', { name: '修改积分包：大容量包' }).click()
  const dialog = admin.getByRole('dialog', { name: '修改积分包：大容量包' })
  await dialog.getByLabel('赠送积分').fill('50')
  await dialog.getByLabel(/人民币价格/).fill('199')
  await expectAccessible(admin, 'a pack is changed')
  await keepLook(admin, 'office-pack-edited', { fullPage: true })
  await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled()
  await dialog.getByLabel('修改原因').fill('双十二')
  await dialog.getByRole('button', { name: '保存' }).click()
  const pack = admin.getByRole('region', { name: '大容量包' })
  await expect(pack.getByText('250 积分 + 赠送 50 · $39.99 · ¥199.00').first()).toBeVisible()
  await pack.getByText('修改记录（2）').click()
  await expect(pack.getByText('双十二')).toBeVisible()
  await expectAccessible(admin, 'packs')
  await keepLook(admin, 'office-packs', { fullPage: true })

  // The page as it is served, before any script.
  const served = async () => (await fetch(origin(), { headers: ONE_REQUEST })).text()
  await expect.poll(served).toMatch(/data-pack-price="box"[^>]*>¥199\.00</)
  expect(await served()).toMatch(/data-pack-credits="box"[^>]*>300 积分</)
  const buyer = await register()
  const page = await visit(buyer)
  await page.goto('/profile/billing')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '大容量包' }) })
  await expect(card.getByText('¥199.00')).toBeVisible()
  await expect(card.getByText('300 个积分（含赠送 50 个）')).toBeVisible()
  const { id } = await buyer.api.billing.buy({ packId: 'box', provider: 'alipay' })
  expect(await buyer.api.billing.order({ id })).toMatchObject({ minor: 19_900, credits: 300 })
})
