// LISTEN/NOTIFY on either home: only what was committed, until the listener ends, and again after a lost connection.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openTestDatabase } from './testing/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const onServer = it.skipIf(!process.env.TEST_DATABASE_URL)
const WHY_SKIPPED = process.env.TEST_DATABASE_URL ? '' : ' (skipped: the embedded database has no connections)'
const IS_LISTENER = `application_name = 'huanying-listen' and datname = current_database()`

const announce = (channel: string, payload: string) =>
  database.query('select pg_notify($1, $2)', [channel, payload]).then(() => undefined)

/** Announces `payload` until it is heard. */
async function announceUntilReceived(channel: string, payload: string, payloads: readonly string[]): Promise<void> {
  while (!payloads.includes(payload)) {
    await announce(channel, payload)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('listening', () => {
  it('receives what was committed and nothing that was rolled back', async () => {
    const payloads: string[] = []
    const stop = await database.listen('test_commits', (payload) => void payloads.push(payload))
    await database.orm
      .transaction(async (tx) => {
        await tx.execute(sql`select pg_notify('test_commits', 'rolled back')`)
        throw new Error('roll back')
      })
      .catch(() => undefined)
    await database.orm.transaction((tx) => tx.execute(sql`select pg_notify('test_commits', 'committed')`))
    await announceUntilReceived('test_commits', 'end', payloads)
    expect(payloads.filter((payload) => payload !== 'end')).toEqual(['committed'])
    await stop()
  })

  it('receives nothing after its end', async () => {
    const [ended, open]: [string[], string[]] = [[], []]
    const stop = await database.listen('test_end', (payload) => void ended.push(payload))
    const stopOpen = await database.listen('test_end', (payload) => void open.push(payload))
    await stop()
    await announceUntilReceived('test_end', 'later', open)
    expect(ended).toEqual([])
    await stopOpen()
  })

  onServer(`ends with its database${WHY_SKIPPED}`, async () => {
    const url = database.bossOptions.connectionString!
    const other = await openDatabase({ url, upgrades: false })
    await other.listen('test_close', () => {})
    const listening = () => database.query(`select pid from pg_stat_activity where ${IS_LISTENER} and query ~ 'close'`)
    expect(await listening()).toHaveLength(1)
    await other.close()
    await expect.poll(listening, { timeout: 20_000 }).toEqual([])
  })

  onServer(`holds no connection where listening is refused${WHY_SKIPPED}`, async () => {
    const connections = async () =>
      (await database.query(`select pid from pg_stat_activity where ${IS_LISTENER} and query like 'listen ""%'`)).length
    await expect(database.listen('', () => {})).rejects.toThrow('zero-length')
    await expect.poll(connections, { timeout: 20_000 }).toBe(0)
  })

  onServer(`hears again after its connection was lost${WHY_SKIPPED}`, async () => {
    const payloads: string[] = []
    const stop = await database.listen('test_lost', (payload) => void payloads.push(payload))
    await announceUntilReceived('test_lost', 'before', payloads)
    await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${IS_LISTENER}`)
    await announceUntilReceived('test_lost', 'after', payloads)
    expect(payloads).toContain('after')
    await stop()
  })
})
