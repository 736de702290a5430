// The back office's lists of people and of deeds, longer than six pages, and what they say when one of their calls fails
// (document 2 §2, §5, §7, §8, §9; C-40, P-20, U-27, U-63). The database is seeded, everything else is the product.
import { expect, test } from './journey-test.ts'
import { confirmedPerson } from './mail-steps.ts'
import { counted, exactText, failOnce, NO_NETWORK, open, openAtSecondTry, pageNumbers } from './office-steps.ts'
import { ADMIN_EMAIL, type Person, signIn } from './person.ts'
import { SEEDED_ACTION, SEEDED_USERS, type SeededOffice, startSeededOffice, WITHOUT_STATUS } from './seeded-office.ts'

let office: SeededOffice
let admin: Person
test.beforeAll(async () => {
  office = await startSeededOffice()
  admin = await signIn(ADMIN_EMAIL)
})
test.afterAll(() => office.stop())

test('[ADM-USERS-07] [ADM-USERS-11] [ADM-USERS-29] [ADM-USERS-31] [DATA-PROC-07] the list of more than six pages: five numbers at once, drawn faces, an absent status is 正常', async ({
  visit,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|Failed to fetch/)
  const page = await visit(admin)
  await openAtSecondTry(page, '/admin/users', '用户管理', 'users/list', '加载用户列表失败')
  await expect(page.getByRole('row')).toHaveCount(21)
  const { total } = await admin.api.admin.users.list({ page: 1 })
  expect(total).toBeGreaterThan(SEEDED_USERS)
  await expect(pageNumbers(page)).toHaveText(['1', '2', '3', '4', '5'])
  for (const [press, shown] of [
    ['5', ['3', '4', '5', '6', '7']],
    ['7', ['3', '4', '5', '6', '7']],
    ['4', ['2', '3', '4', '5', '6']],
  ] as const) {
    await page.getByRole('button', { name: `第 ${press} 页` }).click()
    await expect(pageNumbers(page)).toHaveText([...shown])
    await expect(page.getByRole('button', { name: `第 ${press} 页` })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('row')).toHaveCount(1 + Math.min(20, total - 20 * (Number(press) - 1)))
  }

  await page.goto(`/admin/users?q=${WITHOUT_STATUS}`)
  const row = page.getByRole('row').filter({ hasText: WITHOUT_STATUS })
  await expect(row.getByRole('cell').nth(2)).toHaveText('正常')
  const [user] = (await admin.api.admin.users.list({ search: WITHOUT_STATUS, page: 1 })).users
  await expect(row.locator('svg[data-seed]')).toHaveAttribute('data-seed', user!.id)
})

test('[ADM-USERS-17] [ADM-USERS-22] [ADM-USERS-23] [ADM-USERS-24] [ADM-USERS-27] an edit wants a reason, a failed one says so and keeps what was typed, a lost log call is only a warning; the reset is asked for, then sent', async ({
  visit,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|Failed to fetch/)
  const consumer = await confirmedPerson(office.mail)
  const page = await visit(admin)
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await open(page, `/admin/users?q=${encodeURIComponent(consumer.email)}`, '用户管理')
  await page.getByRole('button', { name: `编辑 ${consumer.email}` }).click()
  const dialog = page.getByRole('dialog', { name: '编辑用户' })
  await dialog.getByLabel('剩余积分').fill('9')
  const reason = dialog.getByLabel(/修改原因/)
  const updates = counted(page, 'users/update')
  for (const blank of ['', '   ']) {
    await reason.fill(blank)
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('请填写修改原因')).toBeVisible()
  }
  expect(updates.times).toBe(0)

  await reason.fill('活动赠送')
  await failOnce(page, 'users/update', 'no answer')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(exactText(page, `更新用户信息失败：${NO_NETWORK}`)).toBeVisible()
  await expect(reason).toHaveValue('活动赠送')
  expect((await consumer.api.account.profile.get()).credits.remaining).toBe(5)

  await page.route('**/rpc/admin/logs/write', (route) => route.abort())
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(exactText(page, '用户信息更新成功')).toBeVisible()
  await expect.poll(() => warnings.filter((text) => text.includes('log_admin_action'))).toHaveLength(1)
  await expect(page.getByText(/日志.*失败|失败.*日志/)).toHaveCount(0)
  await page.unroute('**/rpc/admin/logs/write')
  expect((await consumer.api.account.profile.get()).credits.remaining).toBe(9)

  const resets = counted(page, 'users/sendPasswordReset')
  const question = page.getByRole('dialog', { name: '重置密码' })
  await page.getByRole('button', { name: `重置密码 ${consumer.email}` }).click()
  await expect(question).toContainText(`收件邮箱：${consumer.email}`)
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toBeHidden()
  expect(resets.times).toBe(0)
  await page.getByRole('button', { name: `重置密码 ${consumer.email}` }).click()
  await question.getByRole('button', { name: '发送邮件' }).click()
  await expect(exactText(page, '密码重置邮件已发送')).toBeVisible()
  expect(resets.times).toBe(1)
  expect((await office.mail.take(consumer.email)).text).toContain('/auth/reset-password')
})

test('[ADM-LOG-03] [ADM-LOG-05] [ADM-LOG-14] [ADM-LOG-15] the log opens on the last seven days to the second, and shows five page numbers at once', async ({
  visit,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|Failed to fetch/)
  const page = await visit(admin)
  await openAtSecondTry(page, '/admin/logs?action=export_data', '操作日志', 'logs/list', '加载操作日志失败')
  // Its header and the row of the first second; the one of a second before is older than seven days.
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: '全部日期' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.goto(`/admin/logs?action=${SEEDED_ACTION}`)
  await expect(pageNumbers(page)).toHaveText(['1', '2', '3', '4', '5'])
  await page.getByRole('button', { name: '第 5 页' }).click()
  await expect(pageNumbers(page)).toHaveText(['3', '4', '5', '6', '7'])
  await page.getByRole('button', { name: '第 7 页' }).click()
  await expect(page.getByRole('button', { name: '第 7 页' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('row')).toHaveCount(2)
})
