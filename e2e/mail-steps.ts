// The product with a real mail account: emails go by SMTP to a catcher, are looked at as a mail program shows them, and their
// links are clicked there.
import type { Page } from '@playwright/test'
import { type CaughtEmail, type SmtpCatcher, startSmtpCatcher } from '#platform/server/mail/testing/smtp-catcher.ts'
import { expectAccessible } from './accessible.ts'
import { expect } from './journey-test.ts'
import { startOwnService } from './own-service.ts'
import { freshEmail, origin, PASSWORD, type Person, register, signIn } from './person.ts'
import { ONE_REQUEST } from './service.ts'

export interface MailService {
  readonly mail: SmtpCatcher
  stop(): Promise<void>
}

/** All journeys of a file go to a service of their own from here on, until `stop`. */
export async function startMailService(): Promise<MailService> {
  const mail = await startSmtpCatcher()
  const stopService = await startOwnService({ SMTP_URL: mail.url })
  return { mail, stop: () => stopService().then(mail.stop) }
}

/** An account whose address is proven, signed in. */
export async function confirmedPerson(mail: SmtpCatcher): Promise<Person> {
  const email = freshEmail()
  await register(email)
  const message = await mail.take(email)
  await fetch(linkOf(message), { redirect: 'manual', headers: ONE_REQUEST })
  return signIn(email)
}

export const linkOf = ({ text }: CaughtEmail): string => /https?:\S+/.exec(text)![0]

/** The email alone in a page, as a mail program shows it: sound at every width, everything in it our own, one button to press. */
export async function openEmail(page: Page, message: CaughtEmail): Promise<void> {
  await page.goto('about:blank')
  await page.setContent(message.html)
  await expectAccessible(page, message.subject)
  const button = page.getByRole('link')
  await expect(button).toHaveCount(1)
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  expect(await button.getAttribute('href')).toBe(linkOf(message))
  expect(new URL(linkOf(message)).origin).toBe(origin())
  expect(await page.locator('img, script, link, style').count()).toBe(0)
}

export async function clickEmail(page: Page, message: CaughtEmail): Promise<void> {
  await openEmail(page, message)
  await page.getByRole('link').click()
}

export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('邮箱', { exact: true }).fill(email)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
}

/** From the forgotten password to the new one, through the email. */
export async function resetByEmail(page: Page, mail: SmtpCatcher, email: string, next: string): Promise<string> {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: '忘记密码？' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('忘记密码')
  await page.getByLabel('邮箱', { exact: true }).fill(email)
  await page.getByRole('button', { name: '发送重置链接' }).click()
  await expect(page.getByText('重置密码的链接已发送到你的邮箱，请查收并按照说明操作')).toBeVisible()
  await expect(page.getByText('没有收到？请检查垃圾邮件，或确认邮箱是否已注册。')).toBeVisible()
  await expectAccessible(page, 'reset link sent')
  const message = await mail.take(email)
  await clickEmail(page, message)
  await page.getByLabel('新密码', { exact: true }).fill(next)
  await page.getByLabel('确认密码').fill(next)
  await expectAccessible(page, 'new password')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?/)
  await expect(page.getByText('密码重置成功，请使用新密码登录').first()).toBeVisible()
  return linkOf(message)
}
