// A process that is asked to stop: a short run is finished, a long one is handed back with nothing lost, live views end.
import { afterEach, describe, expect, it } from 'vitest'
import {
  createTestUser,
  eventually,
  openTestService,
  readMoney,
  startInput,
  type TestService,
} from '../testing/test-service.ts'

let service: TestService
afterEach(() => service.close())

async function runningJob(): Promise<{ userId: string; id: string }> {
  const userId = await createTestUser(service.database)
  const { id } = await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
  await eventually(
    async () => service.provider.requests.length,
    (count) => count > 0,
  )
  return { userId, id }
}
const rowOf = async (id: string) =>
  (
    await service.database.query<{ status: string; attempts: number }>(
      'select status, attempts from processing_history where id = $1',
      [id],
    )
  )[0]!

describe('a graceful stop', () => {
  it('finishes a run that ends within the grace time', async () => {
    service = await openTestService()
    service.provider.next({ durationMs: 300 })
    const { userId, id } = await runningJob()
    await service.stopWorker(4000)
    expect((await rowOf(id)).status).toBe('completed')
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })

  it('hands a long run back: waiting again, its credits still held, its attempt not counted', async () => {
    service = await openTestService()
    service.provider.next({ hangs: true })
    const { userId, id } = await runningJob()
    await service.stopWorker(4000)
    expect(await rowOf(id)).toEqual({ status: 'pending', attempts: 0 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })

  it('ends live views', async () => {
    service = await openTestService()
    service.provider.next({ hangs: true })
    const { userId, id } = await runningJob()
    const stream = await service.clientOf(userId).processing.jobs.watch({ id })
    await stream.next()
    await service.stopWorker(4000)
    await service.processing.stop()
    let last = await stream.next()
    while (!last.done) last = await stream.next()
    expect(last.done).toBe(true)
  })
})
