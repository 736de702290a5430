// Webhooks of the vendor, over HTTP (decision 0069): a webhook makes the worker look, and forged, foreign, early and repeated ones change nothing.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runChecks } from '../audit/run-checks.ts'
import { createTestUser, eventually, readMoney, watchToEnd } from '../testing/test-service.ts'
import { createProviderWebhooks, WEBHOOK_PATH } from './provider-webhooks.ts'
import { KEY, QUICK_TIMING, VENDOR_CREDITS } from './topaz/testing/topaz-harness.ts'
import { openTopazService, type TopazService } from './topaz/testing/topaz-service.ts'

const SECRET = 'a secret of the test that is long enough'
let { emulator, service, start, close } = {} as TopazService
/** Origin of the service, known once it listens. */
let origin = ''
beforeAll(async () => {
  ;({ emulator, service, start, close } = await openTopazService({
    topaz(database) {
      const webhooks = createProviderWebhooks({ database, secret: SECRET, publicOrigin: '' })
      return {
        // Looks by themselves come too late for any test: only a webhook leads to one.
        timing: { ...QUICK_TIMING, pollMinMs: 1e6, pollMaxMs: 1e6 },
        webhooks: { ...webhooks, addressOf: (jobId) => `${origin}${webhooks.addressOf(jobId)}` },
      }
    },
  }))
  origin = service.origin
})
afterAll(() => close())
beforeEach(() => {
  emulator.requests.length = 0
  emulator.vendor.settings.webhooksTwice = false
})

const looks = () => emulator.requests.filter(({ method, path }) => method === 'GET' && path.includes('/status/')).length
const post = async (path: string, body: unknown) =>
  (
    await fetch(`${origin}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  ).status
const addressOf = (jobId: string) =>
  createProviderWebhooks({ database: service.database, secret: SECRET, publicOrigin: '' }).addressOf(jobId)
const taken = () => VENDOR_CREDITS - emulator.vendor.account.balance(KEY).total_credits

it('a run whose next look is far away ends when the vendor tells of it, once, however often it does', async () => {
  emulator.vendor.settings.webhooksTwice = true
  const userId = await createTestUser(service.database)
  const end = (await watchToEnd(service, userId, await start(userId))).at(-1)
  expect(end).toMatchObject({ status: 'completed', creditsConsumed: 2 })
  expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  expect(taken()).toBe(1)
}, 120_000)

it('forged notices are harmless: other addresses are unknown, and what a right one says is not believed', async () => {
  emulator.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e6 } } })
  const userId = await createTestUser(service.database)
  const id = await start(userId)
  await eventually(
    async () => emulator.vendor.jobs.list().length,
    (n) => n === 2,
  )
  const other = addressOf(crypto.randomUUID()).split('/').at(-1)!
  const webhook = { status: 'Completed', process_id: crypto.randomUUID(), download_url: 'http://127.0.0.1:1/evil' }
  for (const path of [`${WEBHOOK_PATH}/${id}/${other}`, `${WEBHOOK_PATH}/${id}/x`, `${WEBHOOK_PATH}/none/${other}`])
    expect(await post(path, webhook)).toBe(404)
  const before = looks()
  // By an eavesdropper: it makes us poll, and the vendor answers that nothing is finished.
  await eventually(
    async () => [await post(addressOf(id), webhook), looks()],
    ([, seen]) => seen! > before,
  )
  expect(await service.clientOf(userId).processing.jobs.get({ id })).toMatchObject({ status: 'processing' })
  await service.clientOf(userId).processing.jobs.cancel({ id })
  expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({ status: 'failed' })
  expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  // Late, and of a run that nobody knows: answered, and nothing happens.
  expect([await post(addressOf(id), webhook), await post(addressOf(crypto.randomUUID()), webhook)]).toEqual([204, 204])
  expect(await service.clientOf(userId).processing.jobs.get({ id })).toMatchObject({ status: 'failed' })
  expect((await runChecks(service.database)).filter(({ count }) => count > 0)).toEqual([])
}, 120_000)
