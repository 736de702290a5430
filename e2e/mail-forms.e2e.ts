// The forms around an email, with everything that they refuse and say: the forgotten password, the new one, the new address (document 1 §2, §5,
// §8; C-26, C-32, C-33, decision 0053). What the emails lead to is walked in `mail`.
import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { clickEmail, confirmedPerson, fillLogin, type MailService, startMailService } from './mail-steps.ts'
import { expectStays, runUntil, stopClock } from './page-clock.ts'
import { freshEmail, origin, PASSWORD } from './person.ts'

let service: MailService
test.beforeAll(async () => {
  service = await startMailService()
})
test.afterAll(() => service.stop())

const main = (page: Page) => page.getByRole('main')

/** Requests the email by the form and opens the form for the new password. */
async function openReset(page: Page, email: string): Promise<void> {
  await page.goto(`/auth/forgot-password?email=${encodeURIComponent(email)}`)
  await main(page).getByRole('button', { name: '发送重置链接' }).click()
  await clickEmail(page, await service.mail.take(email))
  await expect(page.getByLabel('新密码', { exact: true })).toBeVisible()
}

/** No digit: a reset only advises one (C-32). */
const ADVISED = 'kvuqzmwpd'

/** What the form for the new password takes, refuses and only advises. */
async function expectResetRules(page: Page): Promise<void> {
  const password = page.getByLabel('新密码', { exact: true })
  const confirmation = page.getByLabel('确认密码')
  const save = page.getByRole('button', { name: '保存新密码' })
  const advice = page.getByText('建议密码包含字母和数字，提高安全性')
  const fill = async (typed: string, again = typed) => {
    await password.fill(typed)
    await confirmation.fill(again)
  }
  await expect(save).toBeDisabled()
  await fill('k9$vq')
  await expect(page.getByText('密码长度至少6位')).toBeVisible()
  await expect(save).toBeDisabled()
  await fill('k9$vqz', 'k9$vqy')
  await expect(page.getByText('两次密码输入不一致')).toBeVisible()
  await expect(save).toBeDisabled()
  await fill('k9$vqz')
  await expect(advice).toHaveCount(0)
  await expect(save).toBeEnabled()
  // Only advised here; the meter of the registration calls the same password too weak.
  for (const typed of [ADVISED, '7302958164']) {
    await fill(typed)
    await expect(advice).toBeVisible()
    await expect(save).toBeEnabled()
  }
  // Above every form stands that nobody guesses it within a million tries.
  for (const typed of ['123456', 'abcdef']) {
    await fill(typed)
    await expect(advice).toBeVisible()
    await expect(page.getByText('这个密码太容易被猜中')).toBeVisible()
    await expect(save).toBeDisabled()
  }
}

test('[AUTH-FORGOT-01] [AUTH-FORGOT-02] [AUTH-FORGOT-04] [AUTH-RESET-01] [AUTH-RESET-04] [AUTH-RESET-05] [AUTH-RESET-06] [AUTH-RESET-07] [AUTH-RESET-08] [AUTH-RESET-10] [VALID-PWD-12] a forgotten password: what the forms take, what they only advise, and what opens the account afterwards', async ({
  page,
  provoked,
}) => {
  provoked.patterns.push(/status of 401.*sign-in/)
  const { email } = await confirmedPerson(service.mail)
  await page.goto('/auth/forgot-password')
  const address = main(page).getByLabel('邮箱', { exact: true })
  const send = main(page).getByRole('button', { name: '发送重置链接' })
  await expect(address).toHaveValue('')
  await expect(send).toBeDisabled()
  await page.goto(`/auth/forgot-password?email=${encodeURIComponent(email)}`)
  await expect(address).toHaveValue(email)
  await send.click()
  await expect(
    main(page).getByRole('status').filter({ hasText: '重置密码的链接已发送到你的邮箱，请查收并按照说明操作' }),
  ).toBeVisible()
  await clickEmail(page, await service.mail.take(email))

  await expectResetRules(page)
  await page.getByLabel('新密码', { exact: true }).fill(ADVISED)
  await page.getByLabel('确认密码').fill(ADVISED)
  await stopClock(page)
  await page.getByRole('button', { name: '保存新密码' }).click()
  const doneNotice = main(page).getByRole('status').filter({ hasText: '密码重置成功，请使用新密码登录' })
  await runUntil(page, () => doneNotice.isVisible())
  await expectStays(page, 1900)
  await page.clock.runFor(200)
  await expect(page).toHaveURL(/\/auth\/login\?message=/)
  await page.clock.resume()
  await fillLogin(page, email, PASSWORD)
  await expect(page.getByRole('alert').filter({ hasText: '邮箱或密码错误' })).toBeVisible()
  await fillLogin(page, email, ADVISED)
  await expect(page.getByText('登录成功！')).toBeVisible()

  // The registration's rule over the same password (C-32).
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/register')
  await page.getByLabel('密码', { exact: true }).fill(ADVISED)
  await expect(page.getByText('密码必须包含字母和数字')).toBeVisible()
})

test('[AUTH-RESET-09] an update that fails says so and can be tried again', async ({ page, provoked }) => {
  provoked.patterns.push(/status of 500.*reset-password/)
  const { email } = await confirmedPerson(service.mail)
  await openReset(page, email)
  await page.getByLabel('新密码', { exact: true }).fill('brand-new-2026')
  await page.getByLabel('确认密码').fill('brand-new-2026')
  await page.route('**/api/auth/reset-password', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expect(main(page).getByRole('alert')).toHaveText('密码更新失败，请稍后重试')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?message=/)
})

test('[PROFILE-10] [PROFILE-22] [VALID-EMAIL-13] [VALID-EMAIL-14] [ERR-ACC-10] [ERR-ACC-11] [ERR-ACC-12] [ERR-ACC-13] [ERR-ACC-14] [ERR-ACC-15] a change of address that is refused says why in the words of the documents, and claims no email', async ({
  page,
  provoked,
  context,
}) => {
  provoked.patterns.push(/status of (400|401|409|429|500).*change-email/, /ERR_FAILED/)
  const [holder, person] = [await confirmedPerson(service.mail), await confirmedPerson(service.mail)]
  await person.enter(context)
  await page.goto('/profile/info')
  await page.getByRole('button', { name: '修改邮箱' }).click()
  const form = page.getByRole('form', { name: '修改邮箱' })
  const ask = async (address: string) => {
    await form.getByLabel('新邮箱').fill(address)
    await form.getByRole('button', { name: '发送确认邮件' }).click()
  }
  const expectRefusal = async (text: string) => {
    await expect(form.getByText(text, { exact: true })).toBeVisible()
    await expect(page.getByText(/已发送/)).toHaveCount(0)
  }
  await ask('no address')
  await expectRefusal('请输入有效的邮箱地址')
  await ask(person.email.toUpperCase())
  await expectRefusal('新邮箱不能与当前邮箱相同')
  // A full stop of the Chinese keyboard: no address, though it has an @ and a dot.
  await ask('name@163.com。')
  await expectRefusal('请输入有效的邮箱地址')
  await ask(holder.email)
  await expectRefusal('该邮箱地址已被其他账户使用，请使用其他邮箱')
  expect(service.mail.emails.filter(({ to }) => [holder.email, person.email].includes(to))).toEqual([])

  // What only the network or the server can bring about, played.
  const play = (answer: { status: number; json: object }) =>
    page.route('**/api/auth/change-email', (route) => route.fulfill(answer), { times: 1 })
  await page.route('**/api/auth/change-email', (route) => route.abort(), { times: 1 })
  await ask(freshEmail())
  await expectRefusal('网络连接异常，请检查网络后重试')
  await play({ status: 500, json: {} })
  await ask(freshEmail())
  await expectRefusal('邮箱修改失败，请重试')
  await play({ status: 400, json: { code: 'email-shape' } })
  await ask(freshEmail())
  await expectRefusal('邮箱地址格式不正确，请检查后重新输入')

  await ask(freshEmail())
  await expect(page.getByText(`确认邮件已发送到当前邮箱 ${person.email}`)).toBeVisible()
  // Five in five minutes, the taken one among them, and five more for a browser that the account knows (decision 0245).
  for (let sent = 2; sent < 10; sent += 1) {
    const headers = { apikey: 'huanying-web', origin: origin() }
    const answer = await page.request.post('/api/auth/change-email', { headers, data: { newEmail: freshEmail() } })
    expect(answer.status()).toBe(200)
  }
  await page.reload()
  await page.getByRole('button', { name: '修改邮箱' }).click()
  await ask(freshEmail())
  await expectRefusal('邮箱修改过于频繁，请稍后再试。为了账户安全，请在 1 小时后重新尝试。')

  await context.clearCookies()
  await ask(freshEmail())
  await expectRefusal('权限不足，请重新登录后再试')
})
