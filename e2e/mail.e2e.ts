// Everything that goes by mail, with a mail account: the emails are read and their links clicked (document 1 §2, §8; C-21, C-22,
// C-26, C-33, U-15); and what the same screens say where there is none.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import {
  clickEmail,
  confirmedPerson,
  fillLogin,
  linkOf,
  type MailService,
  openEmail,
  resetByEmail,
  startMailService,
} from './mail-steps.ts'
import { expectStays, runUntil, stopClock } from './page-clock.ts'
import { freshEmail, PASSWORD, register } from './person.ts'

test.describe('with a mail account', () => {
  let service: MailService
  test.beforeAll(async () => {
    service = await startMailService()
  })
  test.afterAll(() => service.stop())

  test('[AUTH-LOGIN-25] [AUTH-REG-09] [AUTH-REG-11] [AUTH-REG-22] by keyboard alone: register, ask for the email again, open its link, sign in', async ({
    page,
    provoked,
  }) => {
    provoked.patterns.push(/status of 403.*sign-in/)
    const { mail } = service
    const email = freshEmail()
    await page.goto('/auth/register')
    await expect(page.getByText('新用户注册即送 5 个免费积分')).toBeVisible()
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).press('Space')
    await focusField(page, '邮箱')
    await typeFields(page, [email, PASSWORD, PASSWORD])
    await page.keyboard.press('Enter')
    const toast = page.locator('.mantine-Notification-root')
    await expect(toast.getByText('注册成功！请检查邮箱并点击验证链接', { exact: true })).toBeVisible()
    const told = page.getByRole('main').getByRole('status')
    await expect(told.filter({ hasText: '注册成功！' })).toHaveText(
      '注册成功！请检查邮箱验证链接完成验证 正在为您跳转…',
    )
    expect((await mail.take(email)).subject).toContain('请验证您的邮箱')

    await expect(page).toHaveURL(/\/auth\/login/)
    const sent = page.getByRole('status').filter({ hasText: `验证邮件已发送到 ${email}，点击其中的链接后即可登录。` })
    await expect(sent).toBeVisible()
    await expect(sent.getByRole('button', { name: '重新发送' })).toBeVisible()
    await expect(sent.getByRole('link', { name: '更换邮箱' })).toBeVisible()
    await expect(page.getByLabel('邮箱', { exact: true })).toHaveValue(email)
    await expectAccessible(page, 'sent')
    await focusField(page, '密码')
    await typeFields(page, [PASSWORD])
    await page.keyboard.press('Enter')
    const resend = page.getByRole('button', { name: '重新发送验证邮件' })
    await expect(resend).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('邮箱尚未验证')
    await expectAccessible(page, 'address not verified')
    await resend.press('Enter')
    await expect(page.getByText('验证邮件已重新发送，请查收')).toBeVisible()

    await clickEmail(page, await mail.take(email))
    await expect(page.getByText('邮箱验证成功，正在前往登录').first()).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login\?email=/)
    await expect(page.getByRole('status').filter({ hasText: '邮箱已验证，请输入密码登录' })).toBeVisible()
    await expect(page.getByLabel('邮箱', { exact: true })).toHaveValue(email)
    await focusField(page, '密码')
    await typeFields(page, [PASSWORD])
    await page.keyboard.press('Enter')
    await expect(page.getByText('登录成功！')).toBeVisible()
  })

  test('[AUTH-FORGOT-03] [CALL-ACC-04] [CALL-ACC-05] a forgotten password is set anew; its link works once, and no other session goes on', async ({
    page,
    provoked,
    visit,
  }) => {
    provoked.patterns.push(/status of 40[01]/)
    const { mail } = service
    const person = await confirmedPerson(mail)
    const link = await resetByEmail(page, mail, person.email, 'brand-new-2026')
    await fillLogin(page, person.email, 'brand-new-2026')
    await expect(page.getByText('登录成功！')).toBeVisible()
    const elsewhere = await visit(person)
    await elsewhere.goto('/profile/info')
    await expect(elsewhere).toHaveURL(/\/auth\/login\?redirect=/)
    await elsewhere.goto(link)
    await elsewhere.getByLabel('新密码', { exact: true }).fill('again-2026')
    await elsewhere.getByLabel('确认密码').fill('again-2026')
    await elsewhere.getByRole('button', { name: '保存新密码' }).click()
    await expect(elsewhere.getByRole('alert')).toContainText('重置链接无效或已过期，请重新申请密码重置')
  })

  test('[CALLBACK-03] the address changes after the consent of the old one and the proof of the new one; where nothing was changed the return page claims nothing', async ({
    page,
    context,
    visit,
  }) => {
    const { mail } = service
    const person = await confirmedPerson(mail)
    const next = freshEmail()
    await person.enter(context)
    await page.goto('/profile/info')
    await page.getByRole('button', { name: '修改邮箱' }).click()
    await page.getByLabel('新邮箱').fill(next)
    await expectAccessible(page, 'new address typed')
    await page.getByRole('button', { name: '发送确认邮件' }).click()
    await expect(page.getByText(`确认邮件已发送到当前邮箱 ${person.email}`)).toBeVisible()

    const consent = await mail.take(person.email)
    expect(consent.text).toContain(next)
    expect(mail.emails.filter(({ to }) => to === next)).toEqual([])
    // Typed before anything was agreed to: no email has gone to the new address, and none is claimed (C-33).
    await page.goto('/auth/callback?type=email_change&step=consent')
    await expect(page.getByRole('alert')).toHaveText('无法获取更新后的用户信息')
    await expect(page.getByText(/还差一步|验证邮件已发送/)).toHaveCount(0)
    await clickEmail(page, consent)
    await expect(page.getByText('验证邮件已发送到新邮箱')).toBeVisible()
    await expect(page.getByText('邮箱修改成功')).toHaveCount(0)
    await expectAccessible(page, 'consented')

    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openEmail(page, await mail.take(next))
    await stopClock(page)
    await page.getByRole('link').click()
    await runUntil(page, () => page.getByText('邮箱修改成功').first().isVisible())
    expect(asked.filter((path) => path === '/api/rpc/account/session')).toHaveLength(1)
    await expectStays(page, 1900)
    await page.clock.runFor(200)
    await expect(page).toHaveURL(/\/profile\/info/)
    await page.clock.resume()
    await expect(page.getByRole('main').getByText(next).filter({ visible: true }).first()).toBeVisible()

    // Typed by hand where nothing was changed, with the address that the account has.
    const elsewhere = await visit()
    await elsewhere.goto('/auth/login')
    await fillLogin(elsewhere, next)
    await expect(elsewhere.getByText('登录成功！')).toBeVisible()
    await elsewhere.goto(`/auth/callback?type=email_change&email=${encodeURIComponent(next)}`)
    await expect(elsewhere.getByRole('alert')).toHaveText('无法获取更新后的用户信息')
    await expect(elsewhere.getByText('邮箱修改成功')).toHaveCount(0)
  })

  test('a changed password is told by email', async ({ page, context }) => {
    const { mail } = service
    const person = await confirmedPerson(mail)
    await person.enter(context)
    await page.goto('/profile/info')
    await page.getByRole('button', { name: '修改密码' }).click()
    const dialog = page.getByRole('dialog', { name: '修改密码' })
    await dialog.getByLabel('当前密码').fill(PASSWORD)
    await dialog.getByLabel('新密码', { exact: true }).fill('brand-new-2026')
    await dialog.getByLabel('确认新密码').fill('brand-new-2026')
    await dialog.getByRole('button', { name: '确认修改' }).click()
    await expect(page).toHaveURL(/\/auth\/login\?/)
    const message = await mail.take(person.email)
    expect(message.subject).toContain('密码已修改')
    await clickEmail(page, message)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('忘记密码')
  })

  test('who registers a taken address again is told nothing new, its holder gets an email', async () => {
    const { mail } = service
    const { email } = await confirmedPerson(mail)
    await register(email)
    const message = await mail.take(email)
    expect(message.subject).toContain('您已有账户')
    expect(linkOf(message)).toMatch(/\/auth\/login$/)
  })
})

test('[AUTH-FORGOT-06] [AUTH-REG-22] [AUTH-REG-23] [CALL-ACC-11] [C-33] without a mail account no screen claims that an email was sent', async ({
  page,
  visit,
}) => {
  const claims = (shown: Page) => shown.getByText(/请检查邮箱|已发送|请查收/)
  const email = freshEmail()
  await page.goto('/auth/register')
  await expect(page.getByRole('checkbox', { name: /我已阅读并同意/ })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/邮件|查收/)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).press('Space')
  await focusField(page, '邮箱')
  await typeFields(page, [email, PASSWORD, PASSWORD])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '注册成功！' })).toHaveText('注册成功！ 正在为您跳转…')
  await expect(claims(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/register/)
  await expect(page.getByRole('button', { name: /用户菜单/ })).toBeVisible()

  const visitor = await visit()
  await visitor.goto('/auth/forgot-password')
  await expect(visitor.getByRole('alert')).toHaveText('暂不支持邮件找回，请联系客服')
  await expect(visitor.getByRole('button', { name: '发送重置链接' })).toHaveCount(0)
  await expect(claims(visitor)).toHaveCount(0)

  const person = await visit(await register())
  await person.goto('/profile/info')
  await person.getByRole('button', { name: '修改邮箱' }).click()
  await expect(person.getByLabel('新邮箱')).toHaveCount(0)
  await expect(person.getByRole('alert').filter({ hasText: '邮件' })).toBeVisible()
  await expect(claims(person)).toHaveCount(0)
})

/** A form is hidden until it is known which ways in there are, and what is hidden takes no focus. */
async function focusField(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toBeVisible()
  await field.focus()
}

/** Types into the field that has the focus and goes on with the tabulator, past the eye buttons. */
async function typeFields(page: Page, values: readonly string[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    await page.keyboard.type(value)
    if (index === values.length - 1) return
    const before = await page.evaluateHandle(() => document.activeElement)
    await expect(async () => {
      await page.keyboard.press('Tab')
      const isNextField = await page.evaluate(
        (field) => document.activeElement !== field && document.activeElement?.tagName === 'INPUT',
        before,
      )
      expect(isNextField).toBe(true)
    }).toPass({ intervals: [0] })
  }
}
