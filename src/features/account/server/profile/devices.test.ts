// Signed-in devices: seen and ended by their owner only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '../../contract.ts'
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'
import { removeOldTraces } from '../verification/verification-cleanup.job.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
const PASSWORD = 'lamp-1734'

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts()
})
afterAll(() => service.close())

async function signInFrom(email: string, address: string, userAgent = IPHONE): Promise<TestBrowser> {
  const browser = service.openBrowser(address)
  await browser.auth('/sign-in/email', { email, password: PASSWORD }, { 'user-agent': userAgent })
  return browser
}
const bearer = async (browser: TestBrowser) => ({ authorization: `Bearer ${await browser.token()}` })
const devicesOf = async (browser: TestBrowser) =>
  (await browser.call('devices/list', undefined, await bearer(browser))).body as Device[]
const isSignedIn = async (browser: TestBrowser) => (await browser.call('session')).body !== null

async function twoDevices(name: string) {
  const email = `${name}@example.com`
  await service.openBrowser().signUp(email)
  const [here, there] = [await signInFrom(email, '203.0.113.7'), await signInFrom(email, '198.51.100.9', 'curl/8')]
  return { here, there, email }
}

describe('devices', () => {
  it('lists the own ones with names and network, this one first, and no token', async () => {
    const { here } = await twoDevices('list')
    const devices = await devicesOf(here)
    expect(devices).toHaveLength(3)
    expect(devices[0]).toMatchObject({ browser: 'Safari', system: 'iPhone', place: '203.0.*.*', isCurrent: true })
    expect(devices.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(devices).toContainEqual(expect.objectContaining({ browser: null, system: null, place: '198.51.*.*' }))
    expect(Object.keys(devices[0]!).sort()).toEqual(
      ['browser', 'id', 'isCurrent', 'lastSeenAt', 'place', 'signedInAt', 'system'].sort(),
    )
  })

  it('notes when one was last used', async () => {
    const { here, there } = await twoDevices('seen')
    service.clock.nowMs += 3_600_000
    await there.token()
    const other = (await devicesOf(here)).find(({ place }) => place === '198.51.*.*')
    expect(Date.parse(other!.lastSeenAt)).toBe(service.clock.nowMs)
  })

  it('signs one out: its cookie and its access token are dead at once', async () => {
    const { here, there } = await twoDevices('one')
    const stolen = await bearer(there)
    const other = (await devicesOf(here)).find(({ place }) => place === '198.51.*.*')!
    expect((await here.call('devices/remove', { id: other.id }, await bearer(here))).body).toEqual({ removed: 1 })
    expect(await isSignedIn(there)).toBe(false)
    expect(await isSignedIn(here)).toBe(true)
    expect((await there.call('profile/get', undefined, stolen)).status).toBe(401)
  })

  it('signs all others out and keeps this one', async () => {
    const { here, there } = await twoDevices('all')
    expect((await here.call('devices/removeOthers', undefined, await bearer(here))).body).toEqual({ removed: 2 })
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect(await devicesOf(here)).toHaveLength(1)
  })

  it('of another user are out of reach, with a known id too', async () => {
    const { here } = await twoDevices('victim')
    const [victim] = await devicesOf(here)
    const thief = service.openBrowser()
    await thief.signUp('thief@example.com')
    expect((await thief.call('devices/remove', { id: victim!.id }, await bearer(thief))).status).toBe(404)
    await thief.call('devices/removeOthers', undefined, await bearer(thief))
    expect(await isSignedIn(here)).toBe(true)
  })

  it('want the cookie: a stolen access token neither lists nor ends them', async () => {
    const { here } = await twoDevices('token')
    const stolen = await bearer(here)
    const thief = service.openBrowser()
    for (const call of ['devices/list', 'devices/removeOthers'])
      expect((await thief.call(call, undefined, stolen)).body).toMatchObject({ code: 'session-expired' })
    expect(await isSignedIn(here)).toBe(true)
  })

  it('have no route that tells a page the tokens of all sessions', async () => {
    const { here } = await twoDevices('closed')
    expect((await here.auth('/list-sessions')).status).toBe(404)
    for (const route of ['/revoke-session', '/revoke-sessions', '/revoke-other-sessions'])
      expect((await here.auth(route, { token: 'x' })).status).toBe(404)
  })

  it('are thirty at most: the one used longest ago makes room', async () => {
    const { here, there, email } = await twoDevices('many')
    const [{ user_id: userId }] = (await service.database.query<{ user_id: string }>(
      `select user_id from auth_sessions where user_agent = 'curl/8' order by created_at desc limit 1`,
    )) as [{ user_id: string }]
    await service.database.query(
      `insert into auth_sessions (user_id, token, expires_at, updated_at)
       select $1, 'many-' || n, now() + interval '1 day', now() - n * interval '1 minute' from generate_series(1, 27) n`,
      [userId],
    )
    await service.database.query(
      `update auth_sessions set updated_at = now() - interval '1 day' where user_agent = 'curl/8'`,
    )
    const newest = await signInFrom(email, '192.0.2.44')
    expect(await devicesOf(newest)).toHaveLength(30)
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(newest)]).toEqual([true, false, true])
  })

  it('end half a year after their sign-in, however often they are used', async () => {
    const { here, there } = await twoDevices('old')
    const age = (agent: string, days: number) =>
      service.database.query(
        `update auth_sessions set created_at = now() - $2 * interval '1 day', expires_at = now() + interval '1 day' where user_agent = $1`,
        [agent, days],
      )
    await age(IPHONE, 170)
    await age('curl/8', 181)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    // It was prolonged by that use, to the end and not beyond.
    const lives = `select round(extract(epoch from expires_at - created_at) / 86400) as days from auth_sessions where user_agent = $1`
    expect((await service.database.query<{ days: string }>(lives, [IPHONE])).map(({ days }) => Number(days))).toContain(
      180,
    )
  })

  it('that ran out keep neither address nor browser, living ones do', async () => {
    const { here, there } = await twoDevices('ended')
    const living = await devicesOf(here)
    const place = async () =>
      await service.database.query(`select ip_address, user_agent from auth_sessions where user_agent = 'curl/8'
        and user_id = (select id from auth_users where email = 'ended@example.com')`)
    await removeOldTraces(service)
    expect(await place()).toHaveLength(1)
    expect(await devicesOf(here)).toEqual(living)
    await service.database.query(
      `update auth_sessions set expires_at = now() - interval '1 minute' where user_agent = 'curl/8'`,
    )
    await removeOldTraces(service)
    expect(await place()).toEqual([])
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  })
})
