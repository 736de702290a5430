// A picture is removed while a run begins on it: on a server with several connections the two cross.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '#platform/server/database/database.ts'
import {
  createTestUpload,
  createTestUser,
  eventually,
  openTestService,
  readMoney,
  startInput,
  type TestService,
} from '../testing/test-service.ts'

const HELD_MS = 300
let service: TestService
let hasInserted: () => void
beforeAll(async () => {
  service = await openTestService({
    wrapDatabase: (database) => ({
      ...database,
      orm: new Proxy(database.orm, {
        get: (orm, name) => {
          if (name !== 'transaction') return Reflect.get(orm, name)
          return (work: (tx: Transaction) => Promise<unknown>) =>
            orm.transaction(async (tx) => {
              const answer = await work(tx)
              const isStart = (answer as { hold?: unknown } | undefined)?.hold !== undefined
              if (isStart) {
                hasInserted()
                await delay(HELD_MS)
              }
              return answer
            })
        },
      }),
    }),
  })
})
afterAll(() => service.close())

it('that run is cancelled with the picture, and costs nothing', async () => {
  service.provider.next({ hangs: true })
  const userId = await createTestUser(service.database)
  const uploadId = await createTestUpload(service, userId)
  const isInserted = new Promise<void>((resolve) => {
    hasInserted = resolve
  })
  const input = await startInput(service, userId, { source: { uploadId } })
  const starting = service.clientOf(userId).processing.jobs.start(input)
  await isInserted
  expect(await service.processing.removeUploads(userId, [uploadId])).toBe(1)
  const { id } = await starting
  const readRun = () =>
    service.database.query<{ status: string; removed: boolean }>(
      'select status, deleted_at is not null as removed from processing_history where id = $1',
      [id],
    )
  const [run] = await eventually(readRun, ([row]) => row?.status === 'failed')
  expect(run).toEqual({ status: 'failed', removed: true })
  expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  service.provider.next({})
})
