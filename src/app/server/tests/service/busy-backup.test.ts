// A backup while people come, and take pictures away again: what it misses then is told as what it is.
import { mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestUpload, createTestUser } from '#features/processing/server/testing/test-service.ts'
import { openControlSocket } from '#platform/server/control-socket.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Settings } from '#platform/server/settings.ts'
import { type ObjectStorage, removeFolder } from '#platform/server/storage/object-storage.ts'
import { backupCheckText, isSound } from '../../backup/backup-check.ts'
import { layDump } from '../../backup/dump-embedded.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { openBackupTarget } from '../../backup/open-backup-target.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { openEmbeddedHome } from '../../testing/embedded-home.ts'

// Each lays a dump back into a database and looks at every picture.
vi.setConfig({ testTimeout: 180_000 })
const folder = mkdtempSync(join(tmpdir(), 'huanying-busy-backup-'))
const target = openBackupTarget(join(folder, 'backup'), {})
let settings: Settings
let database: Database
let storage: ObjectStorage
let person: string
/** What happens right before and right after the dump. */
let around: { before: () => Promise<void>; after: () => Promise<void> }
let close: () => Promise<void>

beforeAll(async () => {
  const dataDir = join(folder, 'data')
  ;({ settings, storage, database } = await openEmbeddedHome(dataDir))
  person = await createTestUser(database)
  const control = await openControlSocket(dataDir, async ([command]) => {
    if (command !== 'dump') return false
    await around.before()
    const name = await layDump(database, dataDir)
    await around.after()
    return name
  })
  close = async () => {
    await control.close()
    await database.close()
  }
}, 120_000)
beforeEach(() => {
  around = { before: async () => {}, after: async () => {} }
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const upload = () => createTestUpload({ database, storage }, person)

async function remove(id: string): Promise<void> {
  await removeFolder(storage, `uploads/${person}/${id}`)
  await database.query('update user_uploads set files_removed_at = now() where id = $1', [id])
}

async function verified() {
  const { check, damaged } = await verifyBackup(target)
  expect(damaged).toEqual([])
  return { check: check!, text: backupCheckText(check!), isSound: isSound(check!) }
}

it('has every picture that was there when it began, also one that is removed right after the dump', async () => {
  const old = await upload()
  around.after = () => remove(old)
  await makeBackup(settings, target)
  expect(await verified()).toMatchObject({ isSound: true, check: { pictures: 3, missing: [], removedMeanwhile: 0 } })
  // As promised, it leaves the copy with the next run.
  await makeBackup(settings, target)
  const keys: string[] = []
  for await (const { key } of (await target.pictures()).list('uploads')) keys.push(key)
  expect(keys).toEqual([])
})

it('has the pictures that came while it was made, and counts those that were taken away again', async () => {
  let gone = ''
  around.before = async () => {
    await upload()
    gone = await upload()
  }
  around.after = () => remove(gone)
  const { pictures } = await makeBackup(settings, target)
  expect(pictures.copied).toBe(3)
  const { text, ...found } = await verified()
  expect(found).toMatchObject({ isSound: true, check: { pictures: 6, missing: [], removedMeanwhile: 3 } })
  expect(text).toMatch(
    /6 stored files named by rows, 0 of them missing.* 3 files were removed while the backup was made\.$/,
  )
})

it('names a picture that is lost in the service itself', async () => {
  const lost = await upload()
  const key = `uploads/${person}/${lost}/original.png`
  await rm(storage.pathOf!(key))
  await makeBackup(settings, target)
  expect(await verified()).toMatchObject({ isSound: false, check: { missing: [key], removedMeanwhile: 0 } })
})
