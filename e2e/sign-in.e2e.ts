// Login and registration as a person sees them (document 1 §2, §5, §8; C-21, C-22, C-25, U-06, U-09, U-10, U-57).
import type { Page } from '@playwright/test'
import { KNOWN_EMAIL_DOMAINS } from '#rulebook/account/email.ts'
import { expect, test } from './journey-test.ts'
import { expectStays, runUntil, stopClock } from './page-clock.ts'
import { freshEmail, origin, PASSWORD, register } from './person.ts'

const email = (page: Page) => page.getByLabel('邮箱')
const password = (page: Page) => page.getByLabel('密码', { exact: true })
const confirmation = (page: Page) => page.getByLabel('确认密码')
const main = (page: Page) => page.getByRole('main')
const login = (page: Page) => main(page).getByRole('button', { name: /^登录/ })
const submit = (page: Page) => main(page).getByRole('button', { name: /^注册/ })
const remember = (page: Page) => page.getByRole('checkbox', { name: '记住我' })

async function enter(page: Page, address: string, secret = PASSWORD): Promise<void> {
  await email(page).fill(address)
  await password(page).fill(secret)
  await login(page).click()
}
const pathOf = (page: Page) => expect.poll(() => page.url().slice(origin().length))

test('[DATA-ACC-25] [AUTH-LOGIN-01] [AUTH-LOGIN-02] [AUTH-LOGIN-03] [AUTH-LOGIN-04] [AUTH-LOGIN-05] [AUTH-LOGIN-06] [AUTH-LOGIN-07] [AUTH-LOGIN-08] [AUTH-LOGIN-09] [AUTH-LOGIN-10] [AUTH-LOGIN-11] [AUTH-LOGIN-12] [AUTH-LOGIN-13] [AUTH-LOGIN-20] [AUTH-LOGIN-21] [AUTH-LOGIN-23] the login page: its parts, when it can be sent, what a refusal says, where success leads', async ({
  page,
  provoked,
}) => {
  provoked.patterns.push(/status of 401.*sign-in/)
  const person = await register()
  await page.goto('/auth/login')
  await expect(email(page)).toHaveAttribute('type', 'email')
  await expect(email(page)).toHaveAttribute('required', '')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await expect(remember(page)).not.toBeChecked()
  await expect(page.getByRole('button', { name: '使用 Google 账户登录（暂未开放）' })).toBeDisabled()
  await expect(page.getByRole('link', { name: '忘记密码？' })).toHaveAttribute('href', '/auth/forgot-password')
  await expect(main(page).getByRole('link', { name: '免费注册' })).toHaveAttribute('href', '/auth/register')
  await expect(page.getByText(/手机|验证码/)).toHaveCount(0)

  await expect(login(page)).toBeDisabled()
  await email(page).fill('someone@')
  await expect(page.getByText('请输入有效的邮箱地址')).toBeVisible()
  await email(page).fill(person.email)
  await expect(page.getByText('✓ 邮箱格式正确')).toBeVisible()
  await expect(login(page)).toBeDisabled()
  await password(page).fill('wrong-2026')
  await expect(login(page)).toBeEnabled()
  await email(page).fill('')
  await expect(login(page)).toBeDisabled()

  await enter(page, person.email, 'wrong-2026')
  const refusal = page.getByRole('alert').filter({ hasText: '邮箱或密码错误' })
  await expect(refusal).toBeVisible()
  const [red, green, blue] = await refusal.evaluate((box) => getComputedStyle(box).color.match(/\d+/g)!.map(Number))
  expect(red).toBeGreaterThan(Math.max(green!, blue!))

  let answer = () => {}
  const isSeen = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/sign-in/email', async (route) => {
    await isSeen
    await route.continue()
  })
  await enter(page, person.email)
  await expect(login(page)).toHaveText('登录中...')
  await expect(login(page)).toBeDisabled()
  answer()
  await expect(page.getByText('登录成功！')).toBeVisible()
  await pathOf(page).toBe('/')
  // Nothing is left over: no form, no refusal of the attempt before.
  await expect(password(page)).toHaveCount(0)
  await expect(page.getByText('邮箱或密码错误')).toHaveCount(0)
  // Not asked to remember, it did not.
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toMatch(/remember-login|last-email/)
})

test('[AUTH-LOGIN-14] [AUTH-LOGIN-15] [AUTH-LOGIN-16] [AUTH-LOGIN-17] [AUTH-LOGIN-18] [AUTH-LOGIN-19] [AUTH-LOGIN-22] [AUTH-LOGIN-24] [UDROP-14] [UDROP-24] [UDROP-25] queries and the remembered email', async ({
  page,
}) => {
  const person = await register()
  await page.goto('/auth/login?redirect=%2Fprofile%2Fhistory')
  await remember(page).check()
  await enter(page, person.email)
  await pathOf(page).toBe('/profile/history')
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect([stored['remember-login'], stored['last-email']]).toEqual(['true', person.email])
  expect(JSON.stringify(stored)).not.toContain(PASSWORD)
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('已成功退出登录')).toBeVisible()
  await pathOf(page).toBe('/')
  await expect(page.getByRole('button', { name: /用户菜单/ })).toHaveCount(0)
  await page.goto('/profile/history')
  await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Fprofile%2Fhistory$/)

  await page.goto('/auth/login')
  await expect(email(page)).toHaveValue(person.email)
  await expect(remember(page)).toBeChecked()
  await page.goto('/auth/login?email=a%40b.com')
  await expect(email(page)).toHaveValue('a@b.com')
  await expect(main(page).getByRole('status').filter({ hasText: '邮箱已验证，请输入密码登录' })).toBeVisible()
  await page.goto('/auth/login?error=%3Cb%3E%E5%87%BA%E9%94%99%3C%2Fb%3E')
  await expect(page.getByRole('alert')).toHaveText('<b>出错</b>')
  await page.goto('/auth/login?message=%E5%AF%86%E7%A0%81%E5%B7%B2%E6%9B%B4%E6%96%B0')
  await expect(main(page).getByRole('status').filter({ hasText: '密码已更新' })).toBeVisible()
})

test('[AUTH-LOGIN-19] a redirect query never leads to another host', async ({ page }) => {
  const person = await register()
  await page.goto('/auth/login?redirect=%2F%2Fevil.example%2Fai')
  await enter(page, person.email)
  await expect(page.getByText('登录成功！')).toBeVisible()
  await pathOf(page).toBe('/')
  // Signed-in users are forwarded at once, by the same rule.
  for (const redirect of ['https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/auth/login?redirect=${encodeURIComponent(redirect)}`)
    await pathOf(page).toBe('/')
  }
})

test('[AUTH-REG-01] [AUTH-REG-02] [AUTH-REG-03] [AUTH-REG-04] [AUTH-REG-05] [AUTH-REG-06] [AUTH-REG-07] [AUTH-REG-08] [AUTH-REG-10] registration: its parts, when it can be sent, and the way to login after two seconds', async ({
  page,
}) => {
  await page.goto('/auth/register')
  await expect(page.getByRole('button', { name: '使用 Google 账户注册（暂未开放）' })).toBeDisabled()
  await expect(page.getByText('新用户注册即送 5 个免费积分')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  const address = freshEmail()
  await main(page)
    .getByRole('checkbox', { name: /我已阅读并同意/ })
    .check()
  const fillAll = async () => {
    await email(page).fill(address)
    await password(page).fill(PASSWORD)
    await confirmation(page).fill(PASSWORD)
    await expect(submit(page)).toBeEnabled()
  }
  await fillAll()
  for (const [field, wrong] of [
    [email, ''],
    [email, 'no-address'],
    [password, ''],
    [password, 'abc'],
    [confirmation, ''],
    [confirmation, `${PASSWORD}!`],
  ] as const) {
    await field(page).fill(wrong)
    await expect(submit(page)).toBeDisabled()
    if (wrong.endsWith('!')) await expect(page.getByText('两次密码输入不一致')).toBeVisible()
    await fillAll()
  }
  const consent = main(page).getByRole('checkbox', { name: /我已阅读并同意/ })
  await consent.uncheck()
  await expect(submit(page)).toBeDisabled()
  await consent.check()
  for (const [typed, strength] of [
    ['Password1!', '弱'],
    ['kite-4417', '中'],
    ['kite-4417-on-the-roof', '强'],
  ] as const) {
    await password(page).fill(typed)
    await expect(page.getByText(`密码强度：${strength}`, { exact: true })).toBeVisible()
  }
  await fillAll()
  await stopClock(page)
  await submit(page).click()
  const done = main(page).getByRole('status').filter({ hasText: '注册成功！' })
  await runUntil(page, () => done.isVisible())
  await expect(done).toHaveText('注册成功！ 正在为您跳转…')
  const left = page.waitForEvent('framenavigated', () => page.url().endsWith('/auth/login'))
  await expectStays(page, 1900)
  await page.clock.runFor(200)
  await left
})

test('[AUTH-REG-14] [AUTH-REG-15] [AUTH-REG-20] a taken address gets the box 账户已存在 with its suggestions', async ({
  page,
}) => {
  const person = await register()
  await page.goto('/auth/register')
  await email(page).fill(person.email)
  await password(page).fill(PASSWORD)
  await confirmation(page).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await submit(page).click()
  const box = page.getByRole('alert').filter({ hasText: '账户已存在' })
  await expect(box).toBeVisible()
  await expect(box.getByRole('button')).toHaveText(['使用邮箱和密码登录', '重置密码'])
  await box.getByRole('button', { name: /登录/ }).first().click()
  await pathOf(page).toBe('/auth/login')
  await expect(email(page)).toHaveValue(person.email)
})

test('[VALID-EMAIL-04] [VALID-EMAIL-05] [VALID-PWD-04] [VALID-PWD-05] [VALID-PWD-06] [VALID-PWD-07] what the registration says of an address and of each part of a password while they are typed', async ({
  page,
}) => {
  await page.goto('/auth/register')
  const verdict = main(page).getByRole('status').filter({ hasText: '邮箱格式正确' })
  expect(KNOWN_EMAIL_DOMAINS).toHaveLength(15)
  for (const domain of [...KNOWN_EMAIL_DOMAINS, 'QQ.com']) {
    await email(page).fill(`name@${domain}`)
    await expect(verdict, domain).toHaveText('✓ 邮箱格式正确')
  }
  await email(page).fill('name@rare-domain.example')
  await expect(verdict).toHaveText('✓ 邮箱格式正确（请确认域名拼写）')

  const items = main(page).locator('li[data-met]')
  await expect(items).toHaveText(['至少 6 位', '包含字母', '包含数字', '建议包含特殊字符'])
  const met = () => items.evaluateAll((all) => all.map((item) => item.getAttribute('data-met') === 'true'))
  for (const [typed, expected] of [
    ['', [false, false, false, false]],
    ['kvuqz', [false, true, false, false]],
    ['kvuqzm', [true, true, false, false]],
    ['73029', [false, false, true, false]],
    ['kvuqzm73', [true, true, true, false]],
    ['kv$', [false, true, false, true]],
    ['kvuqzm73$', [true, true, true, true]],
  ] as const) {
    await password(page).fill(typed)
    await expect.poll(met, typed).toEqual(expected)
  }
  // The last item never stands in the way.
  await password(page).fill('kvuqzm73')
  await confirmation(page).fill('kvuqzm73')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await expect(submit(page)).toBeEnabled()
})

test('[AUTH-LOGIN-28] [C-38] whoever is signed in is led on from login and registration', async ({ page, context }) => {
  await (await register()).enter(context)
  for (const [address, place] of [
    ['/auth/login', '/'],
    ['/auth/register', '/'],
    ['/auth/login?redirect=%2Fprofile%2Fhistory%3Fa%3D1', '/profile/history?a=1'],
    ['/auth/register?redirect=%2Fai', '/ai'],
  ] as const) {
    await page.goto(address)
    await pathOf(page).toBe(place)
  }
})
