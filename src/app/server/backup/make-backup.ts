// `npm run backup -- FOLDER|s3://…`: the database first, then the pictures, so that no row is without its file. Pictures are copied once and afterwards only what is
// new; what the service has removed goes from the copy as well, and old dumps go after their days: a backup keeps what people were promised to be removed no longer than that.
import { createReadStream } from 'node:fs'
import { copyFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { MARK_KEY } from '#platform/server/identity/prove-identity.ts'
import type { Settings } from '#platform/server/settings.ts'
import { type CopyReport, copyStorage, hashOf } from '#platform/server/storage/copy-storage.ts'
import { VERSION } from '#platform/server/version.ts'
import { openFileStorage } from '../open-file-storage.ts'
import { dumpName, type Manifest, manifestName, SECRET } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import { dumpEmbedded } from './dump-embedded.ts'
import { dumpServer } from './postgres-tools.ts'
import { removeOldDumps, stampOf } from './remove-old-dumps.ts'

export interface BackupReport {
  readonly manifest: Manifest
  readonly pictures: CopyReport
  readonly removedDumps: number
}

/** Beside a running service or without one. */
export async function makeBackup(
  settings: Settings,
  target: BackupTarget,
  now = systemClock.now(),
): Promise<BackupReport> {
  await target.prepare()
  const manifest = await dumpDatabase(settings, target, now)
  if (settings.keepsOwnSecret) await target.store(SECRET, (path) => copyFile(join(settings.dataDir, 'secret'), path))
  const from = await openFileStorage(settings, systemClock)
  const to = await target.pictures()
  const pictures = await target.withJournal((journal, tempRoot) =>
    copyStorage({ from, to, journal, markKey: MARK_KEY, tempRoot }),
  )
  // Last: what has one is whole.
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await target.store(manifestName(manifest), (path) => writeFile(path, text))
  return { manifest, pictures, removedDumps: await removeOldDumps(target, now) }
}

async function dumpDatabase({ databaseUrl, dataDir }: Settings, target: BackupTarget, now: Date): Promise<Manifest> {
  const stamp = stampOf(now)
  const dump = `${stamp}.${databaseUrl ? 'pgdump' : 'tar.gz'}`
  const facts = { sizeBytes: 0, sha256: '' }
  await target.store(dumpName({ dump }), async (path) => {
    await (databaseUrl ? dumpServer(databaseUrl, path) : dumpEmbedded(dataDir, path))
    facts.sha256 = await hashOf(createReadStream(path))
    facts.sizeBytes = (await stat(path)).size
  })
  return { stamp, release: VERSION, home: databaseUrl ? 'server' : 'embedded', dump, ...facts }
}
