// Links for a new password over HTTP (decision 0245): who knows an address neither ends the link that its owner is about to open, nor uses up the emails of
// the browser in which the owner has signed in; and no link outlives the one that was used.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { solveWork } from '#features/account/server/testing/solve-work.ts'
import { ASKED_EMAILS, WORK_PROOF_HEADER } from '#rulebook/account/sign-up.ts'
import { CODE_SEND_LIMITS } from '#rulebook/account/verification-code.ts'
import type { Browser, BrowserAnswer } from '../../testing/browser.ts'
import { openProviderService, type ProviderService } from '../../testing/provider-service.ts'

const [BEFORE, AFTER] = ['night-heron-4471', 'quiet-harbour-93']
let service: ProviderService
beforeAll(async () => {
  service = await openProviderService({ id: '1', email: 'nobody@example.com', emailVerified: true, name: 'N' })
})
afterAll(() => service.stop())

let opened = 0
/** Each in a network of its own. */
const openBrowser = () => service.openBrowser(`203.0.113.${++opened}`)
async function newOwner(): Promise<{ browser: Browser; email: string }> {
  const [browser, email] = [openBrowser(), `owner-${opened}@links.example.com`]
  await browser.signUp(email, BEFORE)
  await service.foundation.database.query('update auth_users set email_verified = true where email = $1', [email])
  return { browser, email }
}
const ask = (browser: Browser, email: string) => browser.post('/api/auth/request-password-reset', { email })
const tokensTo = (email: string): string[] =>
  service.emails.flatMap(({ to, text }) => {
    const [, hash] = (to === email && /https?:\S+#(\S+)/.exec(text)) || []
    const halves = new URLSearchParams(hash)
    return hash ? [`${halves.get('access_token')}${halves.get('refresh_token')}`] : []
  })
async function linkFor(browser: Browser, email: string): Promise<string> {
  const before = tokensTo(email).length
  expect((await ask(browser, email)).status).toBe(200)
  await expect.poll(() => tokensTo(email).length).toBe(before + 1)
  return tokensTo(email).at(-1)!
}
const use = async (token: string, newPassword = AFTER) =>
  (await openBrowser().post('/api/auth/reset-password', { token, newPassword })).status
const cookieOf = ({ cookies }: Browser) => [...cookies.keys()].filter((name) => name.endsWith('asked-links'))

it('a link outlives those that strangers ask for, which end with it', async () => {
  const { email } = await newOwner()
  const owner = openBrowser()
  const link = await linkFor(owner, email)
  const strangers: string[] = []
  for (let n = 1; n < CODE_SEND_LIMITS.email; n += 1) strangers.push(await linkFor(openBrowser(), email))
  expect(await use(link)).toBe(200)
  for (const stranger of strangers) expect(await use(stranger)).toBe(400)
  expect((await openBrowser().signIn(email, AFTER)).status).toBe(200)
})

it('of those that one browser asks for the newest alone lives, also of two at one moment', async () => {
  const { email } = await newOwner()
  const owner = openBrowser()
  const first = await linkFor(owner, email)
  await Promise.all([ask(owner, email), ask(owner, email)])
  await expect.poll(() => tokensTo(email).length).toBe(3)
  const living = await service.foundation.database.query(
    `select v.id from auth_verifications v join auth_users u on v.value = u.id::text
      where u.email = $1 and v.identifier like 'reset-password:%'`,
    [email],
  )
  expect(living).toHaveLength(1)
  expect(await use(first)).toBe(400)
})

it('of several links that are used at one moment one opens the account, and its password stays', async () => {
  const { email } = await newOwner()
  const links: string[] = []
  for (let n = 0; n < 4; n += 1) links.push(await linkFor(openBrowser(), email))
  const passwords = links.map((_, n) => `quiet-harbour-9${n}`)
  const statuses = await Promise.all(links.map((link, n) => use(link, passwords[n]!)))
  expect(statuses.toSorted()).toEqual([200, 400, 400, 400])
  const winner = statuses.indexOf(200)
  expect((await openBrowser().signIn(email, passwords[winner]!)).status).toBe(200)
})

it('a cookie that nobody signed ends no link, and comes for an address without an account, too', async () => {
  const { email } = await newOwner()
  const [owner, stranger] = [openBrowser(), openBrowser()]
  expect((await ask(stranger, 'no-account@links.example.com')).status).toBe(200)
  const link = await linkFor(owner, email)
  const [name] = cookieOf(owner)
  expect(cookieOf(stranger)).toEqual([name])
  const [head, , sign] = stranger.cookies.get(name!)!.split('.')
  stranger.cookies.set(name!, [head, owner.cookies.get(name!)!.split('.')[1], sign].join('.'))
  await linkFor(stranger, email)
  expect(await use(link)).toBe(200)
})

it('emails that strangers use up are there for the browser in which the owner has signed in, and five only', async () => {
  const { browser, email } = await newOwner()
  expect((await browser.signIn(email, BEFORE)).status).toBe(200)
  for (let n = 0; n < CODE_SEND_LIMITS.email; n += 1) expect((await ask(openBrowser(), email)).status).toBe(200)
  expect((await ask(openBrowser(), email)).code).toBe('code-too-often')
  const newEmail = `new-${email}`
  expect((await browser.post('/api/auth/change-email', { newEmail })).status).toBe(200)
  for (let n = 1; n < CODE_SEND_LIMITS.email; n += 1) expect((await ask(browser, email)).status).toBe(200)
  expect((await ask(browser, email)).code).toBe('code-too-often')
})

/** As if the windows of minutes were over. */
const fiveMinutesLater = () => service.foundation.database.query('delete from auth_rate_limits')
const ROUTES = { link: '/api/auth/request-password-reset', confirmation: '/api/auth/send-verification-email' }
function worked(asked: BrowserAnswer, path: string, body: { email: string }) {
  const { task } = asked.body as { task: Parameters<typeof solveWork>[0] }
  const proof = { [WORK_PROOF_HEADER]: JSON.stringify(solveWork(task, body.email)) }
  return () => openBrowser().post(path, body, proof)
}

it.each(Object.entries(ROUTES))(
  'of a day strangers have some emails with a %s for nothing, then each costs work, and a known browser none',
  async (_, path) => {
    const { browser, email } = await newOwner()
    expect((await browser.signIn(email, BEFORE)).status).toBe(200)
    await browser.post('/api/auth/sign-out')
    const byStranger = () => openBrowser().post(path, { email })
    // The owner's sign-up was the first.
    for (let n = 1; n < ASKED_EMAILS.free.max; n += 1) {
      if (n % CODE_SEND_LIMITS.email === 0) await fiveMinutesLater()
      expect((await byStranger()).status).toBe(200)
    }
    await fiveMinutesLater()
    const refused = await byStranger()
    expect(refused).toMatchObject({ status: 429, code: 'proof-needed' })
    expect(refused.body).toMatchObject({ task: { bits: ASKED_EMAILS.workBits } })
    // What comes without work takes none of the five emails of these minutes from whoever did it, and from the owner.
    for (let n = 0; n < CODE_SEND_LIMITS.email; n += 1) expect((await byStranger()).code).toBe('proof-needed')
    const again = worked(refused, path, { email })
    expect((await again()).status).toBe(200)
    expect((await again()).code).toBe('proof-needed')
    expect((await browser.post(path, { email })).status).toBe(200)
  },
)

it('a sign-up that would write to a full mailbox costs work like any other email', async () => {
  const { email } = await newOwner()
  for (let n = 0; n < ASKED_EMAILS.free.max; n += 1) await ask(openBrowser(), email)
  await fiveMinutesLater()
  expect((await openBrowser().signUp(email, AFTER)).code).toBe('proof-needed')
})
