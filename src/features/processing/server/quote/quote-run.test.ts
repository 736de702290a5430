// A run before it is started, on the Topaz provider, over HTTP (decisions 0066, 0067): what it will be, what its price does not cover, our own
// engine in the place of a refused account, and an empty pool.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TopazEmulator } from '#emulators/topaz/emulator.ts'
import type { StartJob } from '../../contract.ts'
import type { Provider } from '../provider/provider.ts'
import { createProviders } from '../provider/providers.ts'
import { createScriptedProvider } from '../provider/scripted-provider.ts'
import { KEY, openQuickEmulator, quickOptions } from '../provider/topaz/testing/topaz-harness.ts'
import { createTopazProvider } from '../provider/topaz/topaz-provider.ts'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

let emulator: TopazEmulator
let topaz: Provider
let service: TestService
let isPoolEmpty = false
let allowsFailover = true
const local: Provider = { ...createScriptedProvider(), name: 'local', aiService: 'local' }
beforeAll(async () => {
  emulator = await openQuickEmulator()
  service = await openTestService({
    overrides: { isPoolEmpty: async () => isPoolEmpty },
    providers(database) {
      topaz = createTopazProvider({
        ...quickOptions(emulator),
        log: pino({ level: 'silent' }),
        database,
        recheckSeconds: 0,
      })
      const providers = createProviders({ byDefault: topaz, retired: [local] })
      return Object.defineProperty({ ...providers }, 'failover', { get: () => (allowsFailover ? local : undefined) })
    },
  })
})
afterAll(async () => {
  await service.close()
  await emulator.close()
})
beforeEach(async () => {
  emulator.script.clear()
  emulator.requests.length = 0
  emulator.vendor.account.setKey(KEY, 'good')
  await service.database.query('update provider_gates set closed_for = null, closings = 0')
  isPoolEmpty = false
  allowsFailover = true
})

const callsOf = (userId: string) => service.clientOf(userId).processing
const submits = () => emulator.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/async'))
const estimates = () => emulator.requests.filter(({ path }) => path.includes('/estimate'))
async function personWith(width: number, height: number) {
  const userId = await createTestUser(service.database)
  const uploadId = await createTestUpload(service, userId, height)
  await service.database.query('update user_uploads set width = $2 where id = $1', [uploadId, width])
  const { consent } = callsOf(userId)
  await consent.give((await consent.read()).recipient!)
  return { userId, source: { uploadId } }
}
const refusal = (userId: string, input: StartJob) =>
  callsOf(userId)
    .jobs.start(input)
    .then(
      () => undefined,
      ({ code, data }: { code: string; data?: unknown }) => ({ code, data }),
    )
const STANDARD = 'enhance/standard/standard-v2'
const auto = { mode: 'auto', params: {} } as const

describe('a quote', () => {
  it('tells size, price and the seconds that the vendor expects; asked again, the vendor is not', async () => {
    const { userId, source } = await personWith(3000, 2000)
    const request = { source, modelKey: STANDARD, ...auto }
    const quote = await callsOf(userId).quote(request)
    // Topaz contract §12: three seconds and 0.4 for each megapixel of the result.
    expect(quote).toEqual({
      size: { width: 6000, height: 4000 },
      credits: 1,
      seconds: Math.ceil(3 + 0.4 * 24),
      from: 'vendor',
      problem: null,
    })
    await callsOf(userId).quote(request)
    expect(estimates()).toHaveLength(1)
    expect(submits()).toHaveLength(0)
    expect(await callsOf(userId).capabilities({ modelKey: STANDARD })).toMatchObject({ hasQuotes: true })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it('of a vendor that does not answer has no seconds; of a foreign picture there is none', async () => {
    const { userId, source } = await personWith(1500, 1000)
    emulator.script.add({ path: '/estimate', fault: { status: 500 } })
    expect(await callsOf(userId).quote({ source, modelKey: 'denoise/normal', ...auto })).toMatchObject({
      size: { width: 1500, height: 1000 },
      credits: 2,
      seconds: null,
      problem: null,
    })
    const other = await createTestUser(service.database)
    await expect(callsOf(other).quote({ source, modelKey: 'denoise/normal', ...auto })).rejects.toMatchObject({
      code: 'upload-missing',
    })
  })
})

describe('what the price does not cover', () => {
  it('is refused before the charge with what would be to be had; nothing is sent, and the quote says the same', async () => {
    const { userId, source } = await personWith(6000, 1000)
    const asked = { source, modelKey: STANDARD, mode: 'manual', params: { output_height: 4096 } } as const
    const tooLarge = {
      code: 'output-too-large',
      data: { wanted: 10_067, limit: 4800, advice: '请在手动模式把输出高度设为 2828 像素以内' },
    }
    expect(await refusal(userId, await startInput(service, userId, asked))).toEqual(tooLarge)
    expect(await callsOf(userId).quote(asked)).toMatchObject({ size: null, problem: tooLarge })
    const generative = { source, modelKey: 'enhance/generative/redefine', shownCredits: 5 }
    const params = { output_height: 2048 }
    expect(
      await refusal(userId, await startInput(service, userId, { ...generative, mode: 'manual', params })),
    ).toMatchObject({
      data: { limit: 2400, advice: '请在手动模式把输出高度设为 2000 像素以内' },
    })
    const huge = await personWith(9000, 6000)
    for (const modelKey of ['denoise/strong', 'sharpen/standard/strong', 'lighting/adjust'])
      expect(
        await refusal(huge.userId, await startInput(service, huge.userId, { source: huge.source, modelKey })),
      ).toMatchObject({ code: 'output-too-large', data: { advice: '请先缩小图片再试' } })
    expect(submits()).toHaveLength(0)
    for (const id of [userId, huge.userId])
      expect(await readMoney(service.database, id)).toEqual({ balance: 5, ledger: 5 })
  })
})

describe('our own engine in the place of a refused account', () => {
  it('is offered with its price, does it once that is accepted, and is named', async () => {
    const { userId, source } = await personWith(600, 400)
    emulator.vendor.account.setKey(KEY, 'revoked')
    await service.database.query(`update provider_gates set closed_for = 'provider-key'`)
    if ((await topaz.gate!.refusal()) === undefined)
      await service.database.query(`insert into provider_gates (name, closed_for) values ('topaz', 'provider-key')`)
    const input = await startInput(service, userId, { source })
    const offer = { code: 'engine-instead', data: { name: 'Topaz Labs', credits: 1 } }
    expect(await refusal(userId, input)).toEqual(offer)
    expect(await callsOf(userId).quote({ source, modelKey: STANDARD, ...auto })).toMatchObject({
      credits: 1,
      problem: offer,
    })
    // The old price is not taken for it.
    expect(await refusal(userId, { ...input, acceptsEngine: true })).toEqual({
      code: 'price-changed',
      data: { credits: 1 },
    })
    const { id } = await callsOf(userId).jobs.start({ ...input, acceptsEngine: true, shownCredits: 1 })
    expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({
      status: 'completed',
      aiService: 'local',
      creditsConsumed: 1,
    })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 4, ledger: 4 })
    expect(submits()).toHaveLength(0)
    const five = { source, modelKey: 'enhance/generative/redefine', shownCredits: 5 }
    expect(await refusal(userId, await startInput(service, userId, five))).toMatchObject({ data: { credits: 3 } })

    allowsFailover = false
    expect(await refusal(userId, { ...input, startKey: crypto.randomUUID(), acceptsEngine: true })).toEqual({
      code: 'provider-key',
      data: undefined,
    })
  })

  it('a well account is not replaced, whoever would accept it', async () => {
    const { userId, source } = await personWith(600, 400)
    const input = await startInput(service, userId, { source, acceptsEngine: true, shownCredits: 1 })
    expect(await refusal(userId, input)).toEqual({ code: 'price-changed', data: { credits: 2 } })
  })
})

it('an empty pool refuses starts there with the text of a used-up quota, where the operator wants that', async () => {
  const { userId, source } = await personWith(600, 400)
  isPoolEmpty = true
  allowsFailover = false
  const input = await startInput(service, userId, { source })
  expect(await refusal(userId, input)).toMatchObject({ code: 'provider-quota' })
  expect(await callsOf(userId).quote({ source, modelKey: STANDARD, ...auto })).toMatchObject({
    problem: { code: 'provider-quota' },
  })
  expect([submits().length, await readMoney(service.database, userId)]).toEqual([0, { balance: 5, ledger: 5 }])
})
