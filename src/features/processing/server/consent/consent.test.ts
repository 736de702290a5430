// Consent to a provider outside the operator's machines, over HTTP: what starts, what is refused, what a revocation ends (decision 0064).
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import type { ConsentOffer } from '../../contract.ts'
import { createProviders } from '../provider/providers.ts'
import { createScriptedProvider } from '../provider/scripted-provider.ts'
import {
  createTestUser,
  eventually,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

const scripted = createScriptedProvider()
const provider = { ...scripted, recipient: { name: 'Topaz Labs', country: '美国', contact: undefined } }
let service: TestService
beforeAll(async () => {
  service = await openTestService({
    engine: createLocalEngine(),
    providers: () => createProviders({ byDefault: provider }),
  })
})
afterAll(() => service.close())
beforeEach(() => scripted.next({}))

const consentOf = (userId: string) => service.clientOf(userId).processing.consent
const start = async (userId: string) =>
  service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
async function agreeing(): Promise<{ userId: string; offer: ConsentOffer }> {
  const userId = await createTestUser(service.database)
  const offer = (await consentOf(userId).read()).recipient!
  return { userId, offer }
}
const rowsOf = (userId: string) =>
  service.database.query<{ provider_name: string; version: string; revoked_at: Date | null }>(
    'select provider_name, version, revoked_at from provider_consents where user_id = $1 order by given_at',
    [userId],
  )

describe('without a consent', () => {
  it('nothing starts, nothing is sent or charged, and the refusal names who would receive the picture and where', async () => {
    const { userId } = await agreeing()
    const sent = scripted.requests.length
    await expect(start(userId)).rejects.toMatchObject({
      code: 'consent-needed',
      status: 403,
      data: { name: 'Topaz Labs', country: '美国' },
    })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    expect(scripted.requests).toHaveLength(sent)
  })

  it('the documented calls answer 403 and the text, synchronous and asynchronous', async () => {
    const { userId } = await agreeing()
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#446688', noise } })
      .png()
      .toBuffer()
    for (const [path, functionType] of [
      ['topaz-process', 'enhance'],
      ['topaz-process-async', 'enhance-generative'],
    ] as const) {
      const answer = await fetch(`${service.origin}/api/functions/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${userId}` },
        body: JSON.stringify({ image: picture.toString('base64'), functionType }),
      })
      expect(answer.status).toBe(403)
      const error =
        '这项处理由 Topaz Labs（美国）完成，需要您先同意发送图片。请在“个人资料”中同意后再开始。本次没有消耗积分。'
      expect(await answer.json()).toEqual({ success: false, error })
    }
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it('nobody agrees to something that was not shown', async () => {
    const { userId, offer } = await agreeing()
    for (const other of [{ version: '2020-01-01' }, { name: 'Somebody' }, { country: '中国' }])
      await expect(consentOf(userId).give({ ...offer, ...other })).rejects.toMatchObject({ code: 'consent-changed' })
    expect(await rowsOf(userId)).toEqual([])
    await expect(service.clientOf(null).processing.consent.read()).rejects.toMatchObject({ status: 401 })
  })
})

describe('with a consent', () => {
  it('runs start, for this version, provider and country alone', async () => {
    const { userId, offer } = await agreeing()
    const [first, second] = await Promise.all([consentOf(userId).give(offer), consentOf(userId).give(offer)])
    expect(first).toMatchObject({ recipient: offer, givenAt: expect.any(String) })
    expect(second).toEqual(first)
    const job = await start(userId)
    expect((await watchToEnd(service, userId, job.id)).at(-1)).toMatchObject({ status: 'completed' })
    expect(await rowsOf(userId)).toMatchObject([{ version: offer.version, revoked_at: null }])
    await service.database.query(`update provider_consents set version = '2020-01-01' where user_id = $1`, [userId])
    expect(await consentOf(userId).read()).toEqual({ recipient: offer, givenAt: null })
    await expect(start(userId)).rejects.toMatchObject({ code: 'consent-needed' })
    await consentOf(userId).give(offer)
    const kept = await rowsOf(userId)
    expect(kept.map(({ version, revoked_at }) => [version, revoked_at !== null])).toEqual([
      ['2020-01-01', true],
      [offer.version, false],
    ])
  })

  it('taken back: what runs is cancelled and free, nothing starts any more, and the record stays', async () => {
    const { userId, offer } = await agreeing()
    await consentOf(userId).give(offer)
    scripted.next({ hangs: true })
    const job = await start(userId)
    await eventually(
      () => service.clientOf(userId).processing.jobs.get({ id: job.id }),
      ({ status }) => status === 'processing',
    )
    expect(await consentOf(userId).revoke()).toEqual({ recipient: offer, givenAt: null })
    expect(await service.clientOf(userId).processing.jobs.get({ id: job.id })).toMatchObject({
      status: 'failed',
      error: { code: 'processing-cancelled' },
    })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    await expect(start(userId)).rejects.toMatchObject({ code: 'consent-needed' })
    expect(await rowsOf(userId)).toMatchObject([{ provider_name: 'Topaz Labs', revoked_at: expect.any(Date) }])
  })
})
