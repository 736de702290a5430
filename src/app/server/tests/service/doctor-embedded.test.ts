// `npm run doctor` on a machine whose service does not run: the embedded database is opened, read to its last row, and left as it was.

import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { openControlSocket } from '#platform/server/control-socket.ts'
import { lockFolder, lockName } from '#platform/server/database/lock-folder.ts'
import { lookIntoEmbedded, removeLeftLooks } from '#platform/server/database/look-into-database.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { proveIdentity, recallAll } from '#platform/server/identity/prove-identity.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import { programOf } from '../../../../../scripts/testing/bundled-programs.ts'
import { compiledBefore, SHORT_LIVED } from '../../../../../scripts/testing/short-lived.ts'
import { openFileStorage } from '../../open-file-storage.ts'

const doctor = programOf(fileURLToPath(new URL('../../../../../scripts/doctor.ts', import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'huanying-doctor-embedded-'))
const whole = join(folder, 'whole')
const MIGRATIONS = 'drizzle.__drizzle_migrations'
beforeAll(() => layEmbeddedDatabase(whole))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const envOf = (dataDir: string) => ({
  PATH: process.env.PATH,
  ...compiledBefore(),
  DATA_DIR: dataDir,
  PORT: '0',
  NODE_ENV: 'test',
})

/** The line about the database, with its advice, and the exit code. */
function examined(dataDir: string): string {
  const { status, stdout } = spawnSync(process.execPath, [...SHORT_LIVED, doctor], {
    cwd: folder,
    env: envOf(dataDir),
    encoding: 'utf8',
  })
  return `${status} ${/^[✓✗!–] database.*\n(?: {2}.*\n)?/m.exec(stdout)?.[0]}`
}

/** A copy that `change` was done to, by the database itself or by hand. */
async function changed(name: string, change: (pglite: PGlite) => Promise<unknown>): Promise<string> {
  const dataDir = join(folder, name)
  cpSync(whole, dataDir, { recursive: true })
  const pglite = await PGlite.create({ dataDir: join(dataDir, 'pglite') })
  const after = await change(pglite)
  await pglite.close()
  if (typeof after === 'string') {
    const path = join(dataDir, 'pglite', after)
    writeFileSync(path, Buffer.alloc(statSync(path).size, 0x5a))
  }
  return dataDir
}

const fileOf = async (pglite: PGlite, table: string): Promise<string> => {
  await pglite.exec('checkpoint')
  return (await pglite.query<{ path: string }>('select pg_relation_filepath($1) as path', [table])).rows[0]!.path
}

it('reads a database that is whole, and says of a folder without one that the first start makes it', {
  timeout: 240_000,
}, () => {
  expect(examined(whole)).toMatch(/^0 ✓ database +embedded, no service runs; \d\d+ rows of \d\d tables are readable\n/)
  expect(examined(join(folder, 'empty'))).toContain('0 ✓ database  embedded, the first start makes it')
  // Private from the beginning, as the service would make it.
  expect(statSync(join(folder, 'empty')).mode & 0o077).toBe(0)
})

/** Every file with its size and the time of its last change. */
const filesOf = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((path) => {
    const { size, mtimeMs } = statSync(join(dataDir, path))
    return `${path} ${size} ${mtimeMs}`
  })

it('opens a copy, never the folder itself, and leaves nothing of it behind', { timeout: 240_000 }, () => {
  const before = filesOf(join(whole, 'pglite'))
  expect(examined(whole)).toMatch(/^0 ✓ database .* are readable/)
  expect(filesOf(join(whole, 'pglite'))).toEqual(before)
  expect(readdirSync(join(whole, 'dumps'))).toEqual([])
})

it('a command that is ended leaves nothing of its copy, one that is killed leaves it to the next, and a living one keeps its own', {
  timeout: 240_000,
}, async () => {
  const copies = () => readdirSync(join(whole, 'dumps'))
  const endBy = async (signal: NodeJS.Signals, before: readonly string[] = []) => {
    const child = spawn(process.execPath, [...SHORT_LIVED, doctor], { cwd: folder, env: envOf(whole), stdio: 'ignore' })
    const gone = once(child, 'exit')
    await expect
      .poll(() => copies().filter((name) => !before.includes(name)), { timeout: 60_000, interval: 5 })
      .toHaveLength(1)
    child.kill(signal)
    return gone
  }
  expect(await endBy('SIGTERM')).toEqual([143, null])
  expect(copies()).toEqual([])
  expect(await endBy('SIGKILL')).toEqual([null, 'SIGKILL'])
  const left = copies()
  expect(left).toHaveLength(1)
  const living = join(whole, 'dumps', 'look-of-somebody-alive')
  mkdirSync(living)
  const lock = await lockName(living)
  const { stdout } = await promisify(execFile)(process.execPath, [...SHORT_LIVED, doctor], {
    cwd: folder,
    env: envOf(whole),
  })
  expect(stdout).toMatch(/^✓ database .* are readable/m)
  expect(copies()).toEqual(['look-of-somebody-alive'])
  await lock?.release()
  await removeLeftLooks(join(whole, 'dumps'))
  expect(copies()).toEqual([])
})

it('takes no copy for the database while a process writes that is not seen from here', async () => {
  const dataDir = join(folder, 'written')
  cpSync(whole, dataDir, { recursive: true })
  const writing = setInterval(() => appendFileSync(join(dataDir, 'pglite', 'log'), 'a line\n'), 1)
  await expect(lookIntoEmbedded(dataDir, join(dataDir, 'dumps'))).rejects.toThrow('writes into it')
  clearInterval(writing)
})

it('tells a service that runs and fails to answer, and does not call its database damaged', {
  timeout: 240_000,
}, async () => {
  const control = await openControlSocket(whole, () => Promise.reject(new Error('PGlite is closed')))
  const { stdout } = await promisify(execFile)(process.execPath, [...SHORT_LIVED, doctor], {
    cwd: folder,
    env: envOf(whole),
  })
  await control.close()
  expect(stdout).toMatch(/^! database +embedded, the running service has no answer: PGlite is closed\n.*可能正在停止/m)
  expect(stdout).not.toContain('npm run restore')
})

it('tells a damaged table, and a database that does not open, and what to do', { timeout: 240_000 }, async () => {
  const table = await changed('table', (pglite) => fileOf(pglite, 'pgboss.version'))
  expect(examined(table)).toMatch(/^1 ✗ database +invalid page in block 0[\s\S]*npm run restore[\s\S]*内置数据库已损坏/)
  const control = await changed('control', async () => 'global/pg_control')
  expect(examined(control)).toMatch(/^1 ✗ database [\s\S]*内置数据库已损坏/)
})

it('tells migrations that wait, without applying them, and a database of a newer release', {
  timeout: 240_000,
}, async () => {
  const behind = await changed('behind', (pglite) =>
    pglite.exec(`delete from ${MIGRATIONS} where created_at = (select max(created_at) from ${MIGRATIONS})`),
  )
  for (const _ of [1, 2]) expect(examined(behind)).toContain('; the next start applies 1 migrations')
  const ahead = await changed('ahead', (pglite) =>
    pglite.exec(`insert into ${MIGRATIONS} (hash, created_at) values ('of tomorrow', 9000000000000)`),
  )
  expect(examined(ahead)).toMatch(/^0 ! database .*a newer release has migrated it[\s\S]*请使用该版本/)
})

it('leaves alone a database that another process holds', { timeout: 240_000 }, async () => {
  const lock = await lockFolder(whole)
  expect(examined(whole)).toMatch(/^0 ! database +embedded, a process holds it and does not answer[\s\S]*请稍后再试/)
  await lock.release()
})

it.skipIf(process.getuid?.() !== 0)('does not open, as root, what belongs to the service’s own user', async () => {
  const dataDir = join(folder, 'of another')
  cpSync(whole, dataDir, { recursive: true })
  chownSync(join(dataDir, 'pglite'), 4711, 4711)
  expect(examined(dataDir)).toMatch(/^0 ! database +embedded, of another user; not opened[\s\S]*请用运行服务的用户执行/)
})

/** The line about the service, with its advice, and the exit code; beside whatever runs in this process. */
async function identityOf(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const run = promisify(execFile)(process.execPath, [...SHORT_LIVED, doctor], {
    cwd: folder,
    env: { ...envOf(dataDir), ...env },
  })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return /^[✓✗!–] service.*$/m.exec(stdout)?.[0] ?? 'nothing'
}

it('tells whether a start would see the service’s own pictures and sign with its secret, stopped or beside it', {
  timeout: 400_000,
}, async () => {
  const dataDir = join(folder, 'known')
  cpSync(whole, dataDir, { recursive: true })
  const [secret, other] = ['the secret of this service, long enough', 'a secret of another service, long enough']
  const storage = await openFileStorage({ dataDir, secret, productName: DEFAULT_PRODUCT_NAME }, systemClock)
  const database = await openDatabase({ folder: dataDir, upgrades: false })
  const control = await openControlSocket(dataDir, async ([command]) =>
    command === 'identity' ? recallAll(database.orm) : [],
  )
  try {
    await proveIdentity({ database, storage, secret })
    expect(await identityOf(dataDir, { SECRET: secret })).toMatch(/^✓ service .*taken for one of its own/)
    expect(await identityOf(dataDir, { SECRET: other })).toMatch(/^✗ service .*a start would be refused/)
  } finally {
    await control.close()
    await database.close()
  }
  expect(await identityOf(dataDir, { SECRET: secret })).toMatch(/^✓ service .*taken for one of its own/)
  expect(await identityOf(dataDir, { SECRET: other })).toMatch(/^✗ service .*a start would be refused/)
  expect(await identityOf(dataDir, { SECRET: other, SECRET_PREVIOUS: secret })).toMatch(/^✓ service /)
  rmSync(join(dataDir, 'files'), { recursive: true })
  expect(await identityOf(dataDir, { SECRET: secret })).toMatch(/^✗ service .*a start would be refused/)
  expect(await identityOf(whole)).toBe('nothing')
})
