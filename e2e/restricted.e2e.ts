// Suspended and banned in the middle of work, as the user sees it: why nothing starts, whom to contact, what stays; and the way
// back (U-14, C-03, C-04).
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ON_BOTH_DATABASES } from './databases.ts'
import { expect, test } from './journey-test.ts'
import { leadTo } from './own-service.ts'
import { ADMIN_EMAIL, balanceOf, origin, PASSWORD, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { type Service, startService } from './service.ts'
import { holdPicture, openTool, startButton, uploadOver } from './tool-steps.ts'

const CONTACT = 'help@example.com'
let stopService: () => Promise<void>
let service: Service
let admin: Person
test.beforeAll(async () => {
  service = await startService({
    TRUSTED_PROXIES: '127.0.0.1',
    CONTACT_EMAIL: CONTACT,
    STARTUP_ADMIN_EMAIL: ADMIN_EMAIL,
  })
  stopService = leadTo(service)
  await register(ADMIN_EMAIL)
  await service.kill()
  await service.restart()
  admin = await signIn(ADMIN_EMAIL)
})
test.afterAll(async () => {
  await stopService()
})

async function put(id: string, status: 'active' | 'suspended' | 'banned'): Promise<void> {
  const headers = { ...(await admin.headers()), cookie: admin.cookie, 'content-type': 'application/json' }
  const send = (path: string, body: object) =>
    fetch(`${origin()}/api/v1/admin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await send('session', {})).status).toBe(200)
  expect((await send(`users/${id}/status`, { status, reason: '旅程' })).status).toBe(200)
}
const notice = (page: Page) => page.getByRole('region', { name: '账户状态' })

test(
  'a person who is suspended in the middle of the work is told why and whom to ask, keeps everything, and comes back',
  ON_BOTH_DATABASES,
  async ({ page, context, provoked }) => {
    test.setTimeout(240_000)
    provoked.patterns.push(/status of 403.*jobs\/start/)
    const person = await register()
    // Read while the account may still ask.
    const { id } = await person.api.account.profile.get()
    await person.enter(context)
    await uploadOver(person, await picture({ name: '外婆.jpg' }), origin())
    await openTool(page)
    await holdPicture(page)
    await expect(notice(page)).toHaveCount(0)

    await put(id, 'suspended')
    await startButton(page).click()
    const refusal = '账户已被暂停，暂时不能开始处理或购买；仍可查看和下载已有内容。如有疑问请联系客服。'
    await expect(page.getByRole('main').getByText(refusal)).toBeVisible()
    expect(await balanceOf(person)).toBe(5)

    await page.goto('/profile/history')
    await expect(page.getByText('外婆.jpg')).toBeVisible()
    await expect(notice(page)).toContainText(refusal)
    await expect(notice(page).getByRole('link', { name: CONTACT })).toHaveAttribute('href', `mailto:${CONTACT}`)
    await expectAccessible(page, 'suspended')

    provoked.patterns.push(/status of 403.*account\/profile/, /status of 403.*sign-in\/email/)
    await put(id, 'banned')
    await page.reload()
    const ban = '账户已被封禁，不能登录。如有疑问请联系客服。'
    await expect(page).toHaveURL(/\/auth\/login/)
    await expect(page.getByText(ban)).toBeVisible()
    const enter = async () => {
      await page.getByLabel('邮箱').fill(person.email)
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: '登录', exact: true }).click()
    }
    await enter()
    await expect(page.getByRole('main').getByText(ban)).toBeVisible()
    await expectAccessible(page, 'banned')

    await put(id, 'active')
    await enter()
    await expect(page).not.toHaveURL(/\/auth\/login/)
    await page.goto('/profile/history')
    await expect(page.getByText('外婆.jpg')).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
  },
)
