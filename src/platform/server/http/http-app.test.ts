// The HTTP side with a small contract of its own: what every caller of any feature can rely on.

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { eventIterator, oc } from '@orpc/contract'
import { implement } from '@orpc/server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { createHttpApp, type HttpParts } from './http-app.ts'
import { listen } from './listen.ts'
import type { HttpEnv, RequestContext } from './request-context.ts'
import { ServiceError } from './service-error.ts'
import { openStaticSite } from './static-site.ts'

const contract = {
  whoAmI: oc.route({ method: 'GET', path: '/who' }).output(z.object({ userId: z.string().nullable() })),
  echo: oc
    .route({ method: 'POST', path: '/echo' })
    .input(z.object({ text: z.string() }))
    .output(z.object({ text: z.string() })),
  fail: oc
    .route({ method: 'POST', path: '/fail' })
    .input(z.object({ how: z.string() }))
    .output(z.object({ ok: z.boolean() })),
  watch: oc.route({ method: 'GET', path: '/watch' }).output(eventIterator(z.number())),
  forever: oc.route({ method: 'GET', path: '/forever' }).output(eventIterator(z.number())),
}
const LARGE = randomBytes(2_500_000)
let streams = 0
const server = implement(contract).$context<RequestContext>()
const router = server.router({
  whoAmI: server.whoAmI.handler(({ context }) => ({ userId: context.userId })),
  echo: server.echo.handler(({ input }) => input),
  fail: server.fail.handler(({ input }) => {
    if (input.how === 'refuse') throw new ServiceError('price-changed', { credits: 3 })
    if (input.how === 'lie') return { ok: 'not a boolean' as unknown as boolean }
    throw new Error('a secret detail of the inside')
  }),
  watch: server.watch.handler(async function* () {
    yield 1
    throw new ServiceError('job-not-found')
  }),
  forever: server.forever.handler(async function* ({ signal }) {
    streams += 1
    try {
      yield 1
      await once(signal!, 'abort')
    } finally {
      streams -= 1
    }
  }),
})
const plain = new Hono<HttpEnv>()
  .get('/api/plain/refuse', () => {
    throw new ServiceError('insufficient-credits', { required: 2 })
  })
  .get('/api/plain/break', () => {
    throw new Error('a secret detail of the inside')
  })
  .get('/api/plain/notices/:jobId/:token', (context) => context.text('taken'))
  .post('/api/own/limit', async (context) => context.json({ sizeBytes: (await context.req.arrayBuffer()).byteLength }))

const lines: string[] = []
const written = () => lines.join('')
let folder: string
let closedBelow = '/nothing-is-closed'
let price = '1'
let operator = '备案号'

function open(changes: Partial<HttpParts> = {}) {
  return createHttpApp({
    log: createLog('info', { write: (line) => void lines.push(line) }),
    metrics: createMetrics(),
    isSecure: false,
    trustedProxies: [],
    identify: async (headers) => {
      const userId = headers.get('authorization')?.replace('Bearer ', '')
      return userId ? { userId, signInId: 'test' } : null
    },
    admit: async () => {},
    countCall: async () => {},
    router,
    api: { title: 'A test', version: '1' },
    routes: [plain],
    ownBodyLimits: ['/api/own/'],
    site: openStaticSite(join(folder, 'client'), {
      isKnownPage: (path) => path === '/known',
      fillPage: (html) => html.replace('{{operator}}', operator),
      renewed: {
        isRenewed: (html) => html.includes('{{price}}'),
        renew: async (html) => html.replace('{{price}}', price),
      },
      closedForSeconds: async (path) => (path.startsWith(closedBelow) ? 300 : undefined),
    }),
    health: { checks: {}, isStopping: () => false },
    ...changes,
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huanying-site-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await mkdir(join(folder, 'client/ai'))
  const page = (text: string) =>
    `<html><head><script>let a = "${text}"</script><script src="/assets/a.js"></script></head>{{operator}}</html>`
  await writeFile(join(folder, 'client/index.html'), page('home'))
  await writeFile(join(folder, 'client/ai/index.html'), page('tools'))
  await mkdir(join(folder, 'client/priced'))
  await writeFile(join(folder, 'client/priced/index.html'), page('costs {{price}}'))
  await mkdir(join(folder, 'client/sold'))
  await writeFile(join(folder, 'client/sold/index.html'), `${page('sold')}<span>{{price}}</span>`)
  await writeFile(join(folder, 'client/__spa-fallback.html'), page('fallback'))
  await writeFile(join(folder, 'client/assets/a.js'), 'let value = 1\n'.repeat(500))
  await writeFile(join(folder, 'client/large.jpg'), LARGE)
  await writeFile(join(folder, 'secret.txt'), 'outside')
})
afterAll(() => rm(folder, { recursive: true }))

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  open().request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('headers', () => {
  it('stand on every answer, errors included', async () => {
    const app = open()
    for (const path of ['/', '/healthz', '/api/v1/who', '/api/plain/break', '/api/nothing', '/nothing.png']) {
      const { headers } = await app.request(path)
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ])
      expect([path, headers.get('x-request-id')]).toEqual([path, expect.stringMatching(/^[\w-]{8,}$/)])
    }
  })

  it('of a stranger steer no terminal that shows the log', async () => {
    await open().request('/known', { headers: { 'x-client-info': 'web\u009b2J' } })
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ client: 'web\u009b2J' })
    expect(lines.at(-1)).toContain('"client":"web\\u009b2J"')
  })

  it('ask for TLS only behind TLS', async () => {
    expect((await open().request('/healthz')).headers.has('strict-transport-security')).toBe(false)
    expect((await open({ isSecure: true }).request('/healthz')).headers.get('strict-transport-security')).toMatch(
      /max-age/,
    )
  })

  it('allow exactly the inline scripts of the page itself', async () => {
    const app = open()
    const policies = await Promise.all(
      ['/', '/ai'].map(async (path) => (await app.request(path)).headers.get('content-security-policy')),
    )
    expect(policies[0]).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(policies[0]).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(policies[0]).not.toBe(policies[1])
  })

  it('keep a harmless request id of a proxy and replace any other', async () => {
    const idOf = async (id: string) =>
      (await open().request('/healthz', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await idOf('proxy-id-12345')).toBe('proxy-id-12345')
    expect(await idOf('<script>alert(1)</script>')).not.toContain('script')
  })
})

describe('calls', () => {
  const client = (headers: Record<string, string> = {}): ContractRouterClient<typeof contract> => {
    const app = open()
    return createORPCClient(
      new RPCLink({
        url: 'http://test/api/rpc',
        headers,
        fetch: async (request, init) => app.request(request as Request, init as RequestInit),
      }),
    )
  }

  it('know who calls', async () => {
    expect(await client({ authorization: 'Bearer someone' }).whoAmI()).toEqual({ userId: 'someone' })
    expect(await client().whoAmI()).toEqual({ userId: null })
  })

  it('answer a refusal with our code, data and status, over both entrances', async () => {
    await expect(client().fail({ how: 'refuse' })).rejects.toMatchObject({
      code: 'price-changed',
      status: 409,
      data: { credits: 3 },
    })
    const rest = await post('/api/v1/fail', { how: 'refuse' })
    expect([rest.status, await rest.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'price-changed', data: { credits: 3 } }),
    ])
  })

  it('answer the unforeseen with one code and the request id, and keep its detail to the log', async () => {
    for (const how of ['break', 'lie']) {
      const answer = await post('/api/v1/fail', { how }, { 'x-request-id': `request-${how}` })
      const body = await answer.text()
      expect(answer.status).toBe(500)
      expect(JSON.parse(body)).toMatchObject({ code: 'unexpected', data: { requestId: `request-${how}` } })
      expect(body).not.toContain('secret detail')
      expect(written()).toContain(`request-${how}`)
    }
    expect(written()).toContain('a secret detail of the inside')
  })

  it('answer an input of the wrong shape as the caller’s fault', async () => {
    await expect(client().echo({ text: 7 } as never)).rejects.toMatchObject({ code: 'invalid-request', status: 400 })
  })

  it('pass a refusal on within a stream of events', async () => {
    const seen: number[] = []
    const watch = async () => {
      for await (const value of await client().watch()) seen.push(value)
    }
    await expect(watch()).rejects.toMatchObject({ code: 'job-not-found', status: 404 })
    expect(seen).toEqual([1])
    const { headers } = await open().request('/api/v1/watch')
    expect([headers.get('x-accel-buffering'), headers.get('cache-control')]).toEqual(['no', 'no-store'])
  })

  it('compress a long answer, and spend no work on a short one', async () => {
    const ask = (text: string) => post('/api/v1/echo', { text }, { 'accept-encoding': 'gzip' })
    const short = await ask('x')
    expect([short.headers.get('content-encoding'), short.headers.get('content-length')]).toEqual([null, '12'])
    const long = await ask('x'.repeat(10_000))
    expect([long.headers.get('content-encoding'), long.headers.get('content-length')]).toEqual(['gzip', null])
    expect(gunzipSync(Buffer.from(await long.arrayBuffer())).toString()).toContain('xxx')
  })

  it('refuse a body over 1 MB before anything reads it, but for the paths that bound their own', async () => {
    const text = 'x'.repeat(1_100_000)
    expect((await post('/api/v1/echo', { text })).status).toBe(413)
    expect((await post('/api/own/limit', { text })).status).toBe(200)
  })

  it('end a stream when its reader goes away', async () => {
    const listening = await listen(open(), 0, '127.0.0.1')
    const abort = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${listening.port}/api/v1/forever`, { signal: abort.signal })
    await answer.body!.getReader().read()
    expect(streams).toBe(1)
    abort.abort()
    await expect.poll(() => streams, { timeout: 10_000 }).toBe(0)
    const ended = listening.stopAccepting()
    listening.cutAfter(0)
    await ended
  })

  it('are refused as the composition root decides', async () => {
    const admit = async () => {
      throw new ServiceError('maintenance')
    }
    const answer = await open({ admit }).request('/api/v1/who')
    expect([answer.status, await answer.json()]).toEqual([503, { code: 'maintenance' }])
  })
})

describe('plain routes', () => {
  it('answer errors in the same shape', async () => {
    const refused = await open().request('/api/plain/refuse')
    expect([refused.status, await refused.json()]).toEqual([
      402,
      { code: 'insufficient-credits', data: { required: 2 } },
    ])
    const broken = await open().request('/api/plain/break')
    expect([broken.status, (await broken.json()).code]).toEqual([500, 'unexpected'])
  })

  it('below /api answer an unknown path with 404 in JSON', async () => {
    const answer = await open().request('/api/nothing')
    expect([answer.status, await answer.json()]).toEqual([404, { code: 'not-found' }])
  })
})

describe('log', () => {
  it('holds no value of a query and no token', async () => {
    await open().request('/files/x?signature=VERYSECRET&expires=1', {
      headers: { authorization: 'Bearer TOKENSECRET' },
    })
    await open().request('/auth/callback?code=CODESECRET')
    await open().request('/api/plain/notices/7/PATHSECRET')
    expect(written()).toContain('/files/x?signature&expires')
    expect(written()).toContain('/api/plain/notices/:jobId/:token')
    expect(written()).not.toMatch(/VERYSECRET|TOKENSECRET|CODESECRET|PATHSECRET/)
  })

  it('hides secrets anywhere in a line', () => {
    const log = createLog('info', { write: (line) => void lines.push(line) })
    log.info({ password: 'PASSWORDSECRET', body: { code: '482913' }, headers: { cookie: 'COOKIESECRET' } }, 'x')
    expect(written()).not.toMatch(/PASSWORDSECRET|482913|COOKIESECRET/)
  })
})

describe('health', () => {
  it('reports which part is not ready', async () => {
    const broken = async () => {
      throw new Error('gone')
    }
    const answer = await open({
      health: { isStopping: () => false, checks: { a: async () => {}, b: broken } },
    }).request('/readyz')
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', parts: { a: true, b: false } }])
  })

  it('is not ready while stopping, yet alive', async () => {
    const app = open({ health: { isStopping: () => true, checks: {} } })
    expect([(await app.request('/readyz')).status, (await app.request('/healthz')).status]).toEqual([503, 200])
  })

  it('shows measurements to private addresses only', async () => {
    const ask = (address: string) => {
      const env = { incoming: { socket: { remoteAddress: address } } }
      return open().request('/metrics', {}, env as never)
    }
    expect(await (await ask('127.0.0.1')).text()).toContain('huanying_http_request_duration_seconds')
    expect((await ask('203.0.113.7')).status).toBe(404)
  })
})

describe('API documents', () => {
  it('are made from the contract, and their page loads nothing from elsewhere', async () => {
    const document = await (await open().request('/openapi.json')).json()
    expect(Object.keys(document.paths)).toEqual(['/who', '/echo', '/fail', '/watch', '/forever'])
    const app = open()
    for (const path of ['/openapi.json', '/docs/api/swagger-ui-bundle.js']) {
      const plain = Buffer.from(await (await app.request(path)).arrayBuffer())
      const packed = await app.request(path, { headers: { 'accept-encoding': 'br, gzip' } })
      expect([packed.status, packed.headers.get('content-encoding')]).toEqual([200, 'gzip'])
      expect(gunzipSync(Buffer.from(await packed.arrayBuffer()))).toEqual(plain)
    }
    expect((await app.request('/docs/api/package.json')).status).toBe(404)
    const html = await (await open().request('/docs/api')).text()
    expect(html).not.toMatch(/https?:\/\//)
    for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g))
      expect((await open().request(path!)).status).toBe(200)
  })
})

describe('browser side', () => {
  it('serves files that never change for ever and pages never stale', async () => {
    const asset = await open().request('/assets/a.js')
    expect([asset.headers.get('content-type'), asset.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    const page = await open().request('/ai')
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(await page.text()).toContain('</head>备案号</html>')
    const again = await open().request('/ai', { headers: { 'if-none-match': page.headers.get('etag')! } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('renews a page whose facts change while it runs, and answers an unchanged one with 304', async () => {
    const app = open()
    const ask = (headers = {}) => app.request('/priced', { headers })
    const first = await ask()
    expect(await first.text()).toContain('costs 1')
    const known = { 'if-none-match': first.headers.get('etag')! }
    expect((await ask(known)).status).toBe(304)
    price = '2'
    const changed = await ask(known)
    expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('costs 2')])
  })

  it('allows the inline scripts that were built, and none that a setting or a fact brings into the page', async () => {
    const planted = 'steal(document.cookie)'
    const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
    operator = `某公司<script>${planted}</script>`
    price = `1</span><script>${planted}</script>`
    try {
      for (const [path, text] of [
        ['/', 'let a = "home"'],
        ['/ai', 'let a = "tools"'],
        ['/unknown', 'let a = "fallback"'],
        ['/sold', 'let a = "sold"'],
      ] as const) {
        const answer = await open().request(path)
        expect([path, await answer.text()]).toEqual([path, expect.stringContaining(planted)])
        const scripts = /script-src ([^;]*)/.exec(answer.headers.get('content-security-policy')!)![1]
        expect([path, scripts]).toEqual([path, `'self' ${hashOf(text)}`])
      }
    } finally {
      operator = '备案号'
      price = '1'
    }
  })

  it('compresses', async () => {
    const answer = await open().request('/assets/a.js', { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toContain('let value = 1')
    const best = await open().request('/assets/a.js', { headers: { 'accept-encoding': 'gzip, br;q=1' } })
    expect(best.headers.get('content-encoding')).toBe('br')
  })

  it('sends a picture that is too large to be kept in memory, byte for byte', async () => {
    const answer = await open().request('/large.jpg')
    expect(answer.headers.get('content-length')).toBe(String(LARGE.length))
    expect(Buffer.from(await answer.arrayBuffer()).equals(LARGE)).toBe(true)
  })

  it('answers product addresses with the page that the browser fills, mistakes with the same page and 404', async () => {
    const known = await open().request('/known')
    const unknown = await open().request('/unknown')
    expect([known.status, unknown.status]).toEqual([200, 404])
    expect(await unknown.text()).toContain('fallback')
    expect((await open().request('/assets/gone.js')).status).toBe(404)
    expect((await open().request('/__spa-fallback.html')).status).toBe(404)
  })

  it('answers a closed page with 503 and the page that the browser side fills, and files as usual', async () => {
    closedBelow = '/ai'
    try {
      const closed = await open().request('/ai')
      expect([closed.status, closed.headers.get('retry-after')]).toEqual([503, '300'])
      expect(await closed.text()).toContain('fallback')
      expect(await (await open().request('/')).text()).toContain('home')
      closedBelow = '/assets'
      expect((await open().request('/assets/a.js')).status).toBe(200)
    } finally {
      closedBelow = '/nothing-is-closed'
    }
  })

  it.each(['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/..%5c..%5csecret.txt', '/%E0%A4%A'])(
    'never leaves its folder: %s',
    async (path) => {
      const answer = await open().request(`http://test${path}`)
      expect(await answer.text()).not.toContain('outside')
      expect(answer.status).toBe(404)
    },
  )
})
