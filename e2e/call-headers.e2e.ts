// What every call of the pages carries (document 1 §7; document 2 §7; U-38), read from the requests of whole visits: all own pages, an avatar, a run and
// the back office, and a visitor's upload. Between them they go through each door that the pages have.
import type { Page, Request } from '@playwright/test'
import { AVATAR_TEXTS } from '#rulebook/account/security-texts.ts'
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, origin, signIn } from './person.ts'
import { picture } from './picture.ts'
import { chooser, expectFlow, openTool, startButton } from './tool-steps.ts'

/** Answered by the session cookie, or alike to everybody; nobody's token is sent there. */
const WITHOUT_TOKEN =
  /^\/api\/(auth\/|rpc\/(account\/(session|options|reportBrowserError)|site\/status|billing\/offers)$)/
const ADMIN_PAGES = ['', '/users', '/credit-pool', '/stats', '/settings', '/logs']
const OWN_PAGES = ['/profile/info', '/profile/history', '/profile/billing']
const DOOR = /^\/api\/((rpc|auth)\/|uploads$|trial-uploads$|account\/avatar$)/

/** What leaves the page from here on: calls of our service, and by path what a program asked for beside them. */
function watch(page: Page) {
  const calls: Request[] = []
  const others = new Set<string>()
  page.on('request', (request) => {
    const { origin: host, pathname } = new URL(request.url())
    if (host === origin() && pathname.startsWith('/api/')) calls.push(request)
    else if (['fetch', 'xhr', 'eventsource', 'websocket'].includes(request.resourceType())) others.add(pathname)
  })
  const seen = () =>
    calls.map((request) => {
      const headers = request.headers()
      const { pathname } = new URL(request.url())
      return {
        pathname,
        door: DOOR.exec(pathname)?.[0],
        method: request.method(),
        apikey: headers.apikey,
        client: headers['x-client-info'],
        hasToken: /^Bearer \S+$/.test(headers.authorization ?? ''),
      }
    })
  return { seen, others }
}
type Seen = ReturnType<ReturnType<typeof watch>['seen']>

function expectOurHeaders(seen: Seen, tokenIsDue: (pathname: string) => boolean): void {
  expect(seen.filter(({ door }) => !door)).toEqual([])
  expect(
    seen.filter(({ apikey, client }) => apikey !== 'huanying-web' || !/^huanying-web\/\d/.test(client ?? '')),
  ).toEqual([])
  expect(seen.filter(({ pathname, hasToken }) => hasToken !== tokenIsDue(pathname))).toEqual([])
}
const doorsOf = (seen: Seen) => [...new Set(seen.map(({ method, door }) => `${method} ${door}`))].sort()

/** Chosen, and taken away again: the operator's look stays for other journeys. */
async function changeAvatar(page: Page): Promise<void> {
  await page.goto('/profile/info')
  await page.getByRole('button', { name: '更换头像' }).click()
  await page.getByLabel('选择图片').setInputFiles(await picture({ width: 320, height: 240 }))
  await expect(page.getByAltText('头像预览')).toBeVisible()
  await page.getByRole('button', { name: '保存头像' }).click()
  await expect(page.getByText('头像更新成功')).toBeVisible()
  await page.getByRole('button', { name: AVATAR_TEXTS.remove }).click()
  await expect(page.getByText(AVATAR_TEXTS.removed)).toBeVisible()
}

test('[CALL-ACC-14] [CALL-ACC-26] every call goes to our own service through its few doors, with the api key, the client and the token of whoever is signed in', async ({
  page,
  context,
}) => {
  await (await signIn(ADMIN_EMAIL)).enter(context)
  const { seen, others } = watch(page)
  for (const address of OWN_PAGES) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await changeAvatar(page)
  await openTool(page)
  await chooser(page).setInputFiles(await picture())
  await expectFlow(page, 'held')
  await startButton(page).click()
  await expectFlow(page, 'result')
  for (const address of ADMIN_PAGES) {
    await page.goto(`/admin${address}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }

  const called = new Set(seen().map(({ pathname }) => pathname))
  for (const one of ['account/session', 'account/profile/get', 'processing/jobs/start', 'admin/logs/list'])
    expect(called, one).toContain(`/api/rpc/${one}`)
  expect(doorsOf(seen())).toEqual(
    expect.arrayContaining(['DELETE /api/account/avatar', 'POST /api/account/avatar', 'POST /api/uploads']),
  )
  expectOurHeaders(seen(), (pathname) => !WITHOUT_TOKEN.test(pathname))
  // Beside the calls only files: signed pictures, and the parts of the program.
  expect([...others].filter((path) => !/^\/(files|assets|avatars|samples)\//.test(path))).toEqual([])
})

test("[CALL-ACC-26] a visitor's upload has the api key and the client, and no token", async ({ page }) => {
  const { seen } = watch(page)
  await page.goto('/')
  await page.getByLabel(HOME_UPLOADER_TEXTS.label).setInputFiles(await picture())
  await expect(page).toHaveURL(/\/ai$/)
  expect(doorsOf(seen())).toContain('POST /api/trial-uploads')
  expectOurHeaders(seen(), () => false)
})
