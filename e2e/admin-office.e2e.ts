// The back office's pages of figures and settings, with figures that are known to the digit, and what it says when one of its calls fails
// (document 2 §2, §5, §7, §8, §9; C-39, P-13 to P-16, U-20). The database is seeded, everything else is the product.
import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { confirmedPerson } from './mail-steps.ts'
import { counted, exactText, failOnce, items, NO_NETWORK, open, openAtSecondTry, panel } from './office-steps.ts'
import { ADMIN_EMAIL, type Person, signIn } from './person.ts'
import { statText } from './place.ts'
import { SEEDED_STATISTICS, type SeededOffice, startSeededOffice } from './seeded-office.ts'

const REFRESH_MS = 5 * 60_000
const BROKEN = '服务暂时出现问题，请稍后重试'
const CONSUMED_TODAY = `${SEEDED_STATISTICS.consumedToday}积分${SEEDED_STATISTICS.trend}`

let office: SeededOffice
let admin: Person
test.beforeAll(async () => {
  office = await startSeededOffice()
  admin = await signIn(ADMIN_EMAIL)
})
test.afterAll(() => office.stop())

async function leave(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
}

/** Runs of today by service, each weighed, and what that may have cost. */
async function expectAnalysis(page: Page, costs: readonly string[]): Promise<void> {
  const lines = panel(page, '成本分析（估算）').getByRole('row')
  for (const [place, facts] of [
    'Topaz AI4 × 28',
    '本地引擎2 × 12',
    '图片放大1 × 11',
    '图片上色1 × 22',
    '合计13',
  ].entries())
    await expect(lines.filter({ hasText: `${facts}${costs[place]}` })).toHaveCount(1)
  await expect(lines).toHaveCount(6)
}

test('[ADM-DASH-01] [ADM-DASH-02] [ADM-DASH-03] [ADM-DASH-04] [ADM-DASH-07] [ADM-DASH-09] [ADM-DASH-10] [ADM-DASH-11] the dashboard says what today was, and says it anew after five minutes', async ({
  visit,
}) => {
  const page = await visit(admin)
  await page.clock.install()
  const asked = counted(page, 'dashboard/stats')
  await open(page, '/admin', '管理后台')
  await expect(statText(page, '今日新增用户')).toHaveText('1人')
  await expect(statText(page, '今日处理')).toHaveText(`${SEEDED_STATISTICS.runsToday}次`)
  await expect(statText(page, '积分池今日消耗')).toHaveText(CONSUMED_TODAY)
  await expect(statText(page, '系统状态')).toHaveText('健康')
  for (const [part, state] of [
    ['数据库', '健康'],
    ['对象存储', '健康'],
    ['邮件', '健康'],
    ['AI 服务', '健康'],
    ['支付', '未配置'],
  ] as const)
    await expect(statText(panel(page, '系统提醒'), part)).toHaveText(state)
  await expect(items(page, '今日 AI 服务分布')).toHaveText([...SEEDED_STATISTICS.services])
  // The five latest of today's eight runs, the last first.
  await expect(items(page, '最近处理')).toHaveText([
    /^强力降噪本地引擎 · seeded-without-status.*已完成/,
    /^强力降噪本地引擎.*失败/,
    /^强力降噪图片上色/,
    /^强力降噪图片放大/,
    /^强力降噪Topaz AI.*失败/,
  ])
  await expect(items(page, '系统提醒')).toHaveText(['系统运行正常'])

  const newcomer = await confirmedPerson(office.mail)
  await admin.api.admin.settings.setEmergencyStop({ isOn: true })
  const before = asked.times
  await page.clock.runFor(REFRESH_MS - 30_000)
  expect(asked.times).toBe(before)
  await page.clock.runFor(30_000)
  await expect(items(page, '系统提醒')).toHaveText(['紧急停止已启用，AI 处理已暂停'])
  await expect(statText(page, '今日新增用户')).toHaveText('2人')
  await expect(items(page, '最新用户').first()).toContainText(newcomer.email)
  expect(asked.times).toBe(before + 1)
  await admin.api.admin.settings.setEmergencyStop({ isOn: false })
})

test('[C-55] [ADM-DASH-05] [ADM-POOL-01] [ADM-POOL-02] [ADM-POOL-03] [ADM-POOL-04] [ADM-POOL-05] [ADM-POOL-07] [ADM-POOL-08] [ADM-POOL-11] [ADM-POOL-12] [ADM-POOL-15] [ADM-POOL-16] [ADM-POOL-20] [ADM-POOL-26] the pool, from none entered to the figures of a purchase', async ({
  visit,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|Failed to fetch/)
  const page = await visit(admin)
  await open(page, '/admin/credit-pool', '积分池')
  await expect(statText(page, '积分池今日消耗')).toHaveText(CONSUMED_TODAY)
  await expect(statText(page, '今日处理')).toHaveText(`${SEEDED_STATISTICS.runsToday}次`)
  // What a person cancelled is no failure.
  await expect(statText(page, '今日成功率')).toHaveText(SEEDED_STATISTICS.successRate)
  await expect(statText(page, '单位成本')).toHaveText('$0.0500/ 积分默认值，尚未录入')
  await expect(items(page, '今日各服务用量')).toHaveText([...SEEDED_STATISTICS.services])
  await expectAnalysis(page, ['$0.40', '$0.10', '$0.05', '$0.10', '$0.65'])
  await expect(page.getByText('尚未录入积分池数据，请在下方填写首次数据')).toBeVisible()
  for (const name of ['购买总量', '已消耗', '剩余'])
    await expect(statText(panel(page, '积分池状态'), name)).toHaveText('0 积分')

  const form = panel(page, '更新积分池')
  const [total, cost, notes] = [form.getByLabel('购买总量'), form.getByLabel('单位成本'), form.getByLabel('备注')]
  const update = form.getByRole('button', { name: '更新' })
  await expect(cost).toHaveValue('0.0500')
  await notes.fill('order 7')
  for (const [purchased, costUsd, isOffered] of [
    ['0', '0.0500', false],
    ['1', '0.0500', true],
    ['1', '0', false],
    ['1', '0.0001', true],
    ['', '0.0001', false],
  ] as const) {
    await total.fill(purchased)
    await cost.fill(costUsd)
    await expect(update, `${purchased} at ${costUsd}`).toBeEnabled({ enabled: isOffered })
  }

  await total.fill('50000')
  await cost.fill('0.0625')
  await failOnce(page, 'pool/update', 'no answer')
  await update.click()
  await expect(exactText(page, `更新积分池失败：${NO_NETWORK}`)).toBeVisible()
  await expect(notes).toHaveValue('order 7')
  expect(await admin.api.admin.pool.newest()).toBeNull()

  await update.click()
  await expect(exactText(page, '积分池更新成功')).toBeVisible()
  await expect(statText(page, '单位成本')).toHaveText('$0.0625/ 积分')
  await expectAnalysis(page, ['$0.50', '$0.13', '$0.06', '$0.13', '$0.81'])
  const dashboard = await visit(admin)
  await open(dashboard, '/admin', '管理后台')
  for (const [name, value] of [
    ['购买总量', '50,000 积分'],
    ['已消耗', `${SEEDED_STATISTICS.consumedEver} 积分`],
    ['剩余', '49,986 积分'],
    ['总成本', '$3,125.00'],
  ] as const) {
    await expect(statText(panel(page, '积分池状态'), name)).toHaveText(value)
    await expect(statText(panel(dashboard, '积分池概况'), name)).toHaveText(value)
  }
  await expect(statText(panel(dashboard, '积分池概况'), '单位成本')).toHaveText('$0.0625 / 积分')
})

test('[ADM-POOL-09] [ADM-POOL-10] [ADM-POOL-17] figures of the pool that were entered elsewhere are seen after five minutes, and what is being written here stays', async ({
  visit,
}) => {
  const page = await visit(admin)
  await page.clock.install()
  const asked = counted(page, 'pool/newest')
  await open(page, '/admin/credit-pool', '积分池')
  const notes = panel(page, '更新积分池').getByLabel('备注')
  await notes.fill('half a sen')
  await admin.api.admin.pool.update({ totalPurchased: 9_000, costPerCredit: 0.06, notes: 'elsewhere' })
  const before = asked.times
  await page.clock.runFor(REFRESH_MS - 30_000)
  expect(asked.times).toBe(before)
  await page.clock.runFor(30_000)
  await expect(statText(panel(page, '积分池状态'), '购买总量')).toHaveText('9,000 积分')
  await expect(items(page, '预警')).toHaveText(['积分池余额不足'])
  expect(asked.times).toBe(before + 1)
  await expect(notes).toHaveValue('half a sen')
})

test('[ADM-SET-13] [ADM-SET-20] [ADM-SET-28] [ADM-SET-29] [ADM-SET-30] [ADM-SET-31] the settings: no number is read as the default, and each thing that fails is told and leaves everything as it was', async ({
  visit,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|Failed to fetch|400 \(Bad Request\)/)
  const page = await visit(admin)
  await openAtSecondTry(page, '/admin/settings', '系统设置', 'settings/get', '加载系统配置失败')
  const limit = page.getByRole('textbox', { name: /API 速率限制/ })
  await expect(limit).toHaveValue('100')
  await expect(page.getByRole('textbox', { name: /每日积分上限/ })).toHaveValue('1000')

  await limit.fill('60')
  await failOnce(page, 'settings/save', 'broken')
  await page.getByRole('button', { name: '保存设置' }).click()
  await expect(exactText(page, `保存设置失败：${BROKEN}`)).toBeVisible()
  await expect(limit).toHaveValue('60')
  await page.getByRole('button', { name: '放弃修改' }).click()

  const dialog = page.getByRole('dialog')
  for (const [call, button, failed] of [
    ['cleanup', '开始清理', '清理数据失败'],
    ['optimise', '开始优化', '数据库优化失败'],
  ] as const) {
    await failOnce(page, `settings/${call}`, 'broken')
    await page.getByRole('button', { name: button }).click()
    await dialog.getByRole('button', { name: button }).click()
    await expect(exactText(page, `${failed}：${BROKEN}`)).toBeVisible()
    await leave(page)
  }
  await page.getByRole('button', { name: '开始优化' }).click()
  await dialog.getByRole('button', { name: '开始优化' }).click()
  await expect(exactText(page, '数据库优化功能正在开发中...')).toBeVisible()
})

test('[ADM-SET-22] [ADM-SET-24] a switch that cannot be turned says so, on and off, and stays as it was', async ({
  visit,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|Failed to fetch/)
  const page = await visit(admin)
  await open(page, '/admin/settings', '系统设置')
  const dialog = page.getByRole('dialog')
  const isOnOf = { 紧急停止: 'setEmergencyStop', 维护模式: 'setMaintenance' } as const
  for (const [name, failed] of [
    ['紧急停止', '紧急停止功能失败'],
    ['维护模式', '维护模式失败'],
  ] as const) {
    const row = page.getByRole('switch', { name })
    for (const [verb, isOn] of [
      ['启用', false],
      ['禁用', true],
    ] as const) {
      if (isOn) await admin.api.admin.settings[isOnOf[name]]({ isOn })
      await page.reload()
      await expect(row).toBeChecked({ checked: isOn })
      await failOnce(page, `settings/${isOnOf[name]}`, 'no answer')
      await page.locator('label', { has: row }).click()
      await dialog.getByRole('button', { name: verb }).click()
      await expect(exactText(page, `${verb}${failed}：${NO_NETWORK}`)).toBeVisible()
      await leave(page)
      await expect(row).toBeChecked({ checked: isOn })
    }
    await admin.api.admin.settings[isOnOf[name]]({ isOn: false })
  }
})
