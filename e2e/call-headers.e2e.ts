// What every call of the pages carries (document 1 §7; document 2 §7; U-38), read from the requests of a whole visit: all own pages, a run, and
// the back office.
import type { Request } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, origin, signIn } from './person.ts'
import { picture } from './picture.ts'
import { chooser, expectFlow, openTool, startButton } from './tool-steps.ts'

/** Answered by the session cookie, or alike to everybody; nobody's token is sent there. */
const WITHOUT_TOKEN =
  /^\/api\/(auth\/|rpc\/(account\/(session|options|reportBrowserError)|site\/status|billing\/offers)$)/
const ADMIN_PAGES = ['', '/users', '/credit-pool', '/stats', '/settings', '/logs']
const OWN_PAGES = ['/profile/info', '/profile/history', '/profile/billing']

test('[CALL-ACC-14] [CALL-ACC-26] every call goes to our own service through its few doors, with the api key, the client and the token of whoever is signed in', async ({
  page,
  context,
}) => {
  await (await signIn(ADMIN_EMAIL)).enter(context)
  const calls: Request[] = []
  const others = new Set<string>()
  page.on('request', (request) => {
    const { origin: host, pathname } = new URL(request.url())
    if (host === origin() && pathname.startsWith('/api/')) calls.push(request)
    else if (['fetch', 'xhr', 'eventsource', 'websocket'].includes(request.resourceType())) others.add(pathname)
  })
  for (const address of OWN_PAGES) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
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

  const seen = calls.map((request) => {
    const headers = request.headers()
    const { pathname } = new URL(request.url())
    return {
      pathname,
      apikey: headers.apikey,
      client: headers['x-client-info'],
      hasToken: /^Bearer \S+$/.test(headers.authorization ?? ''),
    }
  })
  const called = new Set(seen.map(({ pathname }) => pathname))
  for (const one of ['account/session', 'account/profile/get', 'processing/jobs/start', 'admin/logs/list'])
    expect(called, one).toContain(`/api/rpc/${one}`)
  expect(called).toContain('/api/uploads')
  expect([...called].filter((path) => !/^\/api\/(rpc\/|auth\/|uploads$)/.test(path))).toEqual([])
  expect(
    seen.filter(({ apikey, client }) => apikey !== 'huanying-web' || !/^huanying-web\/\d/.test(client ?? '')),
  ).toEqual([])
  expect(seen.filter(({ pathname, hasToken }) => hasToken === WITHOUT_TOKEN.test(pathname))).toEqual([])
  // Beside the calls only files: signed pictures, and the parts of the program.
  expect([...others].filter((path) => !/^\/(files|assets|avatars|samples)\//.test(path))).toEqual([])
})
