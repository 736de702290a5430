// A rolling upgrade beside a transaction that takes long: the processes that serve go on, and the migration is made once it can be.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MigrationBlockedError, migrateServer } from './migrate-server.ts'
import { openDatabase } from './open-database.ts'
import { createServerDatabase } from './testing/test-database.ts'

const serverUrl = process.env.TEST_DATABASE_URL
/** Any constant number. */
const LOCK = 724_599
const PATIENCE = { lockTimeoutMs: 300, pauseMs: 100, tries: 1000 }

describe.skipIf(!serverUrl)('migrations', () => {
  const migrationsFolder = mkdtempSync(join(tmpdir(), 'huanying-migrations-'))
  let server: Awaited<ReturnType<typeof createServerDatabase>>
  let pool: pg.Pool
  beforeEach(async () => {
    const when = Date.now() + 1000 * 24 * 3600_000
    mkdirSync(join(migrationsFolder, 'meta'), { recursive: true })
    const entries = [{ idx: 0, version: '7', when, tag: 'next', breakpoints: true }]
    writeFileSync(join(migrationsFolder, 'meta/_journal.json'), JSON.stringify({ entries }))
    writeFileSync(join(migrationsFolder, 'next.sql'), 'alter table user_profiles add column of_the_test text')
    server = await createServerDatabase(serverUrl!)
    pool = new pg.Pool({ connectionString: server.url, application_name: 'of the test' })
  })
  afterEach(async () => {
    await pool.end()
    await server.drop()
    rmSync(migrationsFolder, { recursive: true })
  })

  const hasColumn = async () =>
    (
      await pool.query(
        `select from information_schema.columns where column_name = 'of_the_test' and table_name = 'user_profiles'`,
      )
    ).rowCount === 1

  /** Reads, and does not end. */
  async function holdTable() {
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from user_profiles limit 1')
    return holder
  }

  it('wait for no lock longer than a moment: readers go on, nobody else migrates, and they are made at the end of the other', async () => {
    const client = await pool.connect()
    await client.query('select pg_advisory_lock($1)', [LOCK])
    // Older than the holder, and holds up nobody.
    const next = await pool.connect()
    await next.query(`set application_name = 'who waits'`)
    const turn = next.query('select pg_advisory_lock($1)', [LOCK])
    const holder = await holdTable()
    const blocked: string[] = []
    const migrated = migrateServer(client, {
      migrationsFolder,
      patience: PATIENCE,
      onBlocked: (who) => blocked.push(who),
    })
    const waiting = async () => (await pool.query('select from pg_locks where not granted')).rowCount
    await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(2)
    // Behind the ALTER TABLE, which has to go first.
    await pool.query('select from user_profiles limit 1')
    await expect.poll(() => blocked.length, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(blocked[0]).toMatch(/^process \d+ of the test, for \d+ s$/)
    const other = await pool.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK])
    expect(other.rows[0]!.got).toBe(false)
    expect(await hasColumn()).toBe(false)

    await holder.query('commit')
    await migrated
    expect(await hasColumn()).toBe(true)
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    await turn
    for (const one of [holder, client, next]) one.release()
  })

  it('end with who keeps the locks when that takes too long, and leave everything as it was', async () => {
    const holder = await holdTable()
    const client = await pool.connect()
    const failed = migrateServer(client, { migrationsFolder, patience: { ...PATIENCE, tries: 2 } })
    await expect(failed).rejects.toThrow(/a transaction keeps their locks: process \d+ of the test.*事务长时间占用锁/)
    await expect(failed).rejects.toBeInstanceOf(MigrationBlockedError)
    expect(await hasColumn()).toBe(false)
    await holder.query('commit')
    for (const one of [holder, client]) one.release()
  })

  it('that lose a deadlock to a call are made after it', async () => {
    const [first, second] = ['user_uploads', 'user_profiles'].map(
      (table) => `alter table ${table} add column of_the_test text`,
    )
    writeFileSync(join(migrationsFolder, 'next.sql'), `${first};--> statement-breakpoint\n${second}`)
    const holder = await holdTable()
    // Who looks first loses.
    await holder.query(`set deadlock_timeout = '60s'`)
    const client = await pool.connect()
    await client.query(`set deadlock_timeout = '3s'`)
    const blocked: string[] = []
    const patience = { ...PATIENCE, lockTimeoutMs: 20_000 }
    const migrated = migrateServer(client, { migrationsFolder, patience, onBlocked: (who) => blocked.push(who) })
    const waiting = async () => (await pool.query('select from pg_locks where not granted')).rowCount
    await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(1)
    const [call] = await Promise.all([
      holder.query('select from user_uploads limit 1').then(() => holder.query('commit')),
      migrated,
    ])
    expect(call.command).toBe('COMMIT')
    expect(blocked).toHaveLength(1)
    expect(await hasColumn()).toBe(true)
    for (const one of [holder, client]) one.release()
  })

  it('stop no command that leaves the database as it is', async () => {
    const client = await pool.connect()
    await client.query('select pg_advisory_lock($1)', [724_501])
    const database = await openDatabase({ url: server.url, upgrades: false })
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    await database.close()
    client.release(true)
  })

  it('that are wrong fail at once', async () => {
    writeFileSync(join(migrationsFolder, 'next.sql'), 'alter table of_nobody add column x text')
    const client = await pool.connect()
    await expect(migrateServer(client, { migrationsFolder, patience: PATIENCE })).rejects.toThrow()
    client.release()
  })
})
