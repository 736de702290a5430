// A backup that is killed at any instant leaves one that verifies: nothing is called damaged or missing that people had only removed, or that was stored anew.
import { appendFileSync, cpSync, createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUpload, createTestUser } from '#features/processing/server/testing/test-service.ts'
import { systemClock } from '#platform/server/clock.ts'
import { type ControlSocket, openControlSocket } from '#platform/server/control-socket.ts'
import type { Database } from '#platform/server/database/database.ts'
import { MARK_KEY, newMark, writeMark } from '#platform/server/identity/storage-mark.ts'
import type { Settings } from '#platform/server/settings.ts'
import { readJournal } from '#platform/server/storage/copy-journal.ts'
import { hashOf } from '#platform/server/storage/copy-storage.ts'
import { type ObjectStorage, removeFolder } from '#platform/server/storage/object-storage.ts'
import { openS3Storage } from '#platform/server/storage/s3/s3-storage.ts'
import { startFaultyLine } from '#platform/server/storage/s3/testing/faulty-line.ts'
import { startPrivateS3, whyNoS3 } from '../../../../../scripts/testing/private-s3.ts'
import { chosenManifest, JOURNAL } from '../../backup/backup-parts.ts'
import type { BackupTarget } from '../../backup/backup-target.ts'
import { DUMPS, layDump } from '../../backup/dump-embedded.ts'
import { type BackupOptions, makeBackup } from '../../backup/make-backup.ts'
import { openBackupTarget } from '../../backup/open-backup-target.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { openEmbeddedHome } from '../../testing/embedded-home.ts'

const whyNot = process.env.TEST_DATABASE_URL ? 'the server dumps as for a folder, which ran there' : whyNoS3()
if (whyNot) console.log(`Killed backups into S3 are skipped: ${whyNot}.`)
/** Far more than a run has. */
const NO_END = 1000
const folder = mkdtempSync(join(tmpdir(), 'huanying-killed-backup-'))
let settings: Settings
let storage: ObjectStorage
let database: Database
let control: ControlSocket
/** The newest, of before the changes or of after them. */
let dump: string
/** What people have, by the hash of the dump that names it. */
const namedIn = new Map<string, readonly string[]>()
let s3: Awaited<ReturnType<typeof s3Home>> | undefined

beforeAll(async () => {
  const dataDir = join(folder, 'data')
  ;({ settings, storage, database } = await openEmbeddedHome(dataDir))
  const person = await createTestUser(database)
  const upload = () => createTestUpload({ database, storage }, person)
  const lay = async (name: string) => {
    await copyFile(join(dataDir, DUMPS, await layDump(database, dataDir)), join(folder, name))
    dump = join(folder, name)
    namedIn.set(await hashOf(createReadStream(dump)), await keysIn(storage, 'uploads'))
  }
  const [removed, anew] = [await upload(), await upload()]
  await lay('before')
  control = await openControlSocket(dataDir, async ([asked]) => {
    if (asked !== 'dump') return false
    await mkdir(join(dataDir, DUMPS), { recursive: true })
    await copyFile(dump, join(dataDir, DUMPS, 'laid'))
    return 'laid'
  })
  const change = async () => {
    await removeFolder(storage, `uploads/${person}/${removed}`)
    await database.query('update user_uploads set files_removed_at = now() where id = $1', [removed])
    writeFileSync(join(folder, 'other pixels'), 'other pixels')
    await storage.putFile(`uploads/${person}/${anew}/original.png`, join(folder, 'other pixels'), 'image/png')
    await upload()
    await lay('after')
  }
  await makeBackup(settings, place('first'))
  s3 = whyNot ? undefined : await s3Home()
  await s3?.backup()
  await change()
}, 240_000)
afterAll(async () => {
  await s3?.stop()
  await control?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function keysIn(place: ObjectStorage, below?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of place.list(below)) keys.push(key)
  return keys
}

/** As `verify-backup` tells, without opening the dump each time. */
async function expectSound(target: BackupTarget, after: string): Promise<void> {
  const pictures = await target.pictures()
  const damaged: string[] = []
  for (const [key, { hash }] of (await target.read(JOURNAL, readJournal))!)
    if ((await pictures.openRead(key).then(hashOf, () => undefined)) !== hash) damaged.push(key)
  const { sha256 } = await chosenManifest(target, undefined)
  const missing: string[] = []
  for (const key of namedIn.get(sha256)!) if (!(await pictures.stat(key))) missing.push(key)
  expect({ after, damaged, missing }).toEqual({ after, damaged: [], missing: [] })
}

/** Every write after so many fails, as none comes after a kill. */
function dying(target: BackupTarget, writes: number): BackupTarget {
  let left = writes
  const write =
    <Words extends unknown[], Result>(work: (...words: Words) => Promise<Result>) =>
    async (...words: Words) => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return work(...words)
    }
  return {
    ...target,
    store: write(target.store),
    remove: write(target.remove),
    pictures: async () => {
      const pictures = await target.pictures()
      const { putFile, adoptFile, remove } = pictures
      return { ...pictures, putFile: write(putFile), adoptFile: write(adoptFile!), remove: write(remove) }
    },
  }
}

const place = (name: string) => openBackupTarget(join(folder, name), {})

/** At each instant, of a run into a copy of `from`. Answers the place that the whole run has left. */
async function killAtEach(from: string, what: string, options: BackupOptions = {}): Promise<BackupTarget> {
  for (let writes = 0; ; writes += 1) {
    const name = `${what} ${writes}`
    cpSync(join(folder, from), join(folder, name), { recursive: true, preserveTimestamps: true })
    const target = place(name)
    const isKilled = await makeBackup(settings, dying(target, writes), options).then(
      () => false,
      () => true,
    )
    await expectSound(target, `${writes} writes: ${what}`)
    expect(writes).toBeLessThan(NO_END)
    if (!isKilled) return target
  }
}

it('into a folder', { timeout: 600_000 }, async () => {
  const target = await killAtEach('first', 'into a folder')
  expect(await verifyBackup(target)).toMatchObject({ damaged: [], check: { missing: [] } })
})

/** A service that was restored from the same backup. */
async function giveAway(name: string): Promise<void> {
  const mark = newMark()
  await writeMark(await place(name).pictures(), mark)
  const line = [MARK_KEY, 'of theirs', await hashOf(Readable.from([mark]))]
  appendFileSync(join(folder, name, JOURNAL), `${JSON.stringify(line)}\n`)
}

it('that takes the place of another service over, which held pictures or none', { timeout: 600_000 }, async () => {
  cpSync(join(folder, 'first'), join(folder, 'theirs'), { recursive: true, preserveTimestamps: true })
  await giveAway('theirs')
  await expect(makeBackup(settings, place('theirs'))).rejects.toThrow('backup of another service')
  await killAtEach('theirs', 'a take-over', { takesOver: true })

  cpSync(join(folder, 'first/database'), join(folder, 'bare/database'), { recursive: true })
  await giveAway('bare')
  await expect(makeBackup(settings, dying(place('bare'), 0), { takesOver: true })).rejects.toThrow('killed')
  expect(await verifyBackup(place('bare'))).toMatchObject({ objects: 0, damaged: [] })
})

it.skipIf(whyNot)('into a bucket', { timeout: 600_000 }, async () => {
  await s3!.killAtMany()
})

/** A bucket behind a line that is cut. */
async function s3Home() {
  const server = await startPrivateS3()
  const { accessKeyId, secretAccessKey } = server.credentials
  const account = { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey }
  const at = (endpoint: string) =>
    openBackupTarget('s3://backups/nightly', { ...account, BACKUP_S3_ENDPOINT: endpoint })
  const bucket = async () => {
    const { endpoint, credentials } = server
    const of = { endpoint, publicEndpoint: endpoint, bucket: 'backups', region: 'us-east-1', credentials }
    return openS3Storage({ ...of, style: 'path' as const }, systemClock)
  }
  const first = new Map<string, string>()
  /** Killed after so many writes; whether it was. */
  const kill = async (writes: number): Promise<boolean> => {
    const line = await startFaultyLine(server.endpoint)
    let left = writes
    const isLate = ({ method }: { method?: string }) => (method === 'PUT' || method === 'DELETE') && --left < 0
    line.fail(isLate, '403', Number.POSITIVE_INFINITY)
    try {
      await makeBackup(settings, at(line.endpoint))
      return left < 0
    } catch {
      return true
    } finally {
      line.close()
    }
  }
  return {
    backup: async () => {
      await makeBackup(settings, at(server.endpoint))
      const whole = await bucket()
      for (const [index, key] of (await keysIn(whole)).entries()) {
        first.set(key, join(folder, `object ${index}`))
        await whole.fetchToFile(key, first.get(key)!)
      }
    },
    killAtMany: async () => {
      const whole = await bucket()
      // Each third: a server takes its time. All of them held on 2026-11-28 (158 s).
      for (let writes = 0, isKilled = true; isKilled; writes += 3) {
        for (const key of await keysIn(whole)) await whole.remove(key)
        for (const [key, path] of first) await whole.putFile(key, path, 'application/octet-stream')
        isKilled = await kill(writes)
        // Nobody is at work there any more: it is not watched for a minute and a half.
        await whole.remove('nightly/at-work')
        await expectSound(at(server.endpoint), `${writes} writes into a bucket`)
        expect(writes).toBeLessThan(NO_END)
      }
    },
    stop: server.stop,
  }
}
