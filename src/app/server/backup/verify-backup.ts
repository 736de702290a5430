// `npm run verify-backup -- FOLDER`: every byte is read again and compared with the hash it had when it was copied; an embedded dump is opened in memory and audited.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { hashOf, hashStored, readJournal } from '#platform/server/storage/copy-storage.ts'
import { inHashLanes } from '#platform/server/storage/hash-lanes.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { type Audit, audit } from './audit.ts'
import {
  BackupError,
  chosenManifest,
  databaseFolder,
  journalPath,
  type Manifest,
  openBackupPictures,
} from './backup-folder.ts'
import { countEntries } from './postgres-tools.ts'

export interface Verified {
  readonly manifest: Manifest
  readonly objects: number
  /** Objects that are gone or whose bytes have changed. */
  readonly damaged: readonly string[]
  /** Undefined for a dump of a server, which only a server can open: `restore` audits it. */
  readonly audit: Audit | undefined
}

/** Throws BackupError when the database's dump is damaged. */
export async function verifyBackup(folder: string, stamp?: string): Promise<Verified> {
  const manifest = await chosenManifest(folder, stamp)
  const path = await verifiedDump(folder, manifest)
  const pictures = await openBackupPictures(folder)
  const { objects, damaged } = await verifyPictures(folder, pictures)
  if (manifest.home === 'server') {
    if ((await countEntries(path)) === 0) throw new BackupError('The dump of the database is empty. 数据库备份为空。')
    return { manifest, objects, damaged, audit: undefined }
  }
  const database = await openDatabase({ template: await embeddedDump(path) })
  try {
    return { manifest, objects, damaged, audit: await audit(database, pictures) }
  } finally {
    await database.close()
  }
}

/** Its path. Throws BackupError when its bytes are others than were written. */
export async function verifiedDump(folder: string, { dump, sha256 }: Manifest): Promise<string> {
  const path = join(databaseFolder(folder), dump)
  const found = await hashOf(createReadStream(path)).catch(() => undefined)
  if (found !== sha256)
    throw new BackupError(
      `${dump} is damaged or missing: choose an older backup. 数据库备份文件已损坏或缺失，请选择更早的备份。`,
    )
  return path
}

/** PGlite infers the format from the name. */
export const embeddedDump = async (path: string): Promise<Blob> =>
  new File([new Uint8Array(await readFile(path))], 'dump.tar.gz')

async function verifyPictures(folder: string, pictures: ObjectStorage): Promise<Pick<Verified, 'objects' | 'damaged'>> {
  const proven = await readJournal(journalPath(folder))
  const damaged: string[] = []
  await inHashLanes(proven, async ([key, { hash }], reader) => {
    const found = await hashStored(pictures, key, reader).catch(() => undefined)
    if (found !== hash) damaged.push(key)
  })
  return { objects: proven.size, damaged }
}
