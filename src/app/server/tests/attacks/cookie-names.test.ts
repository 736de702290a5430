// Cookies of a service that is reached by https: a name that no other host of the domain can set (ASVS V3.3.1, V3.3.3), and nobody who came by the
// name before it is signed out, or is signed in again by it after signing out.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { Browser } from '../../testing/browser.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'

const ORIGIN = 'https://photos.example.com'
const PASSWORD = 'quiet-harbour-93'
const SESSION = 'huanying.session_token'
let foundation: Foundation
let service: Service
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted', PUBLIC_ORIGIN: ORIGIN })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

const openBrowser = () => new Browser({ origin: `http://127.0.0.1:${service.port}`, publicOrigin: ORIGIN })

it('every cookie is for this host alone, and neither for scripts nor for http', async () => {
  const browser = openBrowser()
  await browser.signUp('names@cookies.example.com', PASSWORD)
  const authorization = `Bearer ${await browser.token()}`
  // A sign-in that was not used yet, so that its first use names the browser.
  await browser.signIn('names@cookies.example.com', PASSWORD)
  const paths: [string, object, Record<string, string>][] = [
    ['/api/auth/sign-up/email', { email: 'other@cookies.example.com', name: '', acceptedTerms: undefined }, {}],
    ['/api/auth/sign-in/email', { email: 'names@cookies.example.com' }, {}],
    ['/api/v1/account/merge', {}, { authorization, apikey: 'huanying-web' }],
    ['/api/v1/account/session', {}, { apikey: 'huanying-web' }],
  ]
  const lines: string[] = []
  for (const [path, body, headers] of paths) {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: ORIGIN,
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
      },
      body: JSON.stringify({ password: PASSWORD, ...body }),
    })
    lines.push(...answer.headers.getSetCookie())
  }
  const names = new Set(lines.map((line) => line.split('=', 1)[0]))
  for (const name of ['session_token', 'known-browser', 'merge', 'device'])
    expect(names).toContain(`__Host-huanying.${name}`)
  for (const line of lines) {
    expect(line).toMatch(/^__Host-huanying\./)
    expect(line).toMatch(/; Path=\/(;|$)/)
    expect(line).toMatch(/; Secure/)
    expect(line).toMatch(/; HttpOnly/)
    expect(line).toMatch(/; SameSite=Lax/i)
    expect(line).not.toMatch(/Domain/i)
  }
})

/** As the release before left it. */
async function browserOfBefore(email: string): Promise<Browser> {
  const browser = openBrowser()
  await browser.signUp(email, PASSWORD)
  const value = browser.cookies.get(`__Host-${SESSION}`)!
  browser.cookies.clear()
  browser.cookies.set(`__Secure-${SESSION}`, value)
  return browser
}

it('a session from before the name goes on, and ends with the sign-out', async () => {
  const browser = await browserOfBefore('before@cookies.example.com')
  expect(await browser.userId()).toBeDefined()
  await browser.post('/api/auth/sign-out')
  expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  expect(await browser.userId()).toBeUndefined()
})

it('whoever signs in as somebody else and out again is not the one before', async () => {
  const browser = await browserOfBefore('first@cookies.example.com')
  await openBrowser().signUp('second@cookies.example.com', PASSWORD)
  const first = await browser.userId()
  expect((await browser.signIn('second@cookies.example.com', PASSWORD)).status).toBe(200)
  const second = await browser.userId()
  expect(second).not.toBe(first)
  await browser.post('/api/auth/sign-out')
  expect(await browser.userId()).toBeUndefined()
})

it('a cookie that another host of the domain can set beats none of ours', async () => {
  const attacker = openBrowser()
  await attacker.signUp('attacker@cookies.example.com', PASSWORD)
  const victim = openBrowser()
  await victim.signUp('victim@cookies.example.com', PASSWORD)
  const own = await victim.userId()
  const value = attacker.cookies.get(`__Host-${SESSION}`)!
  victim.cookies.set(SESSION, value)
  victim.cookies.set(`__Secure-${SESSION}`, value)
  expect(await victim.userId()).toBe(own)
})
