// Dashboard, credit pool and statistics as an operator meets them on a desk and on a phone (document 2 §2, §5, §8; P-12, P-13, U-21).
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ADMIN_EXPORT_TEXTS } from '#rulebook/admin/exports.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, type Person, register, signIn } from './person.ts'

let admin: Person
test.beforeAll(async () => {
  admin = await signIn(ADMIN_EMAIL)
})

const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const
const panel = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
async function open(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

for (const size of SIZES) {
  test(`[PROD-27] at ${size.width}: the dashboard shows the newest people, and its menu leads to users, pool, settings and log`, async ({
    visit,
  }) => {
    const newcomer = await register()
    const page = await visit(admin)
    await page.setViewportSize(size)
    await open(page, '/admin', '管理后台')
    await expect(panel(page, '最新用户').getByRole('listitem').first().getByText(newcomer.email)).toBeVisible()
    await expect(panel(page, '系统提醒').getByText('数据库')).toBeVisible()
    await expectAccessible(page, 'dashboard')

    // With the keyboard: the figures are read again.
    const second = await register()
    await page.getByRole('button', { name: '刷新' }).focus()
    await page.keyboard.press('Enter')
    await expect(panel(page, '最新用户').getByRole('listitem').first().getByText(second.email)).toBeVisible()

    for (const title of ['用户管理', '积分池', '统计', '系统设置', '操作日志']) {
      await page.getByRole('navigation', { name: '管理后台' }).getByRole('link', { name: title, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
  })

  test(`[ADM-POOL-06] [ADM-POOL-09] [ADM-POOL-13] [ADM-POOL-25] at ${size.width}: the pool is updated with the keyboard alone`, async ({
    visit,
  }) => {
    const page = await visit(admin)
    await page.setViewportSize(size)
    await open(page, '/admin/credit-pool', '积分池')
    await expectAccessible(page, 'credit pool')
    const form = panel(page, '更新积分池')
    const button = form.getByRole('button', { name: '更新' })
    await expect(button).toBeDisabled()
    const purchased = 40_000 + size.width
    await form.getByLabel('购买总量').focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(String(purchased))
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('0.0625')
    await page.keyboard.press('Tab')
    await page.keyboard.type('   ')
    await expect(button).toBeDisabled()
    await page.keyboard.type(`order of ${size.width}`)
    await expect(button).toBeEnabled()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('积分池更新成功')).toBeVisible()
    await expect(
      panel(page, '积分池状态')
        .getByText(`${purchased.toLocaleString('zh-CN')} 积分`)
        .first(),
    ).toBeVisible()
    await expect(page.locator('dd').filter({ hasText: /^\$0\.0625/ })).toBeVisible()
    await expect(panel(page, '预警').getByText('积分池状态正常')).toBeVisible()
    await expectAccessible(page, 'credit pool, updated')
    const { total_purchased: stored } = (await admin.api.admin.pool.newest())!
    expect(stored).toBe(purchased)
  })

  test(`[ADM-STATS-01] [ADM-STATS-02] [ADM-STATS-03] at ${size.width}: two charts with their tables, none marked as in development`, async ({
    visit,
  }) => {
    const page = await visit(admin)
    await page.setViewportSize(size)
    await open(page, '/admin/stats', '统计')
    const { userGrowth, creditUse } = admin.api.admin.statistics
    const [people, use] = await Promise.all([userGrowth(), creditUse()])
    expect(people.at(-1)!.newUsers).toBeGreaterThan(0)
    for (const [title, unit, days] of [
      ['用户增长（最近 30 天）', '人', people.map(({ day, newUsers, totalUsers }) => [day, newUsers, totalUsers])],
      ['用户积分消耗（最近 7 天）', '积分', use.map(({ day, credits, runs }) => [day, credits, runs])],
    ] as const) {
      const sum = days.reduce((all, [, count]) => all + Number(count), 0)
      await expect(panel(page, title).getByRole('img', { name: `${title}：合计 ${sum} ${unit}，` })).toBeVisible()
      const rows = panel(page, title).getByRole('row')
      await expect(rows).toHaveCount(title.includes('30') ? 31 : 8)
      // The newest day stands first.
      await expect(rows.nth(1).locator('th, td')).toHaveText(days.at(-1)!.map(String))
    }
    await expect(page.getByText('开发中')).toHaveCount(0)
    await expectAccessible(page, 'statistics')
  })
}

test('users of the last days are taken along as a file (decision 0088)', async ({ visit, provoked }) => {
  provoked.patterns = [/400 \(Bad Request\)/]
  const page = await visit(admin)
  await open(page, '/admin/stats', '统计')
  await page.getByLabel(ADMIN_EXPORT_TEXTS.table).selectOption('users')
  await page.getByLabel(ADMIN_EXPORT_TEXTS.range).selectOption({ label: '近 7 天' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: ADMIN_EXPORT_TEXTS.submit }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^huanying-users-.*\.csv$/)
  const text = readFileSync((await download.path())!, 'utf8')
  expect(text).toContain('用户编号,用户名,邮箱')
  expect(text).toContain(ADMIN_EMAIL)
  await expect(page.getByText(/^已导出 \d+ 行$/)).toBeVisible()
  await page.getByLabel(ADMIN_EXPORT_TEXTS.range).selectOption({ label: ADMIN_EXPORT_TEXTS.custom })
  await page.getByLabel(ADMIN_EXPORT_TEXTS.from).fill('2020-01-01')
  await page.getByRole('button', { name: ADMIN_EXPORT_TEXTS.submit }).click()
  await expect(page.getByText('导出失败：日期范围不正确，最长一年')).toBeVisible()
})

test('[ADM-DASH-16] [ADM-POOL-27] a call that fails is told with its reason, and tried again', async ({
  visit,
  provoked,
}) => {
  provoked.patterns = [/ERR_FAILED|Failed to fetch/]
  const page = await visit(admin)
  for (const [address, title, call, failure, found] of [
    ['/admin', '管理后台', '**/rpc/admin/dashboard/stats', '加载仪表盘数据失败', '系统提醒'],
    ['/admin/credit-pool', '积分池', '**/rpc/admin/pool/newest', '加载积分池数据失败', '积分池状态'],
  ] as const) {
    await page.route(call, (route) => route.abort())
    await open(page, address, title)
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: failure })
    await expect(alert).toContainText(`${failure}：网络连接失败，请检查网络状态`)
    await expectAccessible(page, failure)
    await page.unroute(call)
    await alert.getByRole('button', { name: '重试' }).click()
    await expect(panel(page, found)).toBeVisible()
    await expect(alert).toBeHidden()
  }
})
