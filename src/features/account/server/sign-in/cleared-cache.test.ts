// A browser whose sign-in is over keeps no picture of the person in its HTTP cache (decision 0221).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAccounts, type TestAccounts } from '../testing/test-accounts.ts'

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts()
})
afterAll(() => service.close())

const CACHE = '"cache"'
async function signedIn(email: string) {
  const browser = service.openBrowser()
  await browser.signIn(email)
  return browser
}
const clears = ({ headers }: { readonly headers: Headers }) => headers.get('clear-site-data')

it('is told to empty it by the answer to a sign-out, and by nothing else on the way', async () => {
  const email = 'leaves@example.com'
  const visitor = service.openBrowser()
  expect(clears(await visitor.call('session'))).toBeNull()
  await visitor.signUp(email)
  const browser = await signedIn(email)
  expect(clears(await browser.call('session'))).toBeNull()
  expect(clears(await browser.auth('/sign-out', {}))).toBe(CACHE)
})

it('is told when it finds that its session was ended elsewhere, once', async () => {
  const email = 'ended-elsewhere@example.com'
  await service.openBrowser().signUp(email)
  const browser = await signedIn(email)
  await service.database.query(
    'delete from auth_sessions where user_id = (select id from auth_users where email = $1)',
    [email],
  )
  const found = await browser.call('session')
  expect([found.body, clears(found)]).toEqual([null, CACHE])
  expect(clears(await browser.call('session'))).toBeNull()
})

it('is told by a sign-out whose session was ended before, as the end of an account does', async () => {
  const email = 'ended-before@example.com'
  await service.openBrowser().signUp(email)
  const browser = await signedIn(email)
  await service.database.query(
    'delete from auth_sessions where user_id = (select id from auth_users where email = $1)',
    [email],
  )
  expect(clears(await browser.auth('/sign-out', {}))).toBe(CACHE)
})
