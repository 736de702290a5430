// What the signed-in screens say of an account and of the service, beside what the server really has: billing, badges of each tier, the history
// from empty to eleven pictures and back (document 1 §2, §8; document 2 §2, §8; C-02, C-52, C-54).
import type { Locator, Page } from '@playwright/test'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import { WAITLIST_TEXTS } from '#rulebook/credits/waitlist.ts'
import { expect, test } from './journey-test.ts'
import { editUser, operator, panel } from './office-steps.ts'
import { origin, register } from './person.ts'
import { picture } from './picture.ts'
import { main, statText } from './place.ts'
import { uploadOver } from './tool-steps.ts'

test('[PROD-25] [BILL-01] [BILL-02] [BILL-03] [BILL-04] [BILL-05] [BILL-10] [BILL-11] [BILL-12] [BILL-15] [BILL-18] [BILL-20] the billing page: figures of the account, the warning at five, packs, and a buy press that sends nothing', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  await page.goto('/profile/billing')
  await expect(main(page).getByText('免费用户')).toBeVisible()
  for (const [name, value] of [
    ['剩余积分', '5'],
    ['已使用积分', '0'],
    ['本月处理次数', '0'],
    ['累计处理次数', '0'],
    ['账户等级', '新手'],
  ] as const)
    await expect(statText(main(page), name)).toHaveText(value)
  await expect(main(page).getByText('您有 5 积分，标准工具可用 2 次')).toBeVisible()
  await expect(main(page).getByText(/^剩余积分不多/)).toHaveCount(0)
  await expect(main(page).getByRole('tab')).toHaveText(['积分包', '账单记录'])
  for (const pack of CREDIT_PACKS) {
    const card = main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3, name: pack.name }) })
    const facts = [
      `$${pack.price}`,
      `${pack.credits} 积分`,
      `每积分约 $${pack.pricePerCredit.toFixed(2)}`,
      pack.description,
      ...(pack.discount > 0 ? [`约省 ${pack.discount}%`] : []),
      ...(pack.popular ? ['推荐'] : []),
    ]
    for (const fact of [...facts, ...pack.features]) await expect(card.first()).toContainText(fact)
  }
  const ledger = panel(page, '积分明细').getByRole('listitem')
  await expect(ledger).toHaveText([/^赠送注册赠送.*\+5剩余 5$/])
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  for (const { name } of CREDIT_PACKS)
    await expect(main(page).getByRole('button', { name: `即将开放：${name}` })).toBeDisabled()
  await expect(main(page).getByText('积分包购买功能开发中...')).toBeVisible()
  // Nobody takes money here, so nobody is named.
  await expect(main(page)).not.toContainText(/收款|经销商/)
  await main(page).getByRole('button', { name: WAITLIST_TEXTS.ask }).click()
  await expect(main(page).getByText(/^已登记/)).toBeVisible()
  // The wish is kept; nothing is ordered.
  expect(sent.filter((url) => url.includes('/api/') && !url.endsWith('/billing/purchaseWish/ask'))).toEqual([])

  const admin = await operator()
  await editUser(admin, person, 'free', 1)
  await page.reload()
  await expect(main(page).getByText('剩余积分不多（1），如有兑换码，可在本页兑换')).toBeVisible()
  await editUser(admin, person, 'free', 6)
  await page.reload()
  await expect(statText(main(page), '剩余积分')).toHaveText('6')
  await expect(main(page).getByText(/^剩余积分不多|^您有/)).toHaveCount(0)
  await expect(ledger.first()).toHaveText(/^调整客服调整.+\+5剩余 6$/)
})

test('[BILL-13] [BILL-16] [BILL-17] [BILL-20] an account without bills sees that it has none, and samples that are called samples', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await page.goto('/profile/billing')
  await main(page).getByRole('tab', { name: '账单记录' }).click()
  await expect(main(page).getByText('还没有账单')).toBeVisible()
  const samples = panel(page, '示例数据').getByRole('listitem')
  await expect(samples).toHaveText([
    /2025-08-12.*\$29\.99.*示例数据 · 已支付/,
    /2025-07-12.*\$9\.99.*示例数据 · 已支付/,
  ])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const downloads = samples.getByRole('button', { name: /^下载发票/ })
  await expect(downloads).toHaveCount(2)
  for (const download of await downloads.all()) await download.click()
  await expect(page.getByText('下载发票功能开发中...').first()).toBeVisible()
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
})

test('[UDROP-05] [UDROP-06] [PROFILE-02] [ROLE-13] each tier has its badge in dropdown, sidebar and billing', async ({
  visit,
}) => {
  const admin = await operator()
  const person = await register()
  for (const [tier, badge, label] of [
    ['free', '免费版', '免费用户'],
    ['premium', '高级版', '付费用户'],
    ['vip', 'VIP版', '企业用户'],
  ] as const) {
    await editUser(admin, person, tier, 5)
    await expectBadges(await visit(person), badge, label)
  }
  await expectBadges(await visit(admin), '管理员', '超级管理员')
})

async function expectBadges(page: Page, badge: string, label: string): Promise<void> {
  await page.goto('/profile/billing')
  await expect(main(page).getByText(label, { exact: true })).toBeVisible()
  await expect(page.locator('aside').getByText(badge, { exact: true })).toBeVisible()
  const button = page.getByRole('button', { name: /用户菜单/ })
  await button.click()
  const menu = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
  await expect(menu.getByText(badge, { exact: true })).toBeVisible()
}

test('[HIST-03] [HIST-04] [HIST-06] [HIST-07] [HIST-11] [HIST-13] [HIST-18] [HIST-19] [HIST-30] the history: empty, ten and one more, figures, one deleted, two deleted', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  await page.goto('/profile/history')
  await expect(main(page).getByRole('link', { name: '去处理第一张图片' })).toHaveAttribute('href', '/editor')
  const small = await picture()
  for (let number = 1; number <= 11; number += 1)
    await uploadOver(person, { ...small, name: `photo-${number}.jpg` }, origin())

  await page.reload()
  const boxes = main(page).getByRole('checkbox', { name: /^选择/ })
  await expect(boxes).toHaveCount(10)
  await expect(main(page).getByRole('listitem').filter({ hasText: '仅上传' })).toHaveCount(10)
  await expect(statText(main(page), '上传图片')).toHaveText('11')
  await main(page).getByRole('button', { name: '加载更多' }).click()
  await expect(boxes).toHaveCount(11)
  await expect(main(page).getByRole('button', { name: '加载更多' })).toHaveCount(0)
  const remove = async (press: Locator, done: string) => {
    await press.click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.getByText(done, { exact: true })).toBeVisible()
  }
  await remove(main(page).getByRole('button', { name: '删除 photo-11.jpg' }), '删除成功')
  await expect(main(page).getByText('photo-11.jpg')).toHaveCount(0)
  for (const name of ['photo-10.jpg', 'photo-9.jpg']) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await main(page).getByRole('button', { name: '批量下载' }).click()
  await expect(page.getByText('批量下载功能开发中...')).toBeVisible()
  await remove(main(page).getByRole('button', { name: '批量删除' }), '批量删除成功')
  await page.reload()
  await expect(boxes).toHaveCount(8)
  await expect(boxes.first()).toHaveAccessibleName('选择 photo-8.jpg')
  await expect(boxes.last()).toHaveAccessibleName('选择 photo-1.jpg')
  await expect(statText(main(page), '上传图片')).toHaveText('8')
})

test('[HIST-12] [HIST-25] [HIST-26] [HIST-27] what fails in the history says so, and can be tried again', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|Failed to fetch/)
  const person = await register()
  await person.enter(context)
  for (const name of ['a.jpg', 'b.jpg']) await uploadOver(person, await picture({ name }), origin())
  await page.route('**/rpc/history/list**', (route) => route.abort())
  await page.route(/\/files\//, (route) => route.abort())
  await page.goto('/profile/history')
  await expect(main(page).getByText('加载历史记录失败，请重试')).toBeVisible()
  await page.unroute('**/rpc/history/list**')
  await main(page).getByRole('button', { name: '重试' }).click()
  await expect(main(page).getByTestId('thumbnail-placeholder')).toHaveCount(2)

  await page.route('**/rpc/history/remove**', (route) => route.abort())
  const boxes = main(page).getByRole('checkbox', { name: /^选择/ })
  for (const [button, text] of [
    ['删除 a.jpg', '删除失败，请重试'],
    ['批量删除', '批量删除失败，请重试'],
  ] as const) {
    if (button === '批量删除') for (const box of await boxes.all()) await box.check()
    await main(page).getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }

  // Nothing is gone, and what can be loaded is no placeholder.
  await page.unroute(/\/files\//)
  await page.reload()
  await expect(boxes).toHaveCount(2)
  const thumbnails = main(page).getByRole('listitem').locator('img')
  await expect(thumbnails).toHaveCount(2)
  for (const thumbnail of await thumbnails.all()) await expect(thumbnail).not.toHaveJSProperty('naturalWidth', 0)
  await expect(main(page).getByTestId('thumbnail-placeholder')).toHaveCount(0)
})
