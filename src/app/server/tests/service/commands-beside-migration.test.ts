// `npm run admin` and `npm run audit` on a PostgreSQL server while somebody has the turn to migrate: a start at work, or one on a machine that is gone. They
// wait for nobody, and a start says for whom it waits.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
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

describe.skipIf(!serverUrl)('beside a migration', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'huanying-beside-'))
  const { machine, command } = operatorIn(folder)
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
    rmSync(folder, { recursive: true, force: true })
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

  it('a command ends where a server takes the connection and never answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const printed = await command('audit', { ...env(), DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` })
    expect(printed).toMatch(/^1: The PostgreSQL server of DATABASE_URL does not let us in \(no answer\).*无法连接/)
    expect(printed).not.toContain('    at ')
    silent.close()
  })

  it('commands make no tables where no service was started, and print no stack where no server answers', async () => {
    const empty = await createEmptyServerDatabase(serverUrl!)
    for (const [DATABASE_URL, said] of [
      [empty.url, /^1: No service was started with this DATA_DIR or DATABASE_URL.*还没有服务/],
      ['postgres://x@127.0.0.1:1/x', /^1: The PostgreSQL server of DATABASE_URL does not let us in \(ECONNREFUSED\)/],
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
