// The back office where administrators must show a second factor (ADMIN_SECOND_FACTOR): the way to setting one up, and the question where a call
// needs it (decision 0048).
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { leadTo } from './own-service.ts'
import { passkeyDeviceOf } from './passkey-device.ts'
import { ADMIN_EMAIL, PASSWORD, signIn } from './person.ts'
import { startServiceWithAdmin } from './service-with-admin.ts'

let end: () => Promise<void>
test.beforeAll(async () => {
  end = leadTo(await startServiceWithAdmin({ ADMIN_SECOND_FACTOR: 'on' }))
})
test.afterAll(() => end())

test('an administrator is led to setting up a passkey, and shows it before the back office opens', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 403/)
  await passkeyDeviceOf(page)
  const admin = await signIn(ADMIN_EMAIL)
  await admin.enter(context)
  await page.goto('/admin/users')
  const dialog = page.getByRole('dialog', { name: '验证身份' })
  await expect(dialog).toContainText('管理后台要求管理员开启两步验证，或添加通行密钥')
  await expectAccessible(page, 'admin: no second factor yet')
  await dialog.getByRole('link', { name: '前往设置' }).click()
  await page.waitForURL('**/profile/info*')
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await page.getByRole('dialog', { name: '添加通行密钥' }).getByLabel('当前密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: '通行密钥' }).getByRole('listitem')).toHaveCount(1)

  // Adding it has shown it; a sign-in by password alone has not.
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await (await signIn(ADMIN_EMAIL)).enter(context)
  await page.goto('/admin/users')
  await expect(dialog.getByRole('button', { name: '使用通行密钥验证' })).toBeVisible()
  await expectAccessible(page, 'admin: the second factor is asked for')
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('请先验证身份再继续').first()).toBeVisible()
  await page.reload()
  await dialog.getByRole('button', { name: '使用通行密钥验证' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(ADMIN_EMAIL).filter({ visible: true }).first()).toBeVisible()
})
