// A passkey as its owner uses it, with the browser's virtual authenticator: added in the profile, used at the sign-in, removed (decision 0047).
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { passkeyDeviceOf } from './passkey-device.ts'
import { PASSWORD, register } from './person.ts'

test('a passkey is added, signs in without a password, and is removed', async ({ page, context, provoked }) => {
  provoked.patterns.push(/status of 40[01]/)
  const person = await register()
  await person.enter(context)
  const device = await passkeyDeviceOf(page)
  await page.goto('/profile/info')
  const section = page.getByRole('region', { name: '通行密钥' })
  await section.getByRole('button', { name: '添加通行密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
  await dialog.getByLabel('当前密码').fill('wrong-2026')
  await dialog.getByLabel('当前密码').press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('密码错误')
  await dialog.getByLabel('当前密码').fill(PASSWORD)
  await dialog.getByLabel('当前密码').press('Enter')
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByRole('listitem')).toContainText('刚刚添加')
  await expect(dialog).toBeHidden()
  await expectAccessible(page, 'profile: a passkey')

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login?redirect=%2Fprofile%2Finfo')
  const enter = page.getByRole('button', { name: '使用通行密钥登录' })
  await device.setLock(false)
  await enter.click()
  await expect(page.getByRole('alert')).toContainText('已取消，或等待时间过长')
  await device.setLock(true)
  await enter.click()
  await page.waitForURL('**/profile/info')
  await expect(section.getByRole('listitem')).toContainText('使用过')

  await section.getByRole('button', { name: /^移除/ }).click()
  const removal = page.getByRole('dialog', { name: /^移除/ })
  await removal.getByLabel('当前密码').fill(PASSWORD)
  await removal.getByLabel('当前密码').press('Enter')
  await expect(section.getByText('还没有通行密钥')).toBeVisible()

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login')
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await expect(page.getByRole('alert')).toContainText('这个通行密钥已被移除或不属于本站')
})
