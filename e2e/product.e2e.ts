// What document 1 §1 says of the product as a whole: its language on every screen, its ways to sign in, who may open what.
import type { Page } from '@playwright/test'
import { orderAddress, PATHS } from '#rulebook/site/site-map.ts'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, register, signIn } from './person.ts'
import { FAST_TOOL } from './tool-steps.ts'

/** Four words of Latin letters in a row: a sentence that was not translated. */
const LATIN_SENTENCE = /[A-Za-z]{2,}(?:[ ,]+[A-Za-z]{2,}){3,}/

async function expectChinese(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('main').getByRole('heading').first()).toHaveText(/\p{Script=Han}/u)
  await page.waitForLoadState('networkidle')
  // A word of Latin letters alone would be something to press or a title that was not translated.
  for (const role of ['button', 'heading', 'tab', 'columnheader'] as const)
    for (const label of await page.getByRole('main').getByRole(role).allInnerTexts())
      if (/[A-Za-z]{3,}/.test(label)) expect(label, `${role} of ${address}`).toMatch(/\p{Script=Han}/u)
  for (const line of (await page.locator('body').innerText()).split('\n'))
    if (LATIN_SENTENCE.test(line)) expect(line, address).toMatch(/\p{Script=Han}/u)
  await expect(page.getByRole('banner'), address).toBeVisible()
}

test('[PROD-01] [NAV-01] every open page is in Chinese, below the navigation', async ({ page, provoked }) => {
  provoked.patterns.push(/404 \(Not Found\).*no-such-page/)
  const open = [PATHS.landing, PATHS.catalogue, PATHS.login, PATHS.register, PATHS.forgotPassword, PATHS.resetPassword]
  const others = [PATHS.terms, PATHS.privacy, PATHS.personalInformation, `${PATHS.callback}?error=x`, '/no-such-page']
  for (const address of [...open, ...others]) await expectChinese(page, address)
})

// One page of each family of tools: the words of its parameters.
const TOOL_PAGES = [
  'enhance/generative/redefine',
  'sharpen/standard/standard',
  'restore/dust-scratch',
  'lighting/adjust',
]

test('[PROD-01] [NAV-01] every page behind the sign-in is in Chinese, below the navigation', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 4\d\d.*billing/) // an order that nobody made
  await (await register()).enter(context)
  const { profileInfo, profileHistory, profileBilling, profileMerge, batch, repair } = PATHS
  const own = [
    profileInfo,
    profileHistory,
    profileBilling,
    profileMerge,
    batch,
    repair,
    orderAddress(crypto.randomUUID()),
  ]
  for (const address of [...own, ...[FAST_TOOL, ...TOOL_PAGES].map((key) => `/ai/${key}`)])
    await expectChinese(page, address)
})

test('[PROD-01] [NAV-01] every page of the back office is in Chinese, below the navigation', async ({ visit }) => {
  test.slow()
  const page = await visit(await signIn(ADMIN_EMAIL))
  const pages = Object.values(PATHS).filter((address) => address.startsWith('/admin'))
  expect(pages.length).toBeGreaterThan(5)
  for (const address of pages) await expectChinese(page, address)
})

test('[PROD-16] [PROD-17] sign-in offers email with password, and Google', async ({ page }) => {
  await page.goto(PATHS.login)
  await expect(page.getByLabel('邮箱')).toBeVisible()
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /Google/ })).toBeVisible()
})

test('[PROD-19] without a gateway for short messages nobody is offered a sign-in by phone', async ({
  page,
  context,
}) => {
  await page.goto(PATHS.login)
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle') // what is offered has arrived
  for (const role of ['textbox', 'button', 'link', 'tab', 'radio'] as const)
    await expect(page.getByRole('main').getByRole(role, { name: /手机|短信|验证码/, disabled: false })).toHaveCount(0)
  await (await register()).enter(context)
  await page.goto(PATHS.profileInfo)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox', { name: /手机|短信/, disabled: false })).toHaveCount(0)
})

test('[PROD-14] the terms say that credits are not refunded but for what they name, and who bought nothing is offered nothing', async ({
  page,
  context,
}) => {
  await page.goto(PATHS.terms)
  await expect(page.getByRole('main')).toContainText('积分售出后不予退款。')
  await (await register()).enter(context)
  await page.goto(PATHS.profileBilling)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  for (const role of ['button', 'link'] as const)
    await expect(page.getByRole('main').getByRole(role, { name: /退款|退费/ })).toHaveCount(0)
})

test('[PROD-25] sign-up states 5 free credits, and a new account has them', async ({ page }) => {
  await page.goto(PATHS.register)
  await expect(page.getByRole('main').getByText(/5 个免费积分/)).toBeVisible()
  const { credits } = await (await register()).api.account.profile.get()
  expect(credits).toMatchObject({ total: 5, remaining: 5 })
})

test('[PROD-28] the catalogue is open; tools ask for a sign-in, administration also for the role', async ({
  page,
  context,
}) => {
  await page.goto(PATHS.catalogue)
  await expect(page).toHaveURL(PATHS.catalogue)
  await expect(page.getByRole('main').locator(`a[href="/ai/${FAST_TOOL}"]`).first()).toBeVisible()
  for (const address of [`/ai/${FAST_TOOL}`, PATHS.admin]) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/login\?redirect=/)
  }
  await (await register()).enter(context)
  await page.goto(`/ai/${FAST_TOOL}`)
  await expect(page.locator('[data-flow]')).toBeVisible()
  await page.goto(PATHS.admin)
  await expect(page).toHaveURL(new RegExp(PATHS.profileInfo))
})
