// What the operator's pages say, beside what the server really has: the table of users, dashboard, pool and log (document 2 §8; C-02, C-54).
import { expect, test } from './journey-test.ts'
import { editUser, operator, panel } from './office-steps.ts'
import { ADMIN_EMAIL, register, signIn } from './person.ts'
import { main, statText } from './place.ts'

test('[ADM-USERS-03] [ADM-USERS-04] [ADM-USERS-05] [ADM-USERS-06] [ADM-USERS-09] the table of users: columns, filters, refresh, the reset action', async ({
  visit,
}) => {
  const person = await register()
  const page = await visit(await signIn(ADMIN_EMAIL))
  await page.goto(`/admin/users?q=${encodeURIComponent(person.email)}`)
  await expect(page.getByRole('columnheader')).toHaveText([
    '用户',
    '类型',
    '状态',
    '积分（剩余 / 总计）',
    '注册时间',
    '最近活跃',
    '操作',
  ])
  const row = page.getByRole('row').filter({ hasText: person.email })
  await expect(row.locator('svg[data-seed], img').first()).toBeVisible()
  for (const text of ['免费版', '正常', '5 / 5', /\d{4}-\d\d-\d\d/, /刚刚|分钟前/])
    await expect(row).toContainText(text)
  await expect(row.getByRole('button', { name: `重置密码 ${person.email}` })).toBeVisible()

  const listed = () => page.waitForResponse(/\/rpc\/admin\/users\/list/)
  const [refreshed] = await Promise.all([listed(), page.getByRole('button', { name: '刷新' }).click()])
  expect(refreshed.status()).toBe(200)
  for (const [label, kept, others, options] of [
    [
      '用户类型',
      'free',
      ['premium', 'vip', 'admin', 'banned'],
      ['全部类型', '免费版', '高级版', 'VIP版', '管理员', '封禁'],
    ],
    ['状态', 'active', ['suspended', 'banned'], ['全部状态', '正常', '暂停', '封禁']],
  ] as const) {
    const choice = page.getByLabel(label, { exact: true })
    await expect(choice.getByRole('option')).toHaveText([...options])
    for (const other of others) {
      await choice.selectOption(other)
      await expect(page.getByText('没有符合条件的用户'), other).toBeVisible()
      await choice.selectOption(kept)
      await expect(row).toBeVisible()
    }
  }
})

test('[ADM-DASH-05] [ADM-DASH-06] [ADM-DASH-08] [ADM-POOL-01] [ADM-POOL-02] [ADM-POOL-03] [ADM-POOL-09] [ADM-POOL-14] [ADM-LOG-01] [ADM-LOG-02] [ADM-LOG-04] the operator reads what the server has', async ({
  visit,
}) => {
  const admin = await operator()
  const person = await register()
  const newest = [person.email]
  for (let further = 0; further < 4; further += 1) newest.unshift((await register()).email)
  await editUser(admin, person, 'free', 7)
  const page = await visit(admin)
  await page.goto('/admin')
  await expect(panel(page, '最新用户').getByRole('listitem')).toHaveText(newest.map((email) => new RegExp(email)))
  const status = await admin.api.admin.pool.status()
  await expect(panel(page, '积分池概况')).toContainText(/\$\d+\.\d{4}/)
  const { user_type_distribution: types } = await admin.api.admin.dashboard.stats()
  const everybody = Object.values(types).reduce((sum, count) => sum + count, 0)
  const shares = { free: '免费版', premium: '高级版', vip: 'VIP版', admin: '管理员' } as const
  await expect(panel(page, '用户类型分布').getByRole('listitem')).toHaveCount(Object.keys(types).length)
  for (const [type, count] of Object.entries(types))
    await expect(panel(page, '用户类型分布')).toContainText(
      `${shares[type as keyof typeof shares]}${count} 人 · ${Math.round((100 * count) / everybody)}%`,
    )

  await page.goto('/admin/credit-pool')
  for (const [name, value] of [
    ['积分池今日消耗', String(status.today_consumed)],
    ['今日处理', String(status.total_processing_today)],
    ['今日成功率', status.success_rate_today === null ? '—' : `${status.success_rate_today}%`],
  ] as const)
    await expect(statText(main(page), name)).toContainText(value)
  await expect(panel(page, '预警')).toBeVisible()
  const cost = page.getByLabel(/单位成本（美元）/)
  await expect(cost).toHaveAttribute('min', '0')
  await expect(cost).toHaveAttribute('step', '0.0001')
  await expect(page.getByLabel(/购买总量/)).toHaveAttribute('min', '0')

  await page.goto('/admin/logs')
  const logged = page.getByRole('row').filter({ hasText: person.email })
  await expect(logged.first()).toContainText('更新用户')
  const action = page.getByLabel('操作', { exact: true })
  await expect(action.getByRole('option')).toContainText([
    '全部操作',
    '更新用户',
    '重置密码',
    '更新积分池',
    '更新配置',
    '清理旧数据',
  ])
  await action.selectOption({ label: '清理旧数据' })
  await expect(logged).toHaveCount(0)
  await action.selectOption({ label: '更新用户' })
  await expect(logged.first()).toBeVisible()
  await page.getByLabel('结束日期').fill('2026-01-02')
  await page.getByLabel('开始日期').fill('2026-01-01')
  await expect(logged).toHaveCount(0)
  await page.getByRole('button', { name: '最近 7 天' }).click()
  await expect(logged.first()).toBeVisible()
})
