// Registration by a provider, the ways out of a taken address, and what an account that signs in by a provider sees of itself (document 1 §2,
// §5, §6, §8; C-23, C-24, C-25, U-44, U-60).
import type { Page } from '@playwright/test'
import { TERMS_TEXTS } from '#rulebook/account/terms.ts'
import { expect, test } from './journey-test.ts'
import { expectLeaves, runUntil, stopClock } from './page-clock.ts'
import { freshEmail, PASSWORD, register } from './person.ts'
import {
  agreeToTerms,
  allow,
  newPerson,
  openProvider,
  PROVIDER_PAGE,
  type ProviderService,
  startProviderService,
} from './provider-steps.ts'

let service: ProviderService
let emulator: ProviderService['emulator']
test.beforeAll(async () => {
  service = await startProviderService()
  emulator = service.emulator
})
test.afterAll(() => service.stop())
test.beforeEach(({ provoked }) => void provoked.patterns.push(PROVIDER_PAGE))

const main = (page: Page) => page.getByRole('main')
const contactLine = (page: Page) => page.getByRole('banner').locator('[class*="contact"]')

/** Leaves by the way that the terms offer to those who decline. */
async function leaveUnagreed(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: TERMS_TEXTS.leave }).click()
  await expect(page.getByText('已成功登出')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
}

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('确认密码').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await main(page).getByRole('button', { name: /^注册/ }).click()
}

test('[AUTH-REG-12] [UDROP-17] [PROFILE-06] [PROFILE-07] [PROFILE-08] [ROLE-06] a Google sign-up ends in the profile, where there is a badge and nothing to change of email and password', async ({
  page,
  visit,
}) => {
  emulator.person = newPerson()
  await openProvider(page, '/auth/register', 'Google')
  await allow(page).click()
  await expect(page).toHaveURL(/\/profile\/info$/)
  await agreeToTerms(page)
  const facts = main(page).locator('dl').first()
  await expect(facts).toContainText(emulator.person.email)
  await expect(facts.getByText('Google', { exact: true })).toBeVisible()
  await expect(main(page).getByRole('textbox', { name: /邮箱/ })).toHaveCount(0)
  for (const name of ['修改密码', '修改邮箱']) await expect(main(page).getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await expect(contactLine(page)).toHaveText('Google 账户')
  await expect(contactLine(page)).toHaveAttribute('title', 'Google account')

  const github = await visit()
  emulator.person = newPerson()
  await openProvider(github, '/auth/register', 'GitHub')
  await allow(github).click()
  await expect(github).toHaveURL(/\/profile\/info$/)
  await agreeToTerms(github)
  await expect(main(github).locator('dl').first().getByText('GitHub', { exact: true })).toBeVisible()
  for (const name of ['修改密码', '修改邮箱']) await expect(main(github).getByRole('button', { name })).toHaveCount(0)
  await github.getByRole('button', { name: /用户菜单/ }).click()
  await expect(contactLine(github)).toHaveText(emulator.person.email)

  const person = await register()
  const byEmail = await visit(person)
  await byEmail.goto('/profile/info')
  const own = main(byEmail).locator('dl').first()
  await expect(own).toContainText(person.email)
  await expect(own.getByText('邮箱', { exact: true })).toHaveCount(2)
  await expect(main(byEmail).getByRole('textbox', { name: /邮箱/ })).toHaveCount(0)
  for (const name of ['修改密码', '修改邮箱']) await expect(main(byEmail).getByRole('button', { name })).toBeVisible()
})

test('[AUTH-REG-13] a provider that cannot be reached from the registration is told', async ({ page, provoked }) => {
  provoked.patterns.push(/status of 50\d.*sign-in\/social/)
  await page.goto('/auth/register')
  await page.route('**/api/auth/sign-in/social', (route) => route.fulfill({ status: 502, json: {} }))
  await page.getByRole('button', { name: '使用 Google 账户注册' }).click()
  await expect(main(page).getByRole('alert')).toHaveText('注册失败，请重试')
  await expect(page).toHaveURL(/\/auth\/register$/)
})

test('[AUTH-REG-16] [AUTH-REG-17] [AUTH-REG-18] [AUTH-REG-19] [AUTH-REG-21] a taken address offers the ways in that it has, and each leads there', async ({
  page,
}) => {
  const box = () => main(page).getByRole('alert').filter({ hasText: '账户已存在' })
  for (const button of ['Google', 'GitHub'] as const) {
    emulator.person = newPerson()
    await openProvider(page, '/auth/register', button)
    await allow(page).click()
    await expect(page).toHaveURL(/\/profile\/info$/)
    await leaveUnagreed(page)
    await fillRegistration(page, emulator.person.email)
    await expect(box().getByRole('button')).toHaveText([`使用 ${button} 账户登录`, '重置密码'])
    await box()
      .getByRole('button', { name: `使用 ${button} 账户登录` })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(emulator.person.email)
    await allow(page).click()
    await expect(page).toHaveURL(/\/profile\/info$/)
    await leaveUnagreed(page)
  }

  const { email } = await register(freshEmail())
  await fillRegistration(page, email)
  await expect(box().getByRole('button')).toHaveText(['使用邮箱和密码登录', '重置密码'])
  await box().getByRole('button', { name: '重置密码' }).click()
  await expect
    .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
    .toBe(`/auth/forgot-password?email=${encodeURIComponent(email)}`)
})

test('[CALLBACK-08] [AUTH-LOGIN-19] a sign-in by a provider leads to the wanted page 1.5 s after its success is told', async ({
  page,
}) => {
  emulator.person = newPerson()
  await openProvider(page, '/auth/login?redirect=%2Fprofile%2Fhistory', 'GitHub')
  await stopClock(page)
  await allow(page).click()
  const doneNotice = main(page).getByRole('status').filter({ hasText: '登录成功！' })
  await runUntil(page, () => doneNotice.isVisible())
  await expectLeaves(page, '登录成功！', 1500, /\/profile\/history$/)
})
