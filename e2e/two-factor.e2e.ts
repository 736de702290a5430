// Two-factor by authenticator app, as its owner uses it: on in the profile, asked at the login, a recovery code, off again
// (docs/decisions/0012).
import type { Page } from '@playwright/test'
import { totpOf } from '../src/features/account/server/testing/authenticator.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { PASSWORD, register } from './person.ts'

const SECRET = /^[A-Z2-7]{16,}$/
const codeFor = (secret: string, stepsFromNow?: number) => totpOf(`otpauth://totp/x?secret=${secret}`, stepsFromNow)

/** From the profile to the recovery codes; answers secret and codes. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile/info')
  await page.getByRole('region', { name: '两步验证' }).getByRole('button', { name: '开启' }).click()
  const dialog = page.getByRole('dialog', { name: '两步验证' })
  await dialog.getByLabel('当前密码').fill(PASSWORD)
  await dialog.getByLabel('当前密码').press('Enter')
  await expect(dialog.getByRole('img', { name: '两步验证二维码' })).toBeVisible()
  const secret = (await dialog.getByText(SECRET).textContent())!
  await expectAccessible(page, 'two-factor: QR code')
  await dialog.getByLabel('6 位验证码').fill(codeFor(secret))
  await dialog.getByLabel('6 位验证码').press('Enter')
  const saving = page.getByRole('dialog', { name: '恢复代码' })
  const list = saving.getByRole('list', { name: '恢复代码' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'two-factor: recovery codes')
  const codes = await list.getByRole('listitem').allTextContents()
  const download = page.waitForEvent('download')
  await saving.getByRole('link', { name: '下载' }).click()
  expect((await download).suggestedFilename()).toBe('huanying-recovery-codes.txt')
  await saving.getByRole('button', { name: '我已保存' }).click()
  return { secret, codes }
}

async function beginSignIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login?redirect=%2Fprofile%2Finfo')
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '请输入两步验证码' })).toBeVisible()
}

test('the second factor is switched on, asked for after the password, replaced by a recovery code and switched off', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 40[01]/)
  const person = await register()
  await person.enter(context)
  const { secret, codes } = await turnOn(page)
  const section = page.getByRole('region', { name: '两步验证' })
  await expect(section.getByText('已开启，还剩 10 个恢复代码')).toBeVisible()

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await beginSignIn(page, person.email)
  await expectAccessible(page, 'login: second step')
  await page.getByLabel('6 位验证码').fill('000000')
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page.getByRole('alert')).toContainText('验证码错误或已过期')
  await page.getByLabel('6 位验证码').fill(codeFor(secret, 1))
  await page.getByLabel('6 位验证码').press('Enter')
  await expect(page).toHaveURL(/\/profile\/info/)

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await beginSignIn(page, person.email)
  await page.getByRole('button', { name: '改用恢复代码' }).click()
  await page.getByLabel('恢复代码').fill(codes[0]!)
  await page.getByLabel('恢复代码').press('Enter')
  await expect(section.getByText('已开启，还剩 9 个恢复代码')).toBeVisible()

  await section.getByRole('button', { name: '关闭两步验证' }).click()
  const dialog = page.getByRole('dialog', { name: '关闭两步验证' })
  await dialog.getByLabel('当前密码').fill(PASSWORD)
  await dialog.getByLabel('验证码或恢复代码').fill(codes[1]!)
  await dialog.getByRole('button', { name: '关闭两步验证' }).click()
  await expect(section.getByText('未开启')).toBeVisible()
})
