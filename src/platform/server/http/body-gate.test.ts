// Bodies on real sockets: the place they take, for a person, a network and all, and the one that comes too slowly to keep it.
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import { type BodyLimits, bodyGate } from './body-gate.ts'
import { type Listening, listen } from './listen.ts'
import type { HttpEnv } from './request-context.ts'
import type { ServiceError } from './service-error.ts'

const WIDE = { perPerson: 100, perNetwork: 100, all: 100, bytes: 1, windowMs: 60_000 }
const opened: { listening: Listening; calls: ClientRequest[] }[] = []
afterEach(async () => {
  for (const { listening, calls } of opened.splice(0)) {
    for (const call of calls) call.destroy()
    const ended = listening.stopAccepting()
    listening.cutAfter(0)
    await ended
  }
})

/** A service that reads bodies behind a gate with these limits; callers name person and address by headers. */
async function open(limits: Partial<BodyLimits>) {
  const app = new Hono<HttpEnv>()
  app.onError((error, context) => context.json({ code: (error as ServiceError).code }, 429))
  app.use(async (context, next) => {
    const { 'x-person': userId = null, 'x-address': clientAddress = '192.0.2.1' } = context.req.header()
    context.set('request', { userId, clientAddress } as HttpEnv['Variables']['request'])
    await next()
  })
  app.use(bodyGate({ ...WIDE, ...limits }))
  const refused: IncomingMessage[] = []
  app.post('/refused', (context) => {
    refused.push(context.env.incoming)
    throw Object.assign(new Error(), { code: 'storage-full' })
  })
  app.post('/', async (context) => context.json({ bytes: (await context.req.arrayBuffer()).byteLength }))
  const listening = await listen(app, 0, '127.0.0.1')
  const calls: ClientRequest[] = []
  opened.push({ listening, calls })
  /** Sends the beginning of a body and keeps it open. `end` resolves with the answer's status, or with `cut`. */
  const begin = (headers: Record<string, string> = {}, path = '/') => {
    const call = request({
      port: listening.port,
      path,
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
    })
    calls.push(call)
    const end = new Promise<number | 'cut'>((resolve) => {
      call.on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode!)
      })
      call.on('error', () => resolve('cut'))
    })
    call.write('x'.repeat(100))
    return { call, end }
  }
  /** A whole body at once. */
  const send = async (headers: Record<string, string> = {}) => {
    const { call, end } = begin(headers)
    call.end()
    return end
  }
  return { begin, send, refused }
}

const others = (n: number) => ({ 'x-person': `person ${n}`, 'x-address': `198.51.100.${n}` })

it('keeps places for so many bodies in all, whoever and wherever they are; one that breaks off gives its own back', async () => {
  const { begin, send } = await open({ all: 3 })
  const held = [1, 2, 3].map((n) => begin(others(n)))
  await expect.poll(() => send(others(4))).toBe(429)
  held[0]!.call.destroy()
  await expect.poll(() => send(others(4))).toBe(200)
})

it('keeps places for one network, visitors and people together, and another network has its own', async () => {
  const { begin, send } = await open({ perNetwork: 2 })
  begin({ 'x-address': '2001:db8:1:1::1' })
  begin({ 'x-address': '2001:db8:1:1::2', 'x-person': 'somebody' })
  await expect.poll(() => send({ 'x-address': '2001:db8:1:1::3' })).toBe(429)
  expect(await send({ 'x-address': '2001:db8:1:2::1' })).toBe(200)
})

it('cuts a body that comes too slowly off and gives its place to the next; one that comes quickly enough is taken', async () => {
  const { begin, send } = await open({ perPerson: 2, bytes: 500, windowMs: 1500 })
  const slow = begin({ 'x-person': 'somebody' })
  const quick = begin({ 'x-person': 'somebody' })
  const flow = setInterval(() => quick.call.write('y'.repeat(1000)), 50)
  try {
    expect(await slow.end).toBe('cut')
    expect(await send({ 'x-person': 'somebody' })).toBe(200)
    quick.call.end()
    expect(await quick.end).toBe(200)
  } finally {
    clearInterval(flow)
  }
})

it('takes the rest of a body that is refused unread, so that its person gets the answer and keeps the connection; a stranger’s is cut', async () => {
  const { begin, refused } = await open({})
  const person = begin(others(1), '/refused')
  await expect.poll(() => refused.length).toBe(1)
  for (let sent = 0; sent < 4; sent += 1) person.call.write(Buffer.alloc(2 ** 20))
  person.call.end()
  expect(await person.end).toBe(429)
  expect(refused[0]!.readableEnded).toBe(true)
  const stranger = begin({}, '/refused')
  expect(await stranger.end).toBe(429)
  expect(refused[1]!.readableEnded).toBe(false)
})
