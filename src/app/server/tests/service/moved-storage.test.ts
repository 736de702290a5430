// What still works with the settings of before `npm run storage:move` when the service has gone over: it ends, or is refused.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { openControlSocket } from '#platform/server/control-socket.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { createServerDatabase, layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { moveStorage } from '#platform/server/identity/move-storage.ts'
import { proveIdentity, recallStorage } from '#platform/server/identity/prove-identity.ts'
import { readMark, writeMark } from '#platform/server/identity/storage-mark.ts'
import { readSettings } from '#platform/server/settings.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { openBackupTarget } from '../../backup/open-backup-target.ts'
import { examine, findingsText } from '../../doctor/examine.ts'
import { openFileStorage } from '../../open-file-storage.ts'
import { killStarted, ready, startProcess } from '../../testing/service-process.ts'

const SECRET = 'the same in every process of the service'
const serverUrl = process.env.TEST_DATABASE_URL
const LEFT = /before a move to s3:\/\/pictures.*旧图片存储/
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
    // Nothing is known of it before the first start.
    expect(findingsText(await examine({ DATA_DIR, DATABASE_URL: url, SECRET }, []))).not.toMatch(/^. service /m)
    const worker = startProcess(folder, { DATA_DIR, DATABASE_URL: url, SECRET }, ['--role', 'worker'])
    await ready(worker)
    expect(findingsText(await examine({ DATA_DIR, DATABASE_URL: url, SECRET }, []))).toMatch(
      /✓ service +a start .* is taken/,
    )
    const from = await openFileStorage(readSettings({ DATA_DIR, SECRET }), systemClock)
    const to = await openFolderStorage(join(folder, 'bucket'), createAddressSigner(SECRET), systemClock)
    const journals = { journal: join(folder, 'journal'), journalBack: join(folder, 'journal back') }
    await moveStorage({ from, to, place: 's3://pictures', ...journals, tempRoot: folder })
    const database = await openDatabase({ url })
    await proveIdentity({ database, storage: to, secret: SECRET })
    await database.close()
    const target = openBackupTarget(join(folder, 'of the server'), {})
    await expect(makeBackup(readSettings({ DATA_DIR, DATABASE_URL: url, SECRET }), target)).rejects.toThrow(LEFT)
    const doctor = findingsText(await examine({ DATA_DIR, DATABASE_URL: url, SECRET }, []))
    expect(doctor).toMatch(/✗ service +a start would be refused\n +The pictures were moved from this storage to s3:/)
    expect(await worker.exited).toBe(1)
    expect(worker.output()).toMatch(/were moved from this storage to s3:\/\/pictures.*图片已从当前存储迁移/)
    expect(worker.output()).not.toContain('    at ')
    await drop()
  },
)

it('a backup of the storage that was left is refused, whether the service runs or not, and so is one of a copy that is not the service’s yet', async () => {
  const dataDir = join(folder, 'data')
  await layEmbeddedDatabase(dataDir)
  const settings = readSettings({ DATA_DIR: dataDir, SECRET })
  const files = await openFileStorage(settings, systemClock)
  const target = openBackupTarget(join(folder, 'backup'), {})
  const backup = () => makeBackup(settings, target)
  const database = await openDatabase({ folder: dataDir })
  const remember = (mark: string) =>
    database.query(
      `insert into service_identity values ('storage', $1) on conflict (name) do update set value = excluded.value`,
      [mark],
    )
  const control = await openControlSocket(dataDir, async ([asked]) => asked === 'storage' && recallStorage(database))
  await writeMark(files, 'mine')
  await remember('mine 1 s3://pictures')
  await expect(backup()).rejects.toThrow(LEFT)
  await remember('of another service')
  await expect(backup()).rejects.toThrow(/is not the one that the service of this database works on.*请使用服务的设置/)
  await remember('mine 1 s3://pictures')
  await control.close()
  await database.close()
  await expect(backup()).rejects.toThrow(LEFT)
  await writeMark(files, 'mine 2 DATA_DIR/files moving')
  await expect(backup()).rejects.toThrow(/Only a part of the pictures.*尚未完整迁移/)
  await writeMark(files, 'mine 2 DATA_DIR/files moved')
  await expect(backup()).rejects.toThrow(/No service was started on this storage since.*尚未在其上启动/)
  expect(await readMark(await target.pictures())).toBeUndefined()
  // The database was set back behind the service's back.
  await writeMark(files, 'mine 1 s3://pictures')
  await writeMark(await target.pictures(), 'mine 2 s3://others')
  await expect(backup()).rejects.toThrow(/before a move to s3:\/\/others/)
  expect(await target.names('database')).toEqual([])
})
