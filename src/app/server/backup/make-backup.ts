// `npm run backup -- FOLDER`: the database first, then the pictures, so that no row is without its file. Pictures are copied once and afterwards only what is new;
// what the service has removed goes from the copy as well, and old dumps go after their days: a backup keeps what people were promised to be removed no longer than that.
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { MARK_KEY } from '#platform/server/identity/prove-identity.ts'
import type { Settings } from '#platform/server/settings.ts'
import { type CopyReport, copyStorage, hashOf } from '#platform/server/storage/copy-storage.ts'
import { VERSION } from '#platform/server/version.ts'
import { openFileStorage } from '../open-file-storage.ts'
import {
  databaseFolder,
  journalPath,
  type Manifest,
  openBackupPictures,
  readManifests,
  secretPath,
} from './backup-folder.ts'
import { dumpEmbedded } from './dump-embedded.ts'
import { dumpServer } from './postgres-tools.ts'

/** Promised to people (docs/operate.md): what they remove is gone from backups after this. */
export const KEEP_DUMPS_DAYS = 30

const UNFINISHED = 'unfinished'

export interface BackupReport {
  readonly manifest: Manifest
  readonly pictures: CopyReport
  readonly removedDumps: number
}

/** Beside a running service or without one. */
export async function makeBackup(settings: Settings, to: string, now = systemClock.now()): Promise<BackupReport> {
  const folder = resolve(to)
  await mkdir(databaseFolder(folder), { recursive: true, mode: 0o700 })
  const manifest = await dumpDatabase(settings, folder, now)
  if (settings.keepsOwnSecret) await copyFile(join(settings.dataDir, 'secret'), secretPath(folder))
  const pictures = await copyStorage({
    from: await openFileStorage(settings, systemClock),
    to: await openBackupPictures(folder),
    journal: journalPath(folder),
    markKey: MARK_KEY,
    tempRoot: join(folder, 'tmp'),
  })
  // Last: what has one is whole.
  await writeFile(join(databaseFolder(folder), `${manifest.stamp}.json`), `${JSON.stringify(manifest, null, 2)}\n`)
  return { manifest, pictures, removedDumps: await removeOldDumps(folder, now) }
}

async function dumpDatabase({ databaseUrl, dataDir }: Settings, folder: string, now: Date): Promise<Manifest> {
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  const dump = `${stamp}.${databaseUrl ? 'pgdump' : 'tar.gz'}`
  const path = join(databaseFolder(folder), dump)
  const unfinished = join(databaseFolder(folder), UNFINISHED) // of a run that was broken off: written over
  if (databaseUrl) await dumpServer(databaseUrl, unfinished)
  else await dumpEmbedded(dataDir, unfinished)
  await rename(unfinished, path)
  const home = databaseUrl ? 'server' : 'embedded'
  const sha256 = await hashOf(createReadStream(path))
  return { stamp, release: VERSION, home, dump, sizeBytes: (await stat(path)).size, sha256 }
}

async function removeOldDumps(folder: string, now: Date): Promise<number> {
  const bornBefore = new Date(now.getTime() - KEEP_DUMPS_DAYS * 24 * 3600_000).toISOString().replace(/[:.]/g, '-')
  const [, ...older] = await readManifests(folder)
  const over = older.filter(({ stamp }) => stamp < bornBefore)
  for (const { stamp, dump } of over)
    for (const name of [`${stamp}.json`, dump]) await rm(join(databaseFolder(folder), name), { force: true })
  return over.length
}
