// `POST /api/send-sms` over HTTP (document 1 §7; U-33): only the code that was made for this person and number, however it is asked.
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { createErrorHandler } from '#platform/server/http/error-response.ts'
import type { HttpEnv, RequestContext } from '#platform/server/http/request-context.ts'
import { createLog } from '#platform/server/log.ts'
import { createGatewaySender } from '#platform/server/sms/gateway-sender.ts'
import { type FakeGateway, startFakeGateway } from '#platform/server/sms/testing/fake-gateway.ts'
import type { WorkTask } from '../../contract.ts'
import { solveWork } from '../testing/solve-work.ts'
import { openTestAccounts, type TestAccounts } from '../testing/test-accounts.ts'

let gateway: FakeGateway
let service: TestAccounts
let app: Hono<HttpEnv>
beforeAll(async () => {
  gateway = await startFakeGateway()
  service = await openTestAccounts({ sms: createGatewaySender(gateway, systemClock) })
  app = new Hono<HttpEnv>()
  app.onError(createErrorHandler(createLog('silent')))
  app.use(async (context, next) => {
    const userId = context.req.header('x-user') ?? null
    const request = { userId, signInId: 'test', clientAddress: '10.2.2.2', countCall: async () => {} }
    context.set('request', request as unknown as RequestContext)
    await next()
  })
  app.route('/', service.accounts.smsRoutes)
})
afterAll(async () => {
  await service.close()
  await gateway.close()
})

let people = 0
/** Somebody who was just sent a code to this number. */
async function personWithCode(phone: string): Promise<string> {
  const browser = service.openBrowser()
  await browser.signUp(`sms${++people}@example.com`)
  const headers = { authorization: `Bearer ${await browser.token()}` }
  const { id } = (await browser.call('profile/get', undefined, headers)).body as { id: string }
  const proof = solveWork((await browser.call('phone/task')).body as WorkTask, phone)
  const sent = await browser.call('phone/sendBindCode', { phone, proof, password: 'lamp-1734' }, headers)
  expect(sent.status).toBe(200)
  return id
}
async function post(userId: string | undefined, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await app.request('/api/send-sms', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(userId && { 'x-user': userId }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const sentTo = (phone: string) =>
  gateway.messages.filter(({ to }) => to.endsWith(phone)).map(({ params }) => params.code)

describe('[CALL-ACC-21] [CALL-ACC-22] POST /api/send-sms with {phone, code}', () => {
  it('sends the very code once more, and answers success', async () => {
    const phone = '13600000001'
    const userId = await personWithCode(phone)
    const code = gateway.lastCode(phone)
    expect(await post(userId, { phone, code })).toEqual({ status: 200, body: { success: true } })
    expect(sentTo(phone)).toEqual([code, code])
  })

  it('answers an error to a made-up code, and counts it as a guess', async () => {
    const phone = '13600000002'
    const userId = await personWithCode(phone)
    const code = gateway.lastCode(phone)
    const wrong = code === '111111' ? '222222' : '111111'
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push((await post(userId, { phone, code: wrong })).body)
    expect(answers.slice(0, 4)).toEqual(Array(4).fill({ code: 'code-invalid' }))
    expect(await post(userId, { phone, code })).toEqual({ status: 429, body: { code: 'code-attempts' } })
    expect(sentTo(phone)).toEqual([code])
  })

  it('[VERIF-15] refuses visitors, other people, other numbers and missing parameters', async () => {
    const phone = '13600000003'
    await personWithCode(phone)
    const other = await personWithCode('13600000004')
    const code = gateway.lastCode(phone)
    expect(await post(undefined, { phone, code })).toMatchObject({ status: 401 })
    expect((await post(other, { phone, code })).body).toEqual({ code: 'code-invalid' })
    expect((await post(other, { phone: '13600000005', code })).body).toEqual({ code: 'code-invalid' })
    for (const body of [{}, { phone }, { code }, { phone: '', code: '' }, 'not json', { phone: [phone], code }])
      expect(await post(other, body)).toEqual({ status: 400, body: { code: 'code-incomplete' } })
    expect(sentTo(phone)).toHaveLength(1)
  })

  it('knows the limit per number', async () => {
    const phone = '13600000006'
    const userId = await personWithCode(phone)
    const code = gateway.lastCode(phone)
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) statuses.push((await post(userId, { phone, code })).status)
    expect(statuses).toEqual([200, 200, 429])
    expect(sentTo(phone)).toHaveLength(3)
  })

  it('says that the gateway failed', async () => {
    const phone = '13600000007'
    const userId = await personWithCode(phone)
    gateway.behaviour = 'refuse'
    expect(await post(userId, { phone, code: gateway.lastCode(phone) })).toEqual({
      status: 503,
      body: { code: 'sms-failed' },
    })
    gateway.behaviour = 'accept'
  })
})
