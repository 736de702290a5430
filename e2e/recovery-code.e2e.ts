// A forgotten password where the mailed link cannot be clicked: the email's code is typed by hand on another device (document 1 §3, §9;
// C-34; decision 0015).
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { confirmedPerson, fillLogin, type MailService, startMailService } from './mail-steps.ts'
import { freshEmail } from './person.ts'

let service: MailService
test.beforeAll(async () => {
  service = await startMailService()
})
test.afterAll(() => service.stop())

for (const width of [1440, 360]) {
  test(`at ${width} px a code from the email leads to a new password; a wrong one says so and loses nothing`, async ({
    page,
    provoked,
  }) => {
    provoked.patterns.push(/status of 4\d\d.*recovery/)
    const { email } = await confirmedPerson(service.mail)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/auth/forgot-password?email=${encodeURIComponent(email)}`)
    await page.getByRole('button', { name: '在其他设备上收邮件？改用验证码' }).click()
    await expect(page.getByLabel('邮箱', { exact: true })).toHaveValue(email)
    await page.getByRole('button', { name: '发送验证码' }).click()
    const field = page.getByLabel('邮件中的验证码')
    await expect(field).toBeFocused()
    await expect(page.getByText('如果该邮箱已注册，验证码已经发出，10 分钟内有效')).toBeVisible()
    await expectAccessible(page, `code sent, ${width} px`)

    const code = /[A-Z0-9]{6}/.exec((await service.mail.take(email)).text)![0]
    const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
    await field.fill(wrong)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: '验证码' })).toBeVisible()
    await expect(field).toHaveValue(wrong)

    // Typed as people do: in small letters.
    await field.fill(code.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/auth\/reset-password/)
    await page.getByLabel('新密码', { exact: true }).fill('fresh-lamp-2026')
    await page.getByLabel('确认密码').fill('fresh-lamp-2026')
    await page.getByRole('button', { name: '保存新密码' }).click()
    await expect(page.getByText('密码重置成功，请使用新密码登录').first()).toBeVisible()
    await fillLogin(page, email, 'fresh-lamp-2026')
    await expect(page.getByText('登录成功！')).toBeVisible()
  })
}

test('an address without an account is answered as any other, and gets no email', async ({ page }) => {
  const ask = async (address: string) => {
    await page.goto('/auth/forgot-password')
    await page.getByRole('button', { name: '在其他设备上收邮件？改用验证码' }).click()
    await page.getByLabel('邮箱', { exact: true }).fill(address)
    await page.getByRole('button', { name: '发送验证码' }).click()
    await expect(page.getByText('如果该邮箱已注册，验证码已经发出，10 分钟内有效')).toBeVisible()
  }
  const stranger = freshEmail()
  await ask(stranger)
  // An email to somebody who has an account, asked for later, is there: the stranger's would be too.
  const { email } = await confirmedPerson(service.mail)
  await ask(email)
  await service.mail.take(email)
  expect(service.mail.emails.filter(({ to }) => to.includes(stranger))).toEqual([])
})
