// A provider per model (decision 0065), over HTTP: what a page shows, for whom consent is asked, who computes and who is paid,
// and what a closed account stops.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestUser, eventually, readMoney, watchToEnd } from '../testing/test-service.ts'
import type { Provider } from './provider.ts'
import { createProviders } from './providers.ts'
import { createScriptedProvider } from './scripted-provider.ts'
import { KEY } from './topaz/testing/topaz-harness.ts'
import { openTopazService, type TopazService } from './topaz/testing/topaz-service.ts'

const HERE = 'enhance/standard/standard-v2'
const ELSEWHERE = 'denoise/strong'

const scripted = createScriptedProvider({ prompt: '不支持提示词' })
let { emulator, service, topaz, callsOf, agree, pressOf, close } = {} as TopazService
beforeAll(async () => {
  ;({ emulator, service, topaz, callsOf, agree, pressOf, close } = await openTopazService({
    topaz: () => ({ recheckSeconds: 0 }),
    providers: (elsewhere) => createProviders({ byDefault: scripted, routes: new Map([[ELSEWHERE, elsewhere]]) }),
  }))
})
afterAll(() => close())
beforeEach(() => scripted.next({}))

const start = async (userId: string, modelKey: string): Promise<string> =>
  (await callsOf(userId).jobs.start(await pressOf(userId, { modelKey }))).id
const endOf = async (userId: string, id: string) => (await watchToEnd(service, userId, id)).at(-1)!
describe('one model elsewhere, the others here', () => {
  it('a page is told what the provider of its model cannot do', async () => {
    const calls = callsOf(await createTestUser(service.database))
    expect(await calls.capabilities({ modelKey: HERE })).toEqual(await calls.capabilities())
    expect(await calls.capabilities({ modelKey: HERE })).toMatchObject({ provider: 'scripted' })
    const { provider, unsupportedParams } = await calls.capabilities({ modelKey: ELSEWHERE })
    expect([provider, Object.keys(unsupportedParams)]).toEqual(['topaz', ['seed']])
  })

  it('only what leaves needs a consent; each run is done, recorded and paid where its model goes', async () => {
    const userId = await createTestUser(service.database)
    expect(await endOf(userId, await start(userId, HERE))).toMatchObject({ status: 'completed', aiService: 'scripted' })
    await expect(start(userId, ELSEWHERE)).rejects.toMatchObject({ code: 'consent-needed' })
    await agree(userId)
    expect(await endOf(userId, await start(userId, ELSEWHERE))).toMatchObject({
      status: 'completed',
      aiService: 'topaz',
    })
    const rows = await service.database.query(
      'select ai_service, vendor_credits from processing_history where user_id = $1 order by created_at',
      [userId],
    )
    expect(rows).toEqual([
      { ai_service: 'scripted', vendor_credits: null },
      { ai_service: 'topaz', vendor_credits: 1 },
    ])
    expect(emulator.vendor.jobs.list()).toHaveLength(1)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 1, ledger: 1 })
  })

  it('a closed account stops its own models alone: what waits for it keeps its hold, the rest goes on', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 5 })
    await agree(userId)
    emulator.requests.length = 0
    emulator.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e5 } } })
    const waiting = await start(userId, ELSEWHERE)
    await eventually(
      async () => emulator.requests.some(({ path }) => path.includes('/status/')),
      (isSeen) => isSeen,
    )
    emulator.vendor.account.setKey(KEY, 'revoked')
    await eventually(
      () => callsOf(userId).jobs.get({ id: waiting }),
      ({ status }) => status === 'pending',
    )
    await expect(start(userId, ELSEWHERE)).rejects.toMatchObject({ code: 'provider-key', status: 503 })
    await seeOwnLineAlone()
    expect(await endOf(userId, await start(userId, HERE))).toMatchObject({ status: 'completed' })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 6, ledger: 6 })
    // Cancelled in the queue by its owner: the vendor, which accepts the key again, gets the cancel.
    emulator.vendor.account.setKey(KEY, 'good')
    expect(await callsOf(userId).jobs.cancel({ id: waiting })).toMatchObject({ status: 'failed' })
    await eventually(
      async () => emulator.vendor.jobs.list()[0]?.end?.status,
      (status) => status === 'Cancelled',
    )
    expect(await readMoney(service.database, userId)).toEqual({ balance: 8, ledger: 8 })
  })
})

/** While somebody's run waits for the account: what is started here stands behind what was started here before. */
async function seeOwnLineAlone(): Promise<void> {
  scripted.next({ hangs: true })
  const runs: { userId: string; id: string }[] = []
  const before: number[] = []
  for (let n = 0; n < 4; n += 1) {
    const userId = await createTestUser(service.database)
    const id = await start(userId, HERE)
    runs.push({ userId, id })
    const isAtWork = ({ status }: { readonly status: string }) => status === 'processing'
    // Both places of this machine are taken by the first two.
    if (n < 2) await eventually(() => callsOf(userId).jobs.get({ id }), isAtWork)
    before.push((await callsOf(userId).jobs.get({ id })).waitingBefore)
  }
  expect(before).toEqual([0, 0, 0, 1])
  for (const { userId, id } of runs.toReversed()) await callsOf(userId).jobs.cancel({ id })
  scripted.next({})
}

describe('who goes on with a started run', () => {
  const local: Provider = { ...createScriptedProvider(), name: 'local', aiService: 'local' }

  it('whoever began it, also where its model goes elsewhere by now', () => {
    const providers = createProviders({ byDefault: scripted, routes: new Map([[ELSEWHERE, topaz]]), retired: [local] })
    const ofJob = (aiService: string, modelKey: string) => providers.ofJob({ aiService, modelKey }).name
    expect([ofJob('scripted', ELSEWHERE), ofJob('topaz', HERE), ofJob('local', HERE)]).toEqual([
      'scripted',
      'topaz',
      'local',
    ])
    expect(providers.used.map(({ name }) => name)).toEqual(['scripted', 'topaz'])
    expect(providers.recipient?.name).toBe('Topaz Labs')
  })

  it('where that one is not open any more, the provider of its model', () => {
    const providers = createProviders({ byDefault: scripted })
    expect(providers.ofJob({ aiService: 'topaz', modelKey: ELSEWHERE }).name).toBe('scripted')
    expect([providers.recipient, providers.gate]).toEqual([undefined, undefined])
  })
})
