// Sign-in and linking with Google and GitHub against a local OAuth and OpenID Connect server, with what goes wrong there, and the merge of two
// accounts to which a taken login method leads (document 1 §1, §2, §4; C-24, C-53, U-46).
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { keepLook } from './keep-look.ts'
import { origin, PASSWORD, register } from './person.ts'
import {
  agreeToTerms,
  methodRow,
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

const openLogin = (page: Page, button: 'Google' | 'GitHub') => openProvider(page, '/auth/login', button)

for (const [button, width] of [
  ['Google', 1440],
  ['GitHub', 360],
] as const) {
  test(`[PROD-18] [UDROP-32] a newcomer signs in with ${button}, sees the picture from there, and is told when the sign-in was cancelled (${width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    emulator.person = newPerson()
    await openLogin(page, button)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(new RegExp(`^${origin()}/auth/`))
    await expect(page.getByRole('alert').first()).toBeVisible()

    await openLogin(page, button)
    await page.getByRole('link', { name: 'Allow', exact: true }).click()
    await expect(page).toHaveURL(/\/profile|\/ai|\/$/)
    await agreeToTerms(page)
    await page.goto('/profile/info')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const picture = page.getByRole('img', { name: '头像', exact: true })
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(96)
    const address = (await picture.getAttribute('src'))!
    await expect(page.getByRole('banner').locator(`img[src="${address}"]`).first()).toBeVisible()
    await expect(methodRow(page, button)).toContainText('首选')
    await expect(methodRow(page, button)).toContainText(emulator.person.email)
    await expectAccessible(page, 'this step')
  })
}

test('an answer for a request that nobody made signs nobody in', async ({ page }) => {
  emulator.person = newPerson()
  await openLogin(page, 'GitHub')
  await page.getByRole('link', { name: 'Allow with a foreign state' }).click()
  await expect(page).toHaveURL(/\/auth\/callback\?error=/)
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.goto('/profile/info')
  await expect(page).toHaveURL(/\/auth\/login/)
})

for (const [button, width] of [
  ['Google', 360],
  ['GitHub', 1440],
] as const) {
  test(`whoever gives no address at ${button} is told so and finds the way back (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    emulator.person = { ...newPerson(), email: '' }
    await openLogin(page, button)
    await page.getByRole('link', { name: 'Allow', exact: true }).click()
    await expectRefused(page, '这个第三方账户没有提供邮箱，无法登录，请换一种登录方式')
  })
}

test('an identity that was made for another request signs nobody in', async ({ page }) => {
  emulator.person = newPerson()
  await openLogin(page, 'Google')
  const asked = new URL(page.url())
  asked.searchParams.set('nonce', 'made-up')
  await page.goto(asked.href)
  await page.getByRole('link', { name: 'Allow', exact: true }).click()
  await expectRefused(page, /[一-鿿]{4}/)
})

/** The callback page says in Chinese that it did not work, leads back to the login, and nobody is signed in. */
async function expectRefused(page: Page, reason: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/auth\/callback\?/)
  await expect(page.getByRole('alert').first()).toContainText(reason)
  await expectAccessible(page, 'refused')
  await page.getByRole('main').getByRole('link', { name: /登录/ }).first().click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.goto('/profile/info')
  await expect(page).toHaveURL(/\/auth\/login/)
}

test('Google is linked to an account, used, and taken away again, with the keyboard alone', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 40[01]/)
  const person = await register()
  await person.enter(context)
  emulator.person = newPerson()
  await page.goto('/profile/info')
  await page.getByRole('button', { name: '绑定：Google' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '绑定 Google' })
  await dialog.getByLabel('当前密码').fill('wrong-2026')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('当前密码错误')).toBeVisible()
  await dialog.getByLabel('当前密码').fill(PASSWORD)
  await expectAccessible(page, 'this step')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Allow', exact: true }).click()
  await expect(page.getByText('绑定成功')).toBeVisible()
  await expect(page).toHaveURL(`${origin()}/profile/info`)
  await expect(methodRow(page, 'Google')).toContainText(emulator.person.email)

  // Typed by hand: nothing was linked or refused just now.
  for (const query of ['linked=1', 'linked=failed&error=access_denied']) {
    await page.goto(`/profile/info?${query}`)
    await expect(page).toHaveURL(`${origin()}/profile/info`)
    await expect(methodRow(page, 'Google')).toContainText(emulator.person.email)
    await expect(page.getByText(/绑定成功|绑定已取消/)).toHaveCount(0)
  }

  await page.getByRole('button', { name: '设为首选：Google' }).press('Enter')
  await expect(methodRow(page, 'Google')).toContainText('首选')
  await page.getByRole('button', { name: '解绑：Google' }).press('Enter')
  const unbinding = page.getByRole('dialog', { name: '解绑 Google？' })
  await unbinding.getByLabel('当前密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('已解绑，其他设备已退出登录')).toBeVisible()
  await expect(methodRow(page, 'Google')).toContainText('未绑定')
  await expect(methodRow(page, '邮箱')).toContainText('首选')
  await expect(page.getByRole('button', { name: '解绑：邮箱' })).toHaveCount(0)
})

for (const width of [1440, 360]) {
  test(`[LOGINM-05] [MERGE-07] a login method of another account is refused, and the two accounts are merged (${width} px)`, async ({
    page,
    context,
    visit,
    provoked,
  }) => {
    provoked.patterns.push(/status of 40[01]/)
    await page.setViewportSize({ width, height: 800 })
    const taken = newPerson()
    emulator.person = taken
    const other = await visit()
    await openLogin(other, 'GitHub')
    await other.getByRole('link', { name: 'Allow', exact: true }).click()
    await expect(other).toHaveURL(/\/profile|\/ai|\/$/)
    await agreeToTerms(other)

    const person = await register()
    await person.enter(context)
    await page.goto('/profile/info')
    await page.getByRole('button', { name: '绑定：GitHub' }).click()
    await page.getByLabel('当前密码').fill(PASSWORD)
    await page.getByRole('button', { name: '继续' }).click()
    await page.getByRole('link', { name: 'Allow', exact: true }).click()
    await expect(page.getByText('该登录方式已被其他账户绑定')).toBeVisible()

    await page.getByRole('link', { name: '合并其他账户' }).first().click()
    await page.getByRole('button', { name: '开始合并' }).click()
    await page.getByLabel('当前密码').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: '开始合并' }).click()
    await expect(page.getByText('请登录要合并进来的另一个账户')).toBeVisible()
    await page.getByRole('button', { name: /GitHub/ }).click()
    await page.getByRole('link', { name: 'Allow', exact: true }).click()
    await expect(page.getByText(`要合并的账户：${taken.email}`)).toBeVisible()
    await expect(page.getByText(`主账户：${person.email}`)).toBeVisible()
    await expect(page.getByText('5 个积分')).toBeVisible()
    await expectAccessible(page, 'this step')
    await keepLook(page, `merge-${width}`, { fullPage: true })
    await page.getByLabel('我已核对，确认合并').check()
    await page.getByRole('button', { name: '合并账户', exact: true }).click()
    await expect(page.getByText(`账户已合并，请登录主账户 ${person.email}`)).toBeVisible()

    await page.getByLabel('邮箱').fill(person.email)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page).not.toHaveURL(/login/)
    await page.goto('/profile/info')
    await expect(page.locator('#main').getByText('10 积分')).toBeVisible()
    await expect(methodRow(page, 'GitHub')).toContainText(taken.email)
    await keepLook(page, `methods-${width}`, { fullPage: true })
  })
}
