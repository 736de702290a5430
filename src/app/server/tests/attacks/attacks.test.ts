// Attacks over HTTP on a running service: foreign pages, forged hosts, broken and oversized bodies, headers of every answer.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const EVIL = 'https://evil.example'
const METRICS_TOKEN = 'a token for the measurements'

let foundation: Foundation
let service: Service
let victim: TestPerson
beforeAll(async () => {
  foundation = await openTestFoundation({
    PROVIDER: 'scripted',
    METRICS_TOKEN,
    CONTACT_EMAIL: 'safety@attacks.example.com',
  })
  service = await startOn(foundation)
  victim = await signUpPerson(origin(), foundation.settings.publicOrigin, 'victim@attacks.example.com')
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const own = () => foundation.settings.publicOrigin
const send = (path: string, body: string, headers: Record<string, string>) =>
  fetch(origin() + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const apikey = 'huanying-web'

describe('a foreign page', () => {
  it.each(['/sign-out', '/change-password', '/change-email'])('cannot use the cookie on %s', async (route) => {
    const body = { currentPassword: TEST_PASSWORD, newPassword: 'stolen-2026', newEmail: 'thief@example.com' }
    const answer = await send(`/api/auth${route}`, JSON.stringify(body), { cookie: victim.cookie, origin: EVIL })
    expect(answer.status).toBe(403)
    const again = await send('/api/v1/account/session', '{}', { cookie: victim.cookie, origin: own(), apikey })
    expect(await again.json()).toMatchObject({ user: { id: victim.userId } })
  })

  it('gets no access token for the cookie, with a foreign origin and with none', async () => {
    for (const headers of [{ origin: EVIL }, {}] as Record<string, string>[]) {
      const answer = await send('/api/v1/account/session', '{}', { cookie: victim.cookie, apikey, ...headers })
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'forbidden' }])
    }
  })

  it('does nothing with the cookie alone: calls want the bearer token', async () => {
    for (const path of ['/api/v1/account/profile', '/api/v1/history', '/api/v1/account/devices']) {
      const answer = await fetch(origin() + path, { headers: { cookie: victim.cookie, apikey, origin: EVIL } })
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'login-required' }])
    }
  })

  it('reads no answer: no origin is allowed by CORS', async () => {
    const answer = await fetch(`${origin()}/api/v1/account/profile`, { headers: { ...victim.headers, origin: EVIL } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})

describe('a body that is no request', () => {
  const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const BODIES: Readonly<Record<string, string>> = {
    'half JSON': '{"username":',
    'a number': '7',
    null: 'null',
    'deep nesting': DEEP,
    'another type': '{"username":{"$gt":""}}',
    'a prototype': '{"__proto__":{"username":"x"},"username":["a"]}',
  }
  const TARGETS: readonly (readonly [string, string])[] = [
    ['PATCH', '/api/v1/account/profile'],
    ['POST', '/api/v1/history/remove'],
    ['POST', '/api/auth/sign-in/email'],
  ]
  it.each(Object.keys(BODIES))('%s is refused without a fault', async (name) => {
    for (const [method, path] of TARGETS) {
      const headers = { 'content-type': 'application/json', ...victim.headers, origin: own() }
      const answer = await fetch(origin() + path, { method, headers, body: BODIES[name]! })
      const text = await answer.text()
      expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true])
      expect(text).not.toMatch(/node_modules|at .*\.[jt]s:\d/)
    }
  })

  it('more than a megabyte is refused with an answer that arrives, also while it is being sent', async () => {
    const text = 'x'.repeat(8_000_000)
    for (const [method, path] of TARGETS) {
      const headers = { 'content-type': 'application/json', ...victim.headers, origin: own() }
      for (const body of [JSON.stringify({ username: text }), inPieces(text)]) {
        const answer = await fetch(origin() + path, { method, headers, body, duplex: 'half' } as RequestInit)
        expect([path, answer.status, await answer.json()]).toEqual([path, 413, { code: 'request-too-large' }])
      }
    }
    expect((await fetch(`${origin()}/readyz`)).status).toBe(200)
  })

  it('and our own calls read why: a code of the register, with its text', async () => {
    const call = victim.api.account.profile.update({ username: 'x'.repeat(1_100_000) })
    const error = await call.then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    expect(error).toMatchObject({ code: 'request-too-large', status: 413 })
    expect(messageFromRegister(error)).toBe('提交的内容过大，请减少后重试')
  })
})

/** Without a length said beforehand. */
const inPieces = (text: string) => new Blob([text]).stream()

describe('the headers of every answer', () => {
  it.each(['/', '/api/v1/site/status', '/files/x.png', '/nowhere', '/api/nowhere'])('%s', async (path) => {
    const { headers } = await fetch(origin() + path, { headers: { apikey } })
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("frame-ancestors 'none'")
    expect(/script-src[^;]*/.exec(policy)?.[0] ?? '').not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

describe('the front door', () => {
  const answerTo = (request: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(service.port!, '127.0.0.1', () => socket.write(request))
      socket.once('data', (data) => resolve(data.toString()))
    })

  it('does not take two hosts', async () => {
    const answer = await answerTo(
      'GET /healthz HTTP/1.1\r\nhost: a.example\r\nhost: b.example\r\nconnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1.1 400/)
  })

  it.each(['TRACE', 'TRACK'])('gives nothing back to %s', async (method) => {
    const answer = await answerTo(
      `${method} / HTTP/1.1\r\nhost: a.example\r\ncookie: secret=1\r\nconnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d/)
    expect(answer).not.toContain('secret=1')
  })

  it('shows measurements to the near and to the token alone', async () => {
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${origin()}/metrics`, { headers })).status
    expect(await statusWith({})).toBe(200)
    expect(await statusWith({ 'x-forwarded-for': '203.0.113.9' })).toBe(404)
    expect(await statusWith({ forwarded: 'for=203.0.113.9' })).toBe(404)
    for (const name of ['x-client-ip', 'x-cluster-client-ip', 'cf-connecting-ip', 'true-client-ip', 'fly-client-ip'])
      expect([name, await statusWith({ [name]: '203.0.113.9' })]).toEqual([name, 404])
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect(await statusWith({ ...forwarded, authorization: 'Bearer wrong' })).toBe(404)
    expect(await statusWith({ ...forwarded, authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200)
  })

  it('names where to report a hole, and an end of its promise', async () => {
    const answer = await fetch(`${origin()}/.well-known/security.txt`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await answer.text()
    expect(text).toContain('Contact: mailto:safety@attacks.example.com\n')
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)![1]!)
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
  })

  it('counts reports of a broken page policy, whatever they hold', async () => {
    const reports = async () =>
      [
        ...(await (await fetch(`${origin()}/metrics`)).text()).matchAll(/^huanying_csp_reports_total\{(.*)\} (\d+)$/gm),
      ].map(([, label, count]) => `${label} ${count}`)
    const report = (directive: string) => JSON.stringify({ 'csp-report': { 'effective-directive': directive } })
    const headers = { 'content-type': 'application/csp-report' }
    for (const body of [report('script-src-elem'), report('x"} 1\nforged'), '[', '{"csp-report":7}'])
      expect((await send('/api/csp-reports', body, headers)).status).toBe(204)
    expect((await reports()).sort()).toEqual(['directive="other" 1', 'directive="script" 1'])
    expect((await send('/api/csp-reports', ' '.repeat(40_000), headers)).status).toBe(413)
  })

  it('knows an origin by scheme and host', async () => {
    const host = `127.0.0.1:${service.port}`
    const attempt = (from: string) =>
      send('/api/v1/account/session', '{}', { cookie: victim.cookie, origin: from, apikey })
    expect((await attempt(`https://${host}`)).status).toBe(403)
    expect((await attempt(`http://${host}`)).status).toBe(200)
  })
})
