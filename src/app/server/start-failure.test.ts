// A start that cannot succeed says in one sentence of each language what to do; tried with what PostgreSQL and Node really throw.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Hono } from 'hono'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyServerDatabase } from '#platform/server/database/testing/test-database.ts'
import { ListenError, listen } from '#platform/server/http/listen.ts'
import { startFailureMessage } from './start-failure.ts'

const thrownBy = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => expect.unreachable('it works here'),
    (error: unknown) => error,
  )

async function expectSentence(work: () => Promise<unknown>, words: RegExp): Promise<void> {
  const said = startFailureMessage(await thrownBy(work))
  expect(said).toMatch(words)
  expect(said).toMatch(/\p{Script=Han}/u)
  expect(said).not.toContain('\n')
}

async function connect(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

describe('a port', () => {
  const app = new Hono() as never

  it('that is taken, by the setting that has it', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    await expectSentence(() => listen(app, port, '127.0.0.1', 'HEALTH_PORT'), /already in use: set HEALTH_PORT/)
    holder.close()
  })

  it('of another machine', () => expectSentence(() => listen(app, 0, '192.0.2.1'), /^HOST=192\.0\.2\.1 is no address/))

  // Root, as whom this may run, has every port.
  it('that this user may not have', () => {
    const error = new ListenError({ port: 80, host: '0.0.0.0', settings: 'PORT' }, 'EACCES')
    expect(startFailureMessage(error)).toMatch(/set PORT to one above 1023.*反向代理/)
  })
})

it('a server that is not there, and a host that nobody knows', async () => {
  await expectSentence(() => connect('postgres://x@127.0.0.1:1/x'), /listen_addresses.*\(ECONNREFUSED\)$/)
  await expectSentence(() => connect('postgres://x@nowhere.invalid/x'), /host of DATABASE_URL.*\(E\w+\)$/)
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('a PostgreSQL server', () => {
  let database: Awaited<ReturnType<typeof createEmptyServerDatabase>>
  beforeAll(async () => {
    database = await createEmptyServerDatabase(process.env.TEST_DATABASE_URL!)
  })
  afterAll(() => database.drop())
  const at = (change: (url: URL) => void): string => {
    const url = new URL(database.url)
    change(url)
    return url.href
  }

  it('without this database', () =>
    expectSentence(() => connect(at((url) => (url.pathname = '/not_there'))), /does not exist.*createdb.*\(3D000\)$/))

  it('whose line has no TLS', () =>
    expectSentence(() => connect(at((url) => url.searchParams.set('sslmode', 'require'))), /speaks no TLS.*sslmode/))

  it('with a user that may not make roles', async () => {
    const name = `plain_${process.pid}`
    await connect(database.url, `create role ${name} login`)
    const statements = [`set role ${name}`, `create role other_${process.pid}`]
    await expectSentence(() => connect(database.url, ...statements), /app_user.*CREATEROLE.*\(42501\)$/)
    await connect(database.url, `drop role ${name}`)
  })
})
