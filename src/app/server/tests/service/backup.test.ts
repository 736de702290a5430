// A backup taken while the service runs, checked, and restored on an empty machine, on either home of the database: the person finds everything there.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createServerDatabase, layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { readSettings } from '#platform/server/settings.ts'
import { startPrivateS3, whyNoS3 } from '../../../../../scripts/testing/private-s3.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { openBackupTarget } from '../../backup/open-backup-target.ts'
import { KEEP_DUMPS_DAYS } from '../../backup/remove-old-dumps.ts'
import { type Machine, operatorIn, PUBLIC_ORIGIN } from '../../testing/operator-at-work.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import { signInPerson, signUpPerson } from '../../testing/test-person.ts'

const EMAIL = 'keeper@example.com'
const serverUrl = process.env.TEST_DATABASE_URL

const folder = mkdtempSync(join(tmpdir(), 'huanying-backup-test-'))
const backup = join(folder, 'backup')
const operator = operatorIn(folder)
const { start, command } = operator
const drops: (() => Promise<void>)[] = []
afterEach(operator.killAll)
afterAll(async () => {
  for (const drop of drops) await drop()
  rmSync(folder, { recursive: true, force: true })
})

async function machine(name: string): Promise<Machine> {
  const own = operator.machine(name)
  if (!serverUrl) return own
  const { url, drop } = await createServerDatabase(serverUrl)
  drops.push(drop)
  return { ...own, DATABASE_URL: url }
}

async function query(env: Machine, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** A server's database is made empty by the one who restores; the tests' own comes with tables. */
async function emptied(env: Machine): Promise<Machine> {
  if (env.DATABASE_URL)
    await query(env, 'drop schema public cascade; create schema public; drop schema if exists pgboss, drizzle cascade')
  return env
}

/** Somebody comes, sends a picture and starts two runs, again and again: rows, files and money change in every instant of the work. */
async function whilePeopleWork<Done>(origin: string, work: () => Promise<Done>): Promise<Done> {
  let isOver = false
  const done = work().finally(() => {
    isOver = true
  })
  for (let n = 1; !isOver; n += 1) {
    const person = await signUpPerson(origin, PUBLIC_ORIGIN, `busy-${n}@example.com`)
    const { id } = await uploadPicture(origin, person)
    for (const _ of [1, 2]) await startJob(origin, person, id)
  }
  return done
}

const embeddedIn = ({ DATA_DIR = '' }: Machine) => join(DATA_DIR, 'pglite')

/** The machine with its pictures, and with a database in which nothing lies. */
async function withEmptyDatabase(env: Machine): Promise<Machine> {
  if (serverUrl) return { ...env, ...(await emptied(await machine('of a drill'))), DATA_DIR: env.DATA_DIR! }
  renameSync(embeddedIn(env), join(folder, 'aside'))
  return env
}

const isWithoutDatabase = async (env: Machine): Promise<boolean> =>
  env.DATABASE_URL
    ? (await query(env, `select from pg_tables where schemaname in ('public', 'pgboss')`)).length === 0
    : !existsSync(embeddedIn(env))

function bringDatabaseBack(env: Machine): void {
  if (!env.DATABASE_URL) renameSync(join(folder, 'aside'), embeddedIn(env))
}

/** It notes its day, and takes no secret from a machine that sees the same database and pictures and whose command makes itself one. */
async function expectNotedAndOwn(first: Machine): Promise<void> {
  expect(existsSync(join(first.DATA_DIR!, 'last-backup'))).toBe(true)
  if (!serverUrl) return
  const stranger = { ...first, DATA_DIR: join(folder, 'stranger') }
  mkdirSync(stranger.DATA_DIR)
  symlinkSync(join(first.DATA_DIR!, 'files'), join(stranger.DATA_DIR, 'files'))
  const own = readFileSync(join(backup, 'secret'))
  expect(await command('backup', stranger, backup)).toMatch(/^1: The service signs with another secret/)
  expect(readFileSync(join(backup, 'secret')).equals(own)).toBe(true)
}

/** A picture of the backup whose bytes or type changed is named until the next backup has copied it anew. */
async function expectDamageHealed(first: Machine, uploadId: string): Promise<void> {
  const upload = readdirSync(join(backup, 'pictures/objects/uploads'), { recursive: true, encoding: 'utf8' })
  const picture = join(
    backup,
    'pictures/objects/uploads',
    upload.find((name) => name.includes(uploadId) && name.endsWith('.png'))!,
  )
  const bytes = readFileSync(picture)
  writeFileSync(picture, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]))
  const damaged = /^1: .* 1 damaged[\s\S]*damaged: uploads\/[\s\S]*Back up again[\s\S]*请重新备份/
  expect(await command('verify-backup', {}, backup)).toMatch(damaged)
  expect(await command('verify-backup', {}, backup)).toMatch(damaged)
  expect(await command('backup', first, backup)).toMatch(/^0: /)
  expect(readFileSync(picture).equals(bytes)).toBe(true)
  expect(await command('verify-backup', {}, backup)).toMatch(/^0: .* 0 damaged/)

  const typePath = picture.replace('/objects/', '/types/')
  for (const spoil of [() => writeFileSync(typePath, 'text/html'), () => rmSync(typePath)]) {
    spoil()
    expect(await command('verify-backup', {}, backup)).toMatch(damaged)
    expect(await command('backup', first, backup)).toMatch(/^0: .*\n1 files copied and read back/)
    expect(readFileSync(typePath, 'utf8')).toBe('image/png')
  }
}

it('is taken while the service runs, takes only what is new, tells damage, and gives everything back on an empty machine', {
  timeout: 600_000,
}, async () => {
  const first = await machine('first')
  if (!serverUrl) await layEmbeddedDatabase(first.DATA_DIR!)
  const service = await start(first)
  const person = await signUpPerson(service.origin, PUBLIC_ORIGIN, EMAIL)
  const { id: uploadId } = await uploadPicture(service.origin, person)
  const { id } = await startJob(service.origin, person, uploadId)
  await expect.poll(async () => (await jobOf(service.origin, person, id)).status).toBe('completed')

  expect(await command('backup', first, backup)).toMatch(/^0: .* stored files/)
  const second = await uploadPicture(service.origin, person)
  expect(await command('backup', first, backup)).toMatch(/^0: .*\n3 files copied and read back/)
  expect(await whilePeopleWork(service.origin, () => command('backup', first, backup))).toMatch(/^0: /)
  await service.stop()
  await expectNotedAndOwn(first)
  expect(await command('verify-backup', {}, backup)).toMatch(/^0: .* 0 damaged[\s\S]*The backup is good\. 备份完好/)
  await expectDamageHealed(first, second.id)

  const other = await emptied(await machine('other'))
  expect(await command('restore', other, backup)).toMatch(
    /^0: .* is restored[\s\S]*\d people, \d+ stored files named by rows, 0 of them missing, 0 wrong balances[\s\S]*加 --take-over/,
  )
  expect(await command('audit', other)).toMatch(/^0: .*The books are right/s)
  const again = await start(other)
  const returned = await signInPerson(again.origin, PUBLIC_ORIGIN, EMAIL)
  const job = await jobOf(again.origin, returned, id)
  expect(job.status).toBe('completed')
  const result = await fetch(`${again.origin}${job.result!.downloadAddress}`)
  expect([result.status, result.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await fetch(`${again.origin}/api/v1/uploads/${second.id}`, { headers: returned.headers })).status).toBe(200)
  const newer = await uploadPicture(again.origin, returned)
  await again.stop()

  const files = join(other.DATA_DIR!, 'files')
  const drill = await withEmptyDatabase(other)
  expect(await command('restore', drill, backup)).toMatch(/^1: The storage is not empty.*图片存储不为空/)
  expect(await isWithoutDatabase(drill)).toBe(true)
  expect(readdirSync(files, { recursive: true, encoding: 'utf8' }).some((name) => name.includes(newer.id))).toBe(true)
  bringDatabaseBack(other)
  rmSync(files, { recursive: true })
  expect(await command('restore', other, backup)).toMatch(/^1: .*(目标数据库不为空|该数据目录已有数据库)/)

  const settings = readSettings(first)
  const afterDays = async (days: number) =>
    (await makeBackup(settings, openBackupTarget(backup, {}), { now: new Date(Date.now() + days * 24 * 3600_000) }))
      .removedDumps
  expect(await afterDays(KEEP_DUMPS_DAYS - 1)).toBe(0)
  expect(await afterDays(KEEP_DUMPS_DAYS + 1)).toBe(6)
  expect(readdirSync(join(backup, 'database'))).toHaveLength(2 * 2) // those of the last two, each with what is known of it
})

const noS3 = serverUrl ? 'the database is not in them, and they ran on the other one' : whyNoS3()
if (noS3) console.log(`Backups of pictures in S3 are skipped: ${noS3}.`)

it.skipIf(noS3)(
  'of pictures in S3 restores into another bucket and into a folder, and not into the living one',
  {
    timeout: 600_000,
  },
  async () => {
    const s3 = await startPrivateS3()
    try {
      const account = {
        S3_ENDPOINT: s3.endpoint,
        S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
      }
      const living: Record<string, string> = { ...(await machine('on s3')), ...account, S3_BUCKET: 'living' }
      await layEmbeddedDatabase(living.DATA_DIR!)
      const service = await start(living)
      const person = await signUpPerson(service.origin, PUBLIC_ORIGIN, EMAIL)
      await uploadPicture(service.origin, person)
      const copied = join(folder, 'backup of s3')
      expect(await command('backup', living, copied)).toMatch(/^0: .*\n4 files copied and read back/)
      const newer = await uploadPicture(service.origin, person)
      await service.stop()

      const bucket = { ...account, S3_BUCKET: 'restored' }
      const complete = /^0: .* is restored[\s\S]*1 people, 3 stored files named by rows, 0 of them missing/
      expect(await command('restore', { ...(await machine('on another bucket')), ...bucket }, copied)).toMatch(complete)
      expect(await command('restore', await machine('on a folder'), copied)).toMatch(complete)
      const drill = { ...(await machine('of a drill on s3')), ...account, S3_BUCKET: 'living' }
      expect(await command('restore', drill, copied)).toMatch(/^1: The storage is not empty/)
      expect((await fetch(newer.viewAddress)).status).toBe(200)
    } finally {
      await s3.stop()
    }
  },
)
