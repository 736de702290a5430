// A backup taken while the service runs, checked, and restored on an empty machine, on either home of the database: the person finds everything there.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createServerDatabase, layEmbeddedDatabase } from '#platform/server/database/test-database.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import { signInPerson, signUpPerson } from '../../testing/test-person.ts'

const entry = fileURLToPath(new URL('../../testing/scripted-service.ts', import.meta.url))
const scripts = fileURLToPath(new URL('../../../../../scripts/', import.meta.url))
const PUBLIC_ORIGIN = 'http://service.test'
const EMAIL = 'keeper@example.com'
const serverUrl = process.env.TEST_DATABASE_URL

const folder = mkdtempSync(join(tmpdir(), 'huanying-backup-test-'))
const backup = join(folder, 'backup')
const alive = new Set<ChildProcess>()
const drops: (() => Promise<void>)[] = []
afterEach(() => {
  for (const child of alive) child.kill('SIGKILL')
})
afterAll(async () => {
  for (const drop of drops) await drop()
  rmSync(folder, { recursive: true, force: true })
})

type Machine = Record<string, string>

async function machine(name: string): Promise<Machine> {
  const settings = {
    NODE_ENV: 'test',
    SIGN_UP_WALL: 'none',
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN,
    LOG_LEVEL: 'silent',
  }
  const own = { ...settings, PATH: process.env.PATH ?? '', DATA_DIR: join(folder, name) }
  if (!serverUrl) return own
  const { url, drop } = await createServerDatabase(serverUrl)
  drops.push(drop)
  return { ...own, DATABASE_URL: url }
}

async function start(env: Machine) {
  const child = spawn(process.execPath, [entry], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  alive.add(child)
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('The service is ready')
  return {
    origin: /ready: (\S+)/.exec(printed)![1]!.replace('localhost', '127.0.0.1'),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      alive.delete(child)
    },
  }
}

function command(name: string, env: Machine, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(scripts, `${name}.ts`), ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return `${status}: ${(stdout + stderr).trim()}`
}

/** A server's database is made empty by the one who restores; the tests' own comes with tables. */
async function emptied(env: Machine): Promise<Machine> {
  if (!env.DATABASE_URL) return env
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query('drop schema public cascade; create schema public; drop schema if exists pgboss, drizzle cascade')
  await client.end()
  return env
}

it('is taken while the service runs, takes only what is new, tells damage, and gives everything back on an empty machine', {
  timeout: 480_000,
}, async () => {
  const first = await machine('first')
  if (!serverUrl) await layEmbeddedDatabase(first.DATA_DIR!)
  const service = await start(first)
  const person = await signUpPerson(service.origin, PUBLIC_ORIGIN, EMAIL)
  const { id: uploadId } = await uploadPicture(service.origin, person)
  const { id } = await startJob(service.origin, person, uploadId)
  await expect.poll(async () => (await jobOf(service.origin, person, id)).status).toBe('completed')

  expect(command('backup', first, backup)).toMatch(/^0: .* stored files/)
  const second = await uploadPicture(service.origin, person)
  const output = command('backup', first, backup)
  expect(output).toMatch(/^0: .*\n3 files copied and read back/)
  await service.stop()

  expect(command('verify-backup', {}, backup)).toMatch(/^0: .* 0 damaged[\s\S]*The backup is good\. 备份完好/)
  const upload = readdirSync(join(backup, 'pictures/objects/uploads'), { recursive: true, encoding: 'utf8' })
  const picture = join(
    backup,
    'pictures/objects/uploads',
    upload.find((name) => name.includes(second.id) && name.endsWith('.png'))!,
  )
  const bytes = readFileSync(picture)
  writeFileSync(picture, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]))
  expect(command('verify-backup', {}, backup)).toMatch(/^1: .* 1 damaged[\s\S]*damaged: uploads\//)
  writeFileSync(picture, bytes)

  const other = await emptied(await machine('other'))
  expect(command('restore', other, backup)).toMatch(
    /^0: .* is restored[\s\S]*1 people, \d+ stored files named by rows, 0 of them missing, 0 wrong balances/,
  )
  expect(command('restore', other, backup)).toMatch(/^1: .*(不为空|恢复到空目录)/)
  const again = await start(other)
  const returned = await signInPerson(again.origin, PUBLIC_ORIGIN, EMAIL)
  const job = await jobOf(again.origin, returned, id)
  expect(job.status).toBe('completed')
  const result = await fetch(`${again.origin}${job.result!.downloadAddress}`)
  expect([result.status, result.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await fetch(`${again.origin}/api/v1/uploads/${second.id}`, { headers: returned.headers })).status).toBe(200)
})
