// Bodies that are weapons, over HTTP on a running service: forms, brackets, zero bytes, requests that never end.
import { request as httpRequest } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { BODIES_AT_ONCE, STREAMS_AT_ONCE } from '#rulebook/site/request-limits.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

/** What a socket hands over at a time. */
const CHUNK_MAX_BYTES = 65_536
const provider = createScriptedProvider()
let foundation: Foundation
let service: Service
let person: TestPerson
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider })
  person = await signUpPerson(origin(), foundation.settings.publicOrigin, 'bodies@attacks.example.com')
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const send = async (path: string, body: string, headers: Record<string, string> = {}, method = 'POST') => {
  const answer = await fetch(origin() + path, {
    method,
    body,
    headers: { 'content-type': 'application/json', apikey: 'huanying-web', ...headers },
  })
  return { status: answer.status, text: await answer.text() }
}

describe('a form', () => {
  const CALLS = ['/api/v1/account/session', '/api/rpc/account/session', '/api/auth/sign-in/email', '/api/send-sms']
  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'of %s is refused by every call before it is unfolded',
    async (type) => {
      for (const path of CALLS) {
        const { status, text } = await send(path, 'a&'.repeat(495_000), { 'content-type': type })
        expect([path, status]).toEqual([path, 415])
        expect(text).toContain('body-not-json')
      }
    },
  )

  it.each([
    ['/api/functions/topaz-process', 415, 'JSON'],
    ['/api/functions/topaz-process-async', 415, 'JSON'],
    ['/api/account/avatar', 415, 'avatar-type'],
    ['/api/uploads', 400, 'image-missing'],
    ['/api/trial-uploads', 400, 'image-missing'],
  ])('is refused by %s, which bounds its own bodies', async (path, status, said) => {
    // The rest of a stranger's refused body is not taken: the connection would end under the next test.
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { ...person.headers, ...type, 'x-browser-fingerprint': 'form' }
    const refused = await send(path, 'a&'.repeat(495_000), headers)
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(said)])
  })
})

describe('a multipart form', () => {
  const EMPTY_PARTS = '--b\r\n\r\n\r\n'.repeat(90_000)
  const NAMED = Array.from(
    { length: 9 },
    (_, n) => `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\nx\r\n`,
  ).join('')
  const FILES = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx\r\n'.repeat(2)
  const PATHS = ['/api/uploads', '/api/trial-uploads', '/api/account/avatar']

  it.each([
    ['empty parts', EMPTY_PARTS],
    ['more fields than any of ours', NAMED],
    ['two files', FILES],
  ])('of %s is refused, and the parser is fed a chunk of it at most', async (_title, parts) => {
    const fed = vi.spyOn(Busboy.prototype, '_write')
    const type = { 'content-type': 'multipart/form-data; boundary=b', 'x-browser-fingerprint': 'parts' }
    for (const path of PATHS) {
      fed.mockClear()
      const refused = await send(path, `${parts}--b--\r\n`, { ...person.headers, ...type })
      expect([path, refused.status, refused.text]).toEqual([path, 400, expect.stringContaining('invalid-request')])
      const fedBytes = fed.mock.calls.reduce((sum, [chunk]) => sum + (chunk as Buffer).length, 0)
      expect(fedBytes).toBeLessThanOrEqual(CHUNK_MAX_BYTES)
    }
    fed.mockRestore()
  })
})

describe('JSON', () => {
  it.each([
    ['deeper than 32', `${'['.repeat(40)}${']'.repeat(40)}`],
    ['of more than 20,000 values', JSON.stringify(Array(20_002).fill(1))],
    ['of more than 20,000 names', JSON.stringify(Object.fromEntries(Array.from({ length: 20_002 }, (_, n) => [n, 1])))],
  ])('%s is refused before it is parsed', async (_title, body) => {
    for (const path of ['/api/v1/account/session', '/api/auth/sign-in/email']) {
      const { status, text } = await send(path, body)
      expect([status, text]).toEqual([400, expect.stringContaining('body-too-complex')])
    }
  })

  it('with a zero byte, in a body or an address, is the caller’s fault', async () => {
    const nul = '{"username":"a\\u0000b","email":"a\\u0000@example.com","password":"x\\u0000yzzzz1"}'
    expect((await send('/api/v1/account/profile', nul, person.headers, 'PATCH')).status).toBe(400)
    expect((await send('/api/auth/sign-in/email', nul, { origin: foundation.settings.publicOrigin })).status).toBe(400)
    const query = encodeURIComponent('{"json":{"search":"a\\u0000b"}}')
    for (const path of [
      '/api/v1/history?search=a%00b',
      '/api/v1/uploads/a%00b',
      `/api/rpc/history/list?data={}&data=${query}`,
    ])
      expect((await fetch(origin() + path, { headers: person.headers })).status).toBe(400)
  })

  it('with names of the language’s own objects is no fault of ours', async () => {
    const image = Buffer.alloc(3000, 1).toString('base64')
    for (const key of ['toString', '__proto__', 'constructor']) {
      const body = `{"image":"${image}","functionType":"enhance","params":{"a":{"${key}":1},"${key}":1}}`
      expect((await send('/api/functions/topaz-process', body, person.headers)).status).toBeLessThan(500)
      const start = `{"source":{"uploadId":"${crypto.randomUUID()}"},"modelKey":"${key}","mode":"manual","params":{"${key}":1},"shownCredits":2,"startKey":"${crypto.randomUUID()}"}`
      expect((await send('/api/v1/jobs', start, person.headers)).status).toBeLessThan(500)
    }
  })

  it('an address with hundreds of names is refused', async () => {
    const query = Array.from({ length: 300 }, (_, n) => `a[${n}]=1`).join('&')
    expect((await fetch(`${origin()}/api/v1/history?${query}`, { headers: person.headers })).status).toBe(400)
  })
})

describe('a body that never ends', () => {
  /** Resolves with the status of the answer that comes before the body does. */
  const begin = (headers: Record<string, string | undefined>) => {
    const call = httpRequest({
      port: service.port,
      method: 'POST',
      path: '/api/functions/topaz-process',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...headers } as never,
    })
    const status = new Promise<number>((resolve) => {
      call.on('response', (answer) => resolve(answer.statusCode!))
      call.on('error', () => resolve(0))
    })
    call.write(`{"image":"${'A'.repeat(200_000)}`)
    return { call, status }
  }

  it('of a visitor is refused while it is being sent', async () => {
    const { call, status } = begin({})
    expect(await status).toBe(401)
    call.destroy()
  })

  it('of a person takes one of a few places, and gives it back', async () => {
    const open = Array.from({ length: BODIES_AT_ONCE.perPerson }, () => begin(person.headers))
    await expect
      .poll(async () => (await send('/api/v1/account/profile', '{}', person.headers, 'PATCH')).status)
      .toBe(429)
    for (const { call } of open) call.destroy()
    await expect
      .poll(async () => (await send('/api/v1/account/profile', '{}', person.headers, 'PATCH')).status)
      .not.toBe(429)
  })
})

describe('live views', () => {
  const startHanging = async (of: TestPerson) => {
    provider.next({ hangs: true })
    return (await of.api.processing.jobs.start(startOf({ uploadId: await createTestUpload(foundation, of.userId) }))).id
  }
  const view = async (of: TestPerson, id: string) => {
    const tab = new AbortController()
    const answer = await fetch(`${origin()}/api/v1/jobs/${id}/events`, { headers: of.headers, signal: tab.signal })
    return { tab, status: answer.status, text: () => answer.text() }
  }
  const openAll = async (of: TestPerson, id: string) => {
    const open = await Promise.all(Array.from({ length: STREAMS_AT_ONCE.perPerson }, () => view(of, id)))
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
    return open
  }
  const peek = async (of: TestPerson, id: string) => {
    const { tab, status } = await view(of, id)
    tab.abort()
    return status
  }

  it('share their places with cancels that wait; one more cancel is not refused, and waits for nothing', async () => {
    const of = await signUpPerson(origin(), foundation.settings.publicOrigin, 'cancels@attacks.example.com')
    const letGo = Promise.withResolvers<void>()
    provider.next({ until: letGo.promise })
    const { id } = await of.api.processing.jobs.start(
      startOf({ uploadId: await createTestUpload(foundation, of.userId) }),
    )
    const statusOf = async () => (await of.api.processing.jobs.get({ id })).status
    await expect.poll(statusOf).toBe('processing')
    const cancel = () => of.api.processing.jobs.cancel({ id })
    // A look may have a place for a moment, so a few more; who finds none is answered at once.
    const waiting = Array.from({ length: STREAMS_AT_ONCE.perPerson + 4 }, cancel)
    await expect.poll(() => peek(of, id), { interval: 20, timeout: 4000 }).toBe(429)
    expect((await cancel()).status).toBe('processing')
    letGo.resolve()
    await Promise.all(waiting)
    await expect.poll(statusOf).toBe('failed')
    expect(await peek(of, id)).toBe(200)
  })

  it('of a person have places, and a tab that is closed gives its own back', async () => {
    const id = await startHanging(person)
    const open = await openAll(person, id)
    expect(await (await view(person, id)).text()).toContain('too-many-streams')
    // A documented call that waits for its run takes such a place, too, before it starts anything.
    const waiting = await send('/api/functions/topaz-process', '{}', person.headers)
    expect([waiting.status, waiting.text]).toEqual([429, expect.stringContaining('同时打开的页面过多')])
    expect((await person.api.processing.jobs.get({ id })).id).toBe(id)
    for (const { tab } of open.slice(1)) tab.abort()
    await expect.poll(() => peek(person, id)).toBe(200)
    for (const { tab } of open) tab.abort()
  })

  it('of a run that is cancelled many times at once are woken once', async () => {
    const id = await startHanging(person)
    const wakings: string[] = []
    const stop = await foundation.database.listen('job_changed', (changed) => void (changed === id && wakings.push(id)))
    await Promise.all(Array.from({ length: 10 }, () => person.api.processing.jobs.cancel({ id })))
    await stop()
    // The mark and the end.
    expect(wakings.length).toBeLessThanOrEqual(3)
  })

  it('of everybody behind one address have places, and calls are answered all the same', async () => {
    const crowd: { of: TestPerson; id: string }[] = []
    for (let n = 0; n <= STREAMS_AT_ONCE.perNetwork / STREAMS_AT_ONCE.perPerson; n += 1) {
      const of = await signUpPerson(origin(), foundation.settings.publicOrigin, `crowd${n}@attacks.example.com`)
      crowd.push({ of, id: await startHanging(of) })
    }
    const last = crowd.pop()!
    await expect.poll(() => peek(last.of, last.id)).toBe(200)
    const open = (await Promise.all(crowd.map(({ of, id }) => openAll(of, id)))).flat()
    expect(await peek(last.of, last.id)).toBe(429)
    expect((await last.of.api.processing.jobs.get({ id: last.id })).id).toBe(last.id)
    open[0]!.tab.abort()
    await expect.poll(() => peek(last.of, last.id)).toBe(200)
    for (const { tab } of open) tab.abort()
  })
})

it('tells a person what is left to upload', async () => {
  const answer = await fetch(`${origin()}/api/v1/uploads/allowance`, { headers: person.headers })
  expect(await answer.json()).toMatchObject({ uploadsPerDay: 500, storageBytes: 10_240 * 1024 * 1024 })
})
