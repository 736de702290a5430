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
let hasInserted: () => void = () => {}
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

/** The end of a run rests between its row and the account, for as long as somebody else may need to take the account first. */
const RESTING_END = [
  `create function rest() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$`,
  `create trigger rest before insert on usage_logs for each row when (new.kind = 'capture') execute function rest()`,
]
const RESTS = `select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`

it('a run that is just ending is charged and goes with its picture: the removal waits for it, and not the other way round', async () => {
  const { database } = service
  // An embedded database has one connection: there the removal simply comes next.
  const crosses = database.kind === 'server'
  if (crosses) for (const statement of RESTING_END) await database.query(statement)
  service.provider.next({ durationMs: 10 })
  const userId = await createTestUser(database)
  const uploadId = await createTestUpload(service, userId)
  const input = await startInput(service, userId, { source: { uploadId } })
  const { id } = await service.clientOf(userId).processing.jobs.start(input)
  if (crosses)
    await eventually(
      () => database.query<{ n: number }>(RESTS),
      ([row]) => row?.n === 1,
    )
  expect(await service.processing.removeUploads(userId, [uploadId])).toBe(1)
  const readRun = () =>
    database.query<{ status: string; removed: boolean }>(
      'select status, deleted_at is not null as removed from processing_history where id = $1',
      [id],
    )
  const [run] = await eventually(readRun, ([row]) => row?.status === 'completed' || row?.status === 'failed')
  expect(run!.removed).toBe(true)
  if (crosses) expect(run!.status).toBe('completed')
  const { balance, ledger } = await readMoney(database, userId)
  expect([balance, ledger]).toEqual(run!.status === 'completed' ? [3, 3] : [5, 5])
})
