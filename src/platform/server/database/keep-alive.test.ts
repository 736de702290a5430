// Every line to the PostgreSQL server is kept alive, whoever opens it: ours, the one that listens, and the queue's own pool.
import { Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { openQueue } from '../queue/boss-queue.ts'
import { openTestDatabase } from './testing/test-database.ts'

afterEach(() => vi.restoreAllMocks())

it.skipIf(!process.env.TEST_DATABASE_URL)('is asked of the system for each connection', async () => {
  const database = await openTestDatabase()
  const opened = vi.spyOn(Socket.prototype, 'connect')
  const kept = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const queue = await openQueue(database, ['emails'], createLog('silent'))
  await database.query('select 1')
  const ownPool = await database.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'huanying-queue'`,
  )
  expect(ownPool.length).toBeGreaterThan(0)
  expect(opened.mock.calls.length).toBeGreaterThan(ownPool.length)
  expect(kept.mock.calls).toEqual(opened.mock.calls.map(() => [true, 30_000]))
  vi.restoreAllMocks()
  await queue.stop(1000)
  await database.close()
})
