// Emails on a phone: registering, and a password that was forgotten (document 1 §2).
import { expect, test } from './journey-test.ts'
import { clickEmail, fillLogin, type MailService, resetByEmail, startMailService } from './mail-steps.ts'
import { freshEmail, PASSWORD } from './person.ts'

let service: MailService
test.beforeAll(async () => {
  service = await startMailService()
})
test.afterAll(() => service.stop())

test('on a phone: register, open the email, sign in; forget the password and set another', async ({
  page,
  context,
}) => {
  const { mail } = service
  const email = freshEmail()
  await page.goto('/auth/register')
  await expect(page.getByText('新用户注册即送 5 个免费积分')).toBeVisible()
  await page.getByLabel('邮箱', { exact: true }).fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('确认密码').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('main').getByRole('button', { name: '注册', exact: true }).tap()
  await expect(page.getByText('注册成功！请检查邮箱验证链接完成验证')).toBeVisible()
  await clickEmail(page, await mail.take(email))
  await expect(page).toHaveURL(/\/auth\/login\?email=/)
  await fillLogin(page, email)
  await expect(page.getByText('登录成功！')).toBeVisible()
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await resetByEmail(page, mail, email, 'brand-new-2026')
  await fillLogin(page, email, 'brand-new-2026')
  await expect(page.getByText('登录成功！')).toBeVisible()
})
