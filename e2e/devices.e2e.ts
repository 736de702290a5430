// Signed-in devices: seen, and signed out from another one.
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { register, signIn } from './person.ts'

test('a device that is not mine is signed out, with the keyboard alone', async ({ page, context }) => {
  const person = await register()
  const other = await signIn(person.email)
  await person.enter(context)
  await page.goto('/profile/info')
  const section = page.getByRole('region', { name: '登录设备' })
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(section.getByRole('listitem').first().getByText('这台设备')).toBeVisible()
  await expectAccessible(page, 'devices')

  await section.getByRole('button', { name: /^退出设备/ }).focus()
  await page.keyboard.press('Enter')
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByText('没有其他已登录的设备')).toBeVisible()
  await expect(other.api.account.devices.list()).rejects.toThrow()
})
