// The whole service on a port, on either home of the database: what a browser meets.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#app/contract.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { callsOf } from '../../testing/role-callers.ts'

let foundation: Foundation
let service: Service
let origin: string
beforeAll(async () => {
  foundation = await openTestFoundation()
  service = await startOn(foundation)
  origin = `http://127.0.0.1:${service.port}`
})
afterAll(() => service.stop())

const apikey = 'huanying-web'
const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, { ...init, headers: { apikey, ...init.headers } })

async function signUp(email: string): Promise<{ cookie: string; token: string }> {
  const body = JSON.stringify({ email, password: 'lantern-4417', name: 'x', acceptedTerms: TERMS_VERSION })
  const headers = { 'content-type': 'application/json', origin: foundation.settings.publicOrigin }
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, { method: 'POST', body, headers })
  expect(answer.status).toBe(200)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const session = await call('/api/v1/account/session', {
    method: 'POST',
    headers: { cookie, origin: foundation.settings.publicOrigin },
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  return { cookie, token }
}

describe('the service', () => {
  it('[CALL-ACC-25] is ready only while profiles can be counted', async () => {
    const rename = (from: string, to: string) => foundation.database.query(`alter table ${from} rename to ${to}`)
    await rename('user_profiles', 'away')
    try {
      const answer = await call('/readyz')
      expect([answer.status, await answer.json()]).toMatchObject([503, { parts: { database: false } }])
    } finally {
      await rename('away', 'user_profiles')
    }
    expect((await call('/readyz')).status).toBe(200)
  })

  it('is ready and says how it is', async () => {
    const ready = await call('/readyz')
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', parts: { database: true, storage: true } },
    ])
    const metrics = await (await call('/metrics')).text()
    expect(metrics).toContain('huanying_nodejs_eventloop_lag_seconds')
    expect(metrics).toContain('# TYPE huanying_queue_depth gauge')
    expect(metrics).toContain('# TYPE huanying_jobs gauge')
    const { version } = JSON.parse(await readFile(new URL('../../../../../package.json', import.meta.url), 'utf8'))
    expect(metrics).toContain(`huanying_build_info{version="${version}"} 1`)
    expect(await (await call('/healthz')).json()).toEqual({ status: 'ok', version })
  })

  it('takes a number from an address, where everything is text', async () => {
    const usual = (megapixels: string) =>
      call(`/api/v1/processing/usual-seconds?modelKey=lighting/adjust&megapixels=${megapixels}`)
    expect((await usual('5.5')).status).toBe(200)
    for (const wrong of ['much', '-1', '0']) expect((await usual(wrong)).status).toBe(400)
  })

  it('demands the api key on calls and takes the client information header', async () => {
    expect((await call('/api/v1/site/status', { headers: { apikey: 'another' } })).status).toBe(401)
    expect((await call('/api/v1/site/status', { headers: { 'x-client-info': 'web/1' } })).status).toBe(200)
  })

  it.each(callsOf(contract))('[CALL-ACC-26] %s is refused without the key of our client', async (path) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/rpc/${path.replaceAll('.', '/')}`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('api-key-invalid')])
  })

  it('knows a person by the bearer token and refuses a forged one', async () => {
    const { token } = await signUp('bearer@example.com')
    const profile = await call('/api/v1/account/profile', { headers: { authorization: `Bearer ${token}` } })
    expect([profile.status, (await profile.json()).credits]).toEqual([200, { used: 0, total: 5, remaining: 5 }])
    const forged = await call('/api/v1/account/profile', {
      headers: { authorization: `Bearer ${token.slice(0, -4)}AAAA` },
    })
    expect(forged.status).toBe(401)
    expect((await call('/api/v1/account/profile')).status).toBe(401)
  })

  it('gives a new access token although the old one is dead', async () => {
    const { cookie } = await signUp('again@example.com')
    const headers = { cookie, origin: foundation.settings.publicOrigin, authorization: 'Bearer dead' }
    expect((await call('/api/v1/account/session', { method: 'POST', headers })).status).toBe(200)
  })

  it('sets cookies that no script reads and no other site sends', async () => {
    const headers = { 'content-type': 'application/json', origin: foundation.settings.publicOrigin }
    const body = JSON.stringify({
      email: 'cookie@example.com',
      password: 'lantern-4417',
      name: 'x',
      acceptedTerms: TERMS_VERSION,
    })
    const answer = await fetch(`${origin}/api/auth/sign-up/email`, { method: 'POST', body, headers })
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/HttpOnly.*SameSite=Lax/i)
  })

  it('serves stored pictures by signed address only, in ranges', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'huanying-picture-'))
    await writeFile(join(folder, 'p'), '0123456789')
    await foundation.storage.putFile('pictures/x.png', join(folder, 'p'), 'image/png')
    await rm(folder, { recursive: true })
    const address = await foundation.storage.signedAddress('pictures/x.png', { expiresInMs: 60_000 })
    const part = await fetch(`${origin}${address}`, { headers: { range: 'bytes=3-5' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '345', 'bytes 3-5/10'])
    expect((await fetch(`${origin}${address.replace('x.png', 'y.png')}`)).status).toBe(403)
    expect((await fetch(`${origin}/files/pictures/x.png`)).status).toBe(403)
  })

  it('in maintenance answers calls with 503, but for the status, the login and admins', async () => {
    const consumer = await signUp('consumer@example.com')
    const admin = await signUp('admin@example.com')
    await foundation.database.query(
      `update user_profiles set user_type = 'admin' where id = (select id from auth_users where email = 'admin@example.com')`,
    )
    const history = (token: string) => call('/api/v1/history', { headers: { authorization: `Bearer ${token}` } })
    await setMaintenance(true)
    expect((await call('/api/v1/site/status').then((answer) => answer.json())).maintenance).toBe(true)
    const refused = await history(consumer.token)
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'maintenance'])
    expect((await history(admin.token)).status).not.toBe(503)
    expect(
      (
        await call('/api/v1/account/session', {
          method: 'POST',
          headers: { cookie: consumer.cookie, origin: foundation.settings.publicOrigin },
        })
      ).status,
    ).toBe(200)
    await setMaintenance(false)
    expect((await history(consumer.token)).status).not.toBe(503)
  })
})

async function setMaintenance(isOn: boolean): Promise<void> {
  await foundation.database.query(
    `insert into system_configs (config_key, config_value) values ('maintenance_mode', $1)
     on conflict (config_key) do update set config_value = excluded.config_value`,
    [String(isOn)],
  )
  await expect
    .poll(async () => (await (await call('/api/v1/site/status')).json()).maintenance, { timeout: 10_000 })
    .toBe(isOn)
}
