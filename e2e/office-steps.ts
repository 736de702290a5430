// Steps in the back office that several of its journeys share.
import type { Page } from '@playwright/test'
import { expect } from './journey-test.ts'
import { ADMIN_EMAIL, origin, type Person, signIn } from './person.ts'

export const panel = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
export const items = (page: Page, name: string) => panel(page, name).getByRole('listitem')
export const exactText = (page: Page, text: string) => page.getByText(text, { exact: true })
export const pageNumbers = (page: Page) =>
  page.getByRole('navigation', { name: '分页' }).getByRole('button', { name: /^第/ })

export async function open(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** The admin session, for calls without a browser: it wants the cookie of the sign-in, which calls do not carry. */
export async function openOffice(admin: Person): Promise<void> {
  const headers = { ...(await admin.headers()), cookie: admin.cookie }
  const answer = await fetch(`${origin()}/api/rpc/admin/session/open`, { method: 'POST', headers })
  expect(answer.status).toBe(200)
}

/** Type and remaining credits of a person, as an operator sets them; needs an open admin session. */
export async function editUser(
  admin: Person,
  person: Person,
  userType: 'free' | 'premium' | 'vip',
  credits: number,
): Promise<void> {
  const { id, user_type, credits: seen } = await person.api.account.profile.get()
  await admin.api.admin.users.update({
    id,
    userType,
    creditsRemaining: credits,
    seen: { userType: user_type, creditsRemaining: seen.remaining },
    reason: 'journey',
  })
}

/** One call of the page fails once: no answer comes, or one that says nothing. */
export const failOnce = (page: Page, call: string, how: 'no answer' | 'broken') =>
  page.route(
    `**/rpc/admin/${call}`,
    (route) =>
      how === 'no answer'
        ? route.abort()
        : route.fulfill({ status: 400, json: { json: { code: 'unexpected', status: 400, message: 'unexpected' } } }),
    { times: 1 },
  )

/** How often a call was asked for. */
export function counted(page: Page, call: string) {
  const asked = { times: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith(`/rpc/admin/${call}`)) asked.times += 1
  })
  return asked
}

export const NO_NETWORK = '网络连接失败，请检查网络状态'

/** The page's own call gets no answer: it says so with its prefix, and is there after another try. */
export async function openAtSecondTry(page: Page, address: string, title: string, call: string, failed: string) {
  await page.route(`**/rpc/admin/${call}`, (route) => route.abort())
  await open(page, address, title)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText(`${failed}：${NO_NETWORK}`)
  await page.unroute(`**/rpc/admin/${call}`)
  await alert.getByRole('button', { name: '重试' }).click()
  await expect(alert).toBeHidden()
}

/** The operator in an open back office. */
export async function operator(): Promise<Person> {
  const admin = await signIn(ADMIN_EMAIL)
  await openOffice(admin)
  return admin
}
