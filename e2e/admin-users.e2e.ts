// The operator's users, session and log in the browser (document 1 §4, §6; document 2 §2, §4, §6, §8; C-04, C-31, C-40, U-25, U-36).
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ON_BOTH_DATABASES } from './databases.ts'
import { expect, test } from './journey-test.ts'
import { fillLogin } from './mail-steps.ts'
import { expectStays, stopClock } from './page-clock.ts'
import { ADMIN_EMAIL, origin, type Person, register, signIn } from './person.ts'

const PHONE = { width: 360, height: 740 }
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const search = (page: Page) => page.getByRole('searchbox', { name: '搜索邮箱或用户名' })

async function openUsers(page: Page, query: string): Promise<void> {
  await page.goto(`/admin/users?q=${encodeURIComponent(query)}`)
  await expect(heading(page)).toHaveText('用户管理')
}

async function visitAsAdmin(visit: (person?: Person) => Promise<Page>): Promise<Page> {
  return visit(await signIn(ADMIN_EMAIL))
}

test(
  '[PROD-26] [ROLE-14] [STATE-08] [ADM-USERS-01] [ADM-USERS-02] a user is found by typing, with one request; a consumer sees nothing of this',
  ON_BOTH_DATABASES,
  async ({ visit }) => {
    const consumer = await register()
    const admin = await visitAsAdmin(visit)
    await admin.goto('/admin/users')
    await expect(rowOf(admin, consumer.email)).toContainText('免费版')
    const asked: string[] = []
    admin.on('request', (request) => {
      if (request.url().includes('/api/rpc/admin/users/list')) asked.push(request.url())
    })
    const part = consumer.email.split('.')[1]!.slice(0, 12).toUpperCase()
    await stopClock(admin)
    for (const letters of [part.slice(0, 6), part.slice(6)]) {
      await search(admin).pressSequentially(letters)
      await expectStays(admin, 499)
    }
    await admin.clock.runFor(1)
    await expect(admin).toHaveURL(new RegExp(`q=${part}`))
    await admin.clock.resume()
    await expect(admin.getByText('共 1 位用户')).toBeVisible()
    expect(asked).toHaveLength(1)
    await expect(rowOf(admin, consumer.email)).toContainText('正常')
    // A part of the name that no address contains.
    const mark = randomUUID().slice(0, 8)
    await consumer.api.account.profile.update({ username: `晨光_${mark}_Photo` })
    await search(admin).fill(`光_${mark}_pho`)
    await expect(admin.getByText('共 1 位用户')).toBeVisible()
    await expect(rowOf(admin, consumer.email)).toContainText(`晨光_${mark}_Photo`)
    await search(admin).fill('%_,()')
    await expect(admin.getByText('没有符合条件的用户')).toBeVisible()
    await expectAccessible(admin, 'nobody found')

    const page = await visit(consumer)
    await page.goto('/admin/users')
    await expect(page).toHaveURL(/\/profile\/info/)
    await expect(page.getByText('您没有访问管理员后台的权限').first()).toBeVisible()
  },
)

test(
  '[ADM-USERS-08] [ADM-USERS-16] [ADM-USERS-21] [STATE-09] edits by keyboard at 1440 px; the person has the credits at once',
  ON_BOTH_DATABASES,
  async ({ visit }) => {
    const consumer = await register()
    const page = await visitAsAdmin(visit)
    await openUsers(page, consumer.email)
    await expectAccessible(page, 'users')
    await page.getByRole('button', { name: `编辑 ${consumer.email}` }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '编辑用户' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText(/暂停|正常|状态/)).toHaveCount(0)
    await expectAccessible(page, 'edit')
    await expect(dialog.getByLabel('用户类型').getByRole('option')).toHaveText(['免费版', '高级版', 'VIP版', '管理员'])
    await dialog.getByLabel('用户类型').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('请填写修改原因')).toBeVisible()
    await dialog.getByLabel(/修改原因/).focus()
    await page.keyboard.type('活动赠送')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('用户信息更新成功')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, consumer.email)).toContainText('高级版')
    await expect(rowOf(page, consumer.email)).toContainText('12 / 12')
    expect((await consumer.api.account.profile.get()).credits).toEqual({ used: 0, total: 12, remaining: 12 })
  },
)

test('[ROLE-14] [STATE-08] the table has a word for each type and each state', async ({ visit }) => {
  const admin = await signIn(ADMIN_EMAIL)
  const { email, api } = await register()
  const { id } = await api.account.profile.get()
  const page = await visit(admin)
  await openUsers(page, email)
  const expectWord = async (word: string) => {
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(rowOf(page, email).getByText(word, { exact: true })).toBeVisible()
  }
  for (const word of ['免费版', '正常']) await expectWord(word)
  for (const [before, userType, word] of [
    ['free', 'premium', '高级版'],
    ['premium', 'vip', 'VIP版'],
    ['vip', 'admin', '管理员'],
    ['admin', 'free', '免费版'],
  ] as const) {
    const seen = { userType: before, creditsRemaining: 5 }
    await admin.api.admin.users.update({ id, userType, creditsRemaining: 5, seen, reason: 'journey' })
    await expectWord(word)
  }
  for (const [status, word] of [
    ['suspended', '暂停'],
    ['banned', '封禁'],
  ] as const) {
    await admin.api.admin.users.setStatus({ id, status, reason: 'journey' })
    await expectWord(word)
  }
})

test(
  '[ADM-USERS-24] [ADM-USERS-28] [ADM-LOG-06] suspends on a phone with a reason, learns that no mail can be sent, and finds it in the log',
  ON_BOTH_DATABASES,
  async ({ visit, provoked }) => {
    provoked.patterns.push(/503/)
    const consumer = await register()
    const page = await visitAsAdmin(visit)
    await page.setViewportSize(PHONE)
    await openUsers(page, consumer.email)
    await page.getByRole('button', { name: `${consumer.email} 的更多操作` }).click()
    await page.getByRole('menuitem', { name: '暂停' }).click()
    const dialog = page.getByRole('dialog', { name: '暂停用户' })
    const reason = `异常登录 ${randomUUID().slice(0, 8)}`
    await dialog.getByLabel(/原因/).fill(reason)
    await expectAccessible(page, 'suspend')
    await dialog.getByRole('button', { name: '暂停' }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, consumer.email)).toContainText('暂停')
    expect((await consumer.api.account.profile.get()).status).toBe('suspended')

    await page.getByRole('button', { name: `重置密码 ${consumer.email}` }).click()
    await page.getByRole('dialog', { name: '重置密码' }).getByRole('button', { name: '发送邮件' }).click()
    await expect(page.getByText('发送密码重置邮件失败：尚未配置邮件服务')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()

    await page.goto('/admin/logs?action=update_user')
    await expect(heading(page)).toHaveText('操作日志')
    await expectAccessible(page, 'logs')
    await rowOf(page, consumer.email).first().getByRole('button', { name: /^查看/ }).click()
    const detail = page.getByRole('dialog', { name: '日志详情' })
    await expect(detail.getByText(reason)).toBeVisible()
    await expect(detail.getByText('正常 → 暂停')).toBeVisible()
    await expectAccessible(page, 'log detail')
  },
)

test('[ADM-LOG-05] turns pages with the keyboard, and back with the browser', async ({ visit }) => {
  const mark = randomUUID().slice(0, 8)
  const admin = await signIn(ADMIN_EMAIL)
  const page = await visit(admin)
  await page.goto('/admin/logs?action=cleanup_old_data')
  await expect(heading(page)).toHaveText('操作日志')
  for (let n = 0; n < 21; n += 1)
    await admin.api.admin.logs.write({ p_action: 'cleanup_old_data', p_action_details: { reason: `${mark}-${n}` } })
  await page.getByRole('button', { name: '刷新' }).click()
  const second = page.getByRole('button', { name: '第 2 页' })
  await second.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(second).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page.getByRole('button', { name: '第 1 页' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('row')).toHaveCount(21)
})

test('[ADM-SESS-01] [ADM-SESS-02] opens on any page, ends with the sign-out of the area, which says 已成功登出 (C-31)', async ({
  visit,
}) => {
  const admin = await signIn(ADMIN_EMAIL)
  const page = await visit(admin)
  const opened = page.waitForResponse((answer) => answer.url().endsWith('/api/rpc/admin/session/open'))
  await page.goto('/ai')
  expect((await opened).status()).toBe(200)
  expect(await admin.api.admin.users.list({ page: 1 })).toMatchObject({ total: expect.any(Number) })
  await page.goto('/admin/users')
  await page.getByRole('main').getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('已成功登出')).toBeVisible()
  await expect(page).toHaveURL(`${origin()}/`)
  // The sign-out ends the bearer itself, at once (decision 0051).
  await expect(admin.api.admin.users.list({ page: 1 })).rejects.toMatchObject({ code: 'session-expired' })
})

test('[ADM-SESS-05] its end is said once, and a new sign-in returns to the page', async ({ visit }) => {
  const page = await visitAsAdmin(visit)
  await page.goto('/admin/logs?action=update_user')
  await expect(heading(page)).toHaveText('操作日志')
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('admin-session-expired')))
  await expect(page.getByText('管理员会话已过期，请重新登录')).toHaveCount(1)
  await expectAccessible(page, 'expired')
  await page.getByRole('button', { name: '重新登录' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?/)
  await fillLogin(page, ADMIN_EMAIL)
  await expect(page).toHaveURL(/\/admin\/logs\?action=update_user/)
  await expect(heading(page)).toHaveText('操作日志')
})
