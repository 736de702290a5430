// `npm run admin` and `npm run audit` on a PostgreSQL server while somebody has the turn to migrate: a start at work, or one on a machine that is gone. They
// wait for nobody, and a start says for whom it waits.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser } from '#features/processing/server/testing/test-service.ts'
import { MIGRATION_LOCK } from '#platform/server/database/migrate-server.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { createEmptyServerDatabase, createServerDatabase } from '#platform/server/database/testing/test-database.ts'
import { operatorIn } from '../../testing/operator-at-work.ts'
import { killStarted, ready, startProcess } from '../../testing/service-process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const MIGRATING =
  /^1: A start of the service is bringing the database up to date \(process \d+ a start, for \d+ s\).*正在启动并升级数据库/
const LAST =
  'drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)'

const folder = mkdtempSync(join(tmpdir(), 'huanying-beside-'))
const backup = join(folder, 'backup')
const { machine, command } = operatorIn(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!serverUrl)('beside a migration', { timeout: 180_000 }, () => {
  let server: Awaited<ReturnType<typeof createServerDatabase>>
  let holder: pg.Client
  const env = () => ({ ...machine('data'), DATABASE_URL: server.url })
  beforeAll(async () => {
    server = await createServerDatabase(serverUrl!)
    holder = new pg.Client({ connectionString: server.url, application_name: 'a start' })
    await holder.connect()
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  })
  afterEach(killStarted)
  afterAll(async () => {
    await holder?.end()
    await server?.drop()
  })

  it('commands and starts on a database that is up to date go on', async () => {
    const database = await openDatabase({ url: server.url })
    const id = await createTestUser(database)
    const [user] = await database.query<{ email: string }>('select email from auth_users where id = $1', [id])
    await database.close()
    expect(await command('admin', env(), 'grant', user!.email)).toMatch(/^0: .* is an administrator now/)
    expect(await command('audit', env())).toMatch(/^0: .*The books are right/s)
    await ready(startProcess(folder, env(), ['--role', 'worker']))
  })

  it('commands on one that is not say at once who migrates, and a start tells for whom it waits', async () => {
    const [newest] = (await holder.query(`delete from ${LAST} returning hash, created_at`)).rows
    for (const words of [['admin', 'list'], ['audit'], ['adopt']] as const)
      expect(await command(words[0], env(), ...words.slice(1))).toMatch(MIGRATING)
    const started = startProcess(folder, { ...env(), LOG_LEVEL: 'info' }, ['--role', 'worker'])
    await expect
      .poll(started.log, { timeout: 60_000 })
      .toMatch(/"holder":"process \d+ a start, for \d+ s","msg":"migrations wait: another process brings/)
    // The other one ends its work.
    await holder.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      newest.hash,
      newest.created_at,
    ])
    await holder.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    await ready(started)
  })

  it('npm run restore of an older dump says for whom its migration waits', async () => {
    const [newest] = (await holder.query(`delete from ${LAST} returning hash, created_at`)).rows
    const back = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${newest.hash}', ${newest.created_at})`
    expect(await command('backup', env(), backup)).toMatch(/^0: /)
    await holder.query(back)
    const empty = await createEmptyServerDatabase(serverUrl!)
    const other = new pg.Client({ connectionString: empty.url, application_name: 'a start' })
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const restored = command('restore', { ...machine('restored'), DATABASE_URL: empty.url }, backup)
    const waiting = `select from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and not granted and datname = current_database()`
    await expect.poll(async () => (await other.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1)
    await other.query(back)
    await other.end()
    expect(await restored).toMatch(/^0: [\s\S]*when this one lets them go: process \d+ a start, for \d+ s.*正在等待：/)
    await empty.drop()
  })

  it('commands make no tables where no service was started, and print no stack where no server answers', async () => {
    const empty = await createEmptyServerDatabase(serverUrl!)
    for (const [DATABASE_URL, said] of [
      [empty.url, /^1: No service was started with this DATA_DIR or DATABASE_URL.*还没有服务/],
      ['postgres://x@127.0.0.1:1/x', /^1: Nobody listens at host and port of DATABASE_URL.*\(ECONNREFUSED\)/],
    ] as const)
      for (const words of [['admin', 'list'], ['audit']] as const) {
        const printed = await command(words[0], { ...env(), DATABASE_URL }, ...words.slice(1))
        expect(printed).toMatch(said)
        expect(printed).not.toContain('    at ')
      }
    const client = new pg.Client({ connectionString: empty.url })
    await client.connect()
    const { rowCount } = await client.query(`select from pg_tables where schemaname in ('public', 'drizzle')`)
    await client.end()
    expect(rowCount).toBe(0)
    await empty.drop()
  })
})

/** What a restore into a server asks of a backup before it opens the database. */
function layServerDump(): string {
  const place = join(folder, 'of a server')
  mkdirSync(join(place, 'database'), { recursive: true })
  writeFileSync(join(place, 'database/dump'), 'a dump')
  const sha256 = createHash('sha256').update('a dump').digest('hex')
  const manifest = {
    stamp: '2026-11-28T00-00-00Z',
    release: '0.4.0',
    home: 'server',
    dump: 'dump',
    sizeBytes: 6,
    sha256,
  }
  writeFileSync(join(place, 'database', `${manifest.stamp}.json`), JSON.stringify(manifest))
  return place
}

it('a command ends where a server takes the connection and never answers', { timeout: 180_000 }, async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const env = { ...machine('silent'), DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` }
  for (const words of [['audit'], ['restore', layServerDump()]] as const) {
    const printed = await command(words[0], env, ...words.slice(1))
    expect(printed).toMatch(/^1: The PostgreSQL server of DATABASE_URL does not answer.*没有应答.*\(no answer\)/)
    expect(printed).not.toContain('    at ')
  }
  silent.close()
})
