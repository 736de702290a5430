// What people expect of an account that has a mailbox behind it: a code instead of the password, a word about a device that is new, a list of
// what happened, and a password for provider sign-ups (decisions 0057, 0059).

import { type SmtpCatcher, startSmtpCatcher } from '#platform/server/mail/testing/smtp-catcher.ts'
import { SECURITY_EVENT_LABELS, SECURITY_EVENT_TEXTS } from '#rulebook/account/security-events.ts'
import { SECURITY_TEXTS } from '#rulebook/account/security-texts.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { clickEmail, confirmedPerson, fillLogin } from './mail-steps.ts'
import {
  agreeToTerms,
  allow,
  newPerson,
  openProvider,
  PROVIDER_PAGE,
  type ProviderService,
  startProviderService,
} from './provider-steps.ts'

let mail: SmtpCatcher
let service: ProviderService
test.beforeAll(async () => {
  mail = await startSmtpCatcher()
  service = await startProviderService({ SMTP_URL: mail.url })
})
test.afterAll(() => service.stop().then(mail.stop))

test('a mailed code signs in on a new device: the mailbox is told of it, and the profile lists it', async ({
  page,
  provoked,
}) => {
  provoked.patterns.push(/status of 40\d.*sign-in\/phone-number/)
  const person = await confirmedPerson(mail)
  await person.api.account.profile.get()
  await page.goto('/auth/login?redirect=%2Fprofile%2Finfo')
  await page.getByText('邮件验证码', { exact: true }).click()
  const ask = page.getByRole('form', { name: '发送验证码' })
  await ask.getByLabel('邮箱').fill(person.email)
  await ask.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText('如果该邮箱已注册，验证码已经发出，10 分钟内有效')).toBeVisible()
  await expectAccessible(page, 'mailed code')
  const [code = ''] = /\b[A-Z0-9]{6}\b/.exec((await mail.take(person.email)).subject) ?? []
  const enter = page.getByRole('form', { name: '登录', exact: true })
  await enter.getByLabel('邮件中的验证码').fill(code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')
  await enter.getByRole('button', { name: '登录' }).click()
  await expect(enter.getByText('验证码无效或已过期')).toBeVisible()
  await enter.getByLabel('邮件中的验证码').fill(code.toLowerCase())
  await enter.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/\/profile\/info$/)

  // The email of confirmation was opened in no browser that typed the password: the code ends what was there before (decision 0239).
  await expect(page.getByText(SIGN_IN_TEXTS.earlierWaysRemoved)).toBeVisible()
  const mails = [await mail.take(person.email), await mail.take(person.email)]
  expect(mails.some(({ subject }) => subject.includes('原有登录方式已移除'))).toBe(true)
  const told = mails.find(({ subject }) => subject.includes('新设备登录提醒'))!
  expect(told.text).toMatch(/设备：.*Chrome/)
  expect(told.text).toMatch(/时间：\d{4}-\d\d-\d\d \d\d:\d\d/)
  const events = page.getByRole('region', { name: SECURITY_EVENT_TEXTS.title }).getByRole('listitem')
  await expect(events).toHaveCount(3)
  await expect(events.filter({ hasText: /^登录账户刚刚 · .*Chrome/ })).toHaveCount(1)
  await expect(events.filter({ hasText: '登录方式' })).toHaveCount(1)
})

test('who came by Google gets a password by the link of an email, and signs in with it', async ({ page, provoked }) => {
  provoked.patterns.push(PROVIDER_PAGE)
  service.emulator.person = newPerson()
  const { email } = service.emulator.person
  await openProvider(page, '/auth/login?redirect=%2Fprofile%2Finfo', 'Google')
  await allow(page).click()
  await expect(page).toHaveURL(/\/profile\/info$/)
  await agreeToTerms(page)
  await page.getByRole('button', { name: SECURITY_TEXTS.setPassword }).click()
  await expect(page.getByText('重置密码的链接已发送到你的邮箱，请查收并按照说明操作')).toBeVisible()
  await clickEmail(page, await mail.take(email))
  await page.getByLabel('新密码', { exact: true }).fill('brand-new-2026')
  await page.getByLabel('确认密码').fill('brand-new-2026')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?/)
  await fillLogin(page, email, 'brand-new-2026')
  await expect(page.getByText('登录成功！')).toBeVisible()
  await page.goto('/profile/info')
  await expect(page.getByRole('button', { name: SECURITY_TEXTS.setPassword })).toHaveCount(0)
  const events = page.getByRole('region', { name: SECURITY_EVENT_TEXTS.title }).getByRole('listitem')
  await expect(events.filter({ hasText: SECURITY_EVENT_LABELS['password-changed'] })).toHaveCount(1)
})
