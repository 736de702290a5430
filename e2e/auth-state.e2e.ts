// The account as the browser keeps it, renews it, loses it and gives it back (document 1 §2 "Route guard", §4, §7, §8; C-01, C-31, C-38, U-50).
import type { Page, Request, Route } from '@playwright/test'
import { AUTH_TOKEN_KEY } from '#rulebook/pictures/browser-storage.ts'
import { expect, test } from './journey-test.ts'
import { fillLogin } from './mail-steps.ts'
import { runUntil, stopClock } from './page-clock.ts'
import { ADMIN_EMAIL, origin, register, signIn } from './person.ts'
import { LARGE, picture } from './picture.ts'
import { holdPicture, openTool, startButton } from './tool-steps.ts'

const SESSION = '**/api/rpc/account/session'
const PROFILE = '**/api/rpc/account/profile/get'
const banner = (page: Page) => page.getByRole('banner')
const notices = (page: Page) => page.locator('.mantine-Notification-root')
const userMenu = (page: Page) => banner(page).getByRole('button', { name: /用户菜单/ })
const addressOf = (page: Page) => decodeURIComponent(page.url().slice(origin().length))
/** A refusal in our protocol; below 500 nothing is asked for again. */
const refuse = (code: string, message: string, status = 400) => ({
  status,
  json: { json: { defined: false, code, status, message, data: undefined }, meta: [] },
})

async function storagesOf(page: Page): Promise<{ token: string | null; kept: number }> {
  return page.evaluate((key) => ({ token: localStorage.getItem(key), kept: sessionStorage.length }), AUTH_TOKEN_KEY)
}

/** Presses a sign-out and reads what is said of it; the other of the two texts never appears (C-31). */
async function expectSignedOut(page: Page, press: () => Promise<void>, shown: string, never: string): Promise<void> {
  await press()
  await expect(notices(page).filter({ hasText: shown })).toBeVisible()
  await expect.poll(() => addressOf(page)).toBe('/')
  await expect(page.getByText(never)).toHaveCount(0)
  expect(await storagesOf(page)).toEqual({ token: null, kept: 0 })
  await page.goto('/profile/info')
  await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
}

test('[AUTHSTATE-11] [AUTHSTATE-12] [ERR-ACC-08] [ERR-ACC-09] [ERR-ACC-16] a sign-out on a phone: one that fails is told and changes nothing, one that works empties both storages', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED/)
  await page.setViewportSize({ width: 360, height: 740 })
  await (await register()).enter(context)
  await page.goto('/profile/info')
  await expect(page.getByRole('button', { name: '更换头像' })).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('kept', 'x'))
  const press = async () => {
    await page.getByRole('button', { name: '打开菜单' }).click()
    await banner(page).getByRole('button', { name: '退出登录' }).click()
  }
  await page.route('**/api/auth/sign-out', (route) => route.abort(), { times: 1 })
  await press()
  await expect(notices(page).filter({ hasText: '退出登录失败，请重试' })).toBeVisible()
  expect(await storagesOf(page)).toEqual({ token: expect.any(String), kept: 1 })
  await page.goto('/profile/info')
  await expect(page.getByRole('button', { name: '更换头像' })).toBeVisible()
  await expectSignedOut(page, press, '已成功登出', '已成功退出登录')
})

test('[ERR-ACC-17] [UDROP-25] the back office signs out with the general text, the dropdown with its own', async ({
  visit,
}) => {
  const office = await visit(await signIn(ADMIN_EMAIL))
  await office.goto('/admin')
  const leave = office.getByRole('main').getByRole('button', { name: /退出/ })
  await expectSignedOut(office, () => leave.click(), '已成功登出', '已成功退出登录')

  const page = await visit(await register())
  await page.goto('/profile/info')
  const press = async () => {
    await userMenu(page).click()
    await banner(page).getByRole('button', { name: '退出登录' }).click()
  }
  await expectSignedOut(page, press, '已成功退出登录', '已成功登出')
})

test('[CALL-ACC-12] the session is kept over a reload and over the end of its token, which the page renews by itself', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/account/session')) asked += 1
  })
  await page.goto('/profile/info')
  await expect(userMenu(page)).toBeVisible()
  expect(asked).toBe(1)
  const first = (await storagesOf(page)).token
  await page.reload()
  await expect(userMenu(page)).toBeVisible()
  expect([asked, (await storagesOf(page)).token]).toEqual([1, first])

  // A token that ends in a minute and a quarter: renewed a minute before, with nobody touching the page.
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key)!) as { expiresAtMs: number }
    localStorage.setItem(key, JSON.stringify({ ...kept, expiresAtMs: Date.now() + 75_000 }))
  }, AUTH_TOKEN_KEY)
  await page.clock.install()
  await page.reload()
  await expect(userMenu(page)).toBeVisible()
  expect(asked).toBe(1)
  const renewed = page.waitForResponse(SESSION)
  await page.clock.runFor(16_000)
  await renewed
  await expect.poll(async () => (await storagesOf(page)).token).not.toBe(first)
  await expect(userMenu(page)).toBeVisible()
})

test('[NAV-18] [ERR-ACC-05] while nobody knows who it is a sign of waiting stands where the login would be; a session that ended on the server is told', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 401/)
  const person = await register()
  await person.enter(context)
  let answer: (() => void) | undefined
  const hold = async (route: Route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  }
  await page.route(SESSION, hold, { times: 1 })
  await page.goto('/profile/info')
  await expect(banner(page).getByRole('status', { name: '加载中…' })).toBeVisible()
  await expect(banner(page).getByRole('link', { name: '登录', exact: true })).toBeHidden()
  await expect.poll(() => answer).toBeDefined()
  answer?.()
  await expect(userMenu(page)).toBeVisible()
  await expect(banner(page).getByRole('status', { name: '加载中…' })).toHaveCount(0)

  const ended = await fetch(`${origin()}/api/auth/sign-out`, {
    method: 'POST',
    headers: { ...(await person.headers()), cookie: person.cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(ended.status).toBe(200)
  // The open page may learn it by itself while the link is being pressed; the link is gone then.
  const history = page.getByRole('navigation', { name: '个人中心' }).getByRole('link', { name: '历史记录' })
  await history.click({ timeout: 3000 }).catch(() => {})
  await expect(notices(page).filter({ hasText: '认证状态异常，已自动登出' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
  await expect(banner(page).getByRole('link', { name: '登录', exact: true })).toBeVisible()
})

for (const [rows, answer, text] of [
  ['[ERR-ACC-01]', refuse('BAD_REQUEST', 'permission denied for table user_profiles'), '认证状态异常，请重新登录'],
  ['[ERR-ACC-01]', refuse('BAD_REQUEST', 'JWT expired'), '认证状态异常，请重新登录'],
  ['[ERR-ACC-02]', refuse('BAD_REQUEST', 'relation is broken', 422), '认证系统异常，请重新登录'],
] as const)
  test(`${rows} a profile that is refused with "${answer.json.json.message}" signs out: ${text}`, async ({
    page,
    context,
    provoked,
  }) => {
    provoked.patterns.push(/status of 4\d\d.*profile\/get/)
    await (await register()).enter(context)
    await page.route(PROFILE, (route) => route.fulfill(answer), { times: 1 })
    const ended = page.waitForResponse('**/api/auth/sign-out')
    await page.goto('/profile/info')
    await expect(notices(page).filter({ hasText: text })).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
    expect((await ended).status()).toBe(200)
    expect((await storagesOf(page)).token).toBeNull()
    await page.reload()
    await expect(banner(page).getByRole('link', { name: '登录', exact: true })).toBeVisible()
  })

test('[APP-01] [APP-02] [GUARD-08] [GUARD-09] [NOTIF-06] an account that cannot be read: an alert of 5 s, the open pages work on, a guarded one leads to login with its text', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 429/)
  await (await register()).enter(context)
  await page.route(SESSION, (route) => route.fulfill(refuse('TOO_MANY_REQUESTS', '', 429)))
  await stopClock(page)
  await page.goto('/auth/login?redirect=%2Fprofile%2Fhistory')
  const alert = notices(page).filter({ hasText: '页面没有正常启动' })
  await runUntil(page, () => alert.isVisible())
  await expect(alert).toContainText('暂时无法连接服务器：不能登录、处理图片和查看历史记录，其他页面可以正常浏览。')
  await expect(alert).toHaveRole('alert')
  await page.mouse.move(2, 2)
  await page.clock.runFor(4500)
  await expect(alert).toBeVisible()
  await page.clock.runFor(1500)
  await expect(alert).toHaveCount(0)
  await page.clock.resume()

  // Basic mode: what needs no account is all there.
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  await banner(page).getByRole('link', { name: '价格' }).click()
  await expect(page.getByRole('heading', { name: '价格' })).toBeInViewport()
  await banner(page).getByRole('button', { name: 'AI 工具' }).click()
  await banner(page)
    .getByRole('link', { name: /^标准降噪/ })
    .click()
  const text = '认证检查失败，请重新登录'
  await expect.poll(() => addressOf(page)).toBe(`/auth/login?error=${text}&redirect=/ai/denoise/normal`)
  const box = page.getByRole('alert').filter({ hasText: text })
  await expect(box).toContainText('可能是服务暂时中断。如果您已登录，恢复后会自动返回。')
  await expect(box.getByRole('button', { name: '重试' })).toBeVisible()
  // As soon as the account can be read again, the wanted page opens by itself.
  await page.unroute(SESSION)
  await expect.poll(() => addressOf(page)).toBe('/ai/denoise/normal')
})

test('[ERR-ACC-07] a browser that stores nothing is told in the console only, the service learns of it, and signing in works', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    for (const name of ['getItem', 'setItem', 'removeItem', 'clear'] as const)
      Storage.prototype[name] = () => {
        throw new DOMException('no storage here', 'SecurityError')
      }
  })
  await (await register()).enter(context)
  const warned = page.waitForEvent('console', (message) => /could not be kept/.test(message.text()))
  const reported = page.waitForRequest((request) => /browser-errors|reportBrowserError/.test(request.url()))
  await page.goto('/profile/info')
  expect((await warned).type()).toBe('warning')
  expect((await (await reported).response())!.ok()).toBe(true)
  await expect(userMenu(page)).toBeVisible()
  await expect(page.getByRole('button', { name: '更换头像' })).toBeVisible()
  await expect(notices(page)).toHaveCount(0)
})

test('[AUTHSTATE-15] [P-35] a sign-out closes the live connection of a run, and nothing of one person is left for the next', async ({
  page,
  context,
}) => {
  const [person, next] = [await register(), await register()]
  await person.enter(context)
  await openTool(page, 'denoise/extreme')
  await holdPicture(page, await picture({ ...LARGE, name: '外婆.jpg' }))
  const watching = page.waitForRequest('**/rpc/processing/jobs/watch')
  await startButton(page).click()
  const live = await watching
  let isOpen = true
  const noteEnd = (request: Request) => {
    if (request === live) isOpen = false
  }
  page.on('requestfinished', noteEnd)
  page.on('requestfailed', noteEnd)
  await expect(page.getByRole('progressbar')).toBeVisible()
  expect(isOpen).toBe(true)
  await userMenu(page).click()
  await banner(page).getByRole('button', { name: '退出登录' }).click()
  await expect(notices(page).filter({ hasText: '已成功退出登录' })).toBeVisible()
  await expect.poll(() => isOpen).toBe(false)

  // In the same window, without a reload.
  await banner(page).getByRole('link', { name: '登录', exact: true }).click()
  await fillLogin(page, next.email)
  await expect(userMenu(page)).toBeVisible()
  await userMenu(page).click()
  await banner(page).getByRole('link', { name: '历史记录' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('历史记录')
  await expect(page.getByText('外婆.jpg')).toHaveCount(0)
  const { api } = await signIn(person.email)
  for (const { id } of await api.processing.jobs.open()) await api.processing.jobs.cancel({ id })
})
