// What still works with the settings of before `npm run storage:move` when the service has gone over: it ends, or is refused.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { createServerDatabase } from '#platform/server/database/testing/test-database.ts'
import { moveStorage } from '#platform/server/identity/move-storage.ts'
import { proveIdentity } from '#platform/server/identity/prove-identity.ts'
import { writeMark } from '#platform/server/identity/storage-mark.ts'
import { readSettings } from '#platform/server/settings.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { openBackupTarget } from '../../backup/open-backup-target.ts'
import { openFileStorage } from '../../open-file-storage.ts'
import { killStarted, ready, startProcess } from '../../testing/service-process.ts'

const SECRET = 'the same in every process of the service'
const serverUrl = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(join(tmpdir(), 'huanying-moved-'))
afterEach(killStarted)
afterAll(() => rmSync(folder, { recursive: true }))

it.skipIf(!serverUrl)(
  'a worker that still runs on the storage that was left ends with code 1 and says why',
  {
    timeout: 120_000,
  },
  async () => {
    const { url, drop } = await createServerDatabase(serverUrl!)
    const DATA_DIR = join(folder, 'worker')
    const worker = startProcess(folder, { DATA_DIR, DATABASE_URL: url, SECRET }, ['--role', 'worker'])
    await ready(worker)
    const from = await openFileStorage(readSettings({ DATA_DIR, SECRET }), systemClock)
    const to = await openFolderStorage(join(folder, 'bucket'), createAddressSigner(SECRET), systemClock)
    await moveStorage({ from, to, place: 's3://pictures', journal: join(folder, 'journal'), tempRoot: folder })
    const database = await openDatabase({ url })
    await proveIdentity({ database, storage: to, secret: SECRET })
    await database.close()
    expect(await worker.exited).toBe(1)
    expect(worker.output()).toMatch(/were moved from this storage to s3:\/\/pictures.*图片已从当前存储迁移/)
    expect(worker.output()).not.toContain('    at ')
    await drop()
  },
)

it('a backup of the storage that was left is refused, and so is one of a copy that is not the service’s yet', async () => {
  const settings = readSettings({ DATA_DIR: join(folder, 'data'), SECRET })
  const files = await openFileStorage(settings, systemClock)
  const target = openBackupTarget(join(folder, 'backup'), {})
  await target.prepare()
  await writeMark(await target.pictures(), 'mine 1 s3://pictures')
  await writeMark(files, 'mine')
  await expect(makeBackup(settings, target)).rejects.toThrow(/before a move to s3:\/\/pictures.*旧图片存储/)
  for (const state of ['moving', 'moved']) {
    await writeMark(files, `mine 2 DATA_DIR/files ${state}`)
    await expect(makeBackup(settings, target)).rejects.toThrow('start the service on it once')
  }
  expect(await target.names('database')).toEqual([])
})
