// `npm run verify-backup -- FOLDER|s3://…`: every byte is read again and compared with the hash it had when it was copied; an embedded dump is opened
// in memory and audited.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { readJournal } from '#platform/server/storage/copy-journal.ts'
import { hashOf, isAsSent, noteDamaged } from '#platform/server/storage/copy-storage.ts'
import { inHashLanes } from '#platform/server/storage/hash-lanes.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { type BackupCheck, checkBackup } from './backup-check.ts'
import { BackupError, chosenManifest, dumpName, JOURNAL, type Manifest } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import { countEntries } from './postgres-tools.ts'
import { timeOf } from './remove-old-dumps.ts'

export interface Verified {
  readonly manifest: Manifest
  readonly objects: number
  /** Objects that are gone, or whose bytes or content type have changed. */
  readonly damaged: readonly string[]
  /** Undefined for a dump of a server, which only a server can open: `restore` audits it. */
  readonly check: BackupCheck | undefined
  /** Why the next backup will not copy what is damaged: the place could not be written to. */
  readonly notNoted: Error | undefined
}

/** Throws BackupError when the database's dump is damaged. */
export async function verifyBackup(target: BackupTarget, stamp?: string): Promise<Verified> {
  await target.refuseBusy()
  const manifest = await chosenManifest(target, stamp)
  return withVerifiedDump(target, manifest, async (path) => {
    const pictures = await target.pictures()
    const { objects, damaged } = await verifyPictures(target, pictures)
    const notNoted = await noted(target, damaged)
    const found = { manifest, objects, damaged, notNoted }
    if (manifest.home === 'server') {
      if ((await countEntries(path)) === 0) throw new BackupError('The dump of the database is empty. 数据库备份为空。')
      return { ...found, check: undefined }
    }
    const database = await openDatabase({ template: await embeddedDump(path) })
    try {
      return { ...found, check: await checkBackup(database, pictures, timeOf(manifest.stamp)) }
    } finally {
      await database.close()
    }
  })
}

/** TRAP: a backup trusts the journal, and would never look at these again. */
async function noted(target: BackupTarget, damaged: readonly string[]): Promise<Error | undefined> {
  if (damaged.length === 0) return undefined
  try {
    await target.alone(() => target.withJournal((journal) => noteDamaged(journal, damaged)))
    return undefined
  } catch (error) {
    // Who verifies may have no right to write there, and is told of the damage all the same.
    return error as Error
  }
}

/** As a file of this machine. Throws BackupError when its bytes are others than were written. */
export async function withVerifiedDump<Result>(
  target: BackupTarget,
  manifest: Manifest,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const used = await target.read(dumpName(manifest), async (path) => {
    const found = await hashOf(createReadStream(path)).catch(() => undefined)
    return found === manifest.sha256 ? { result: await use(path) } : undefined
  })
  if (used) return used.result
  throw new BackupError(
    `${manifest.dump} is damaged or missing: choose an older backup. 数据库备份文件已损坏或缺失，请选择更早的备份。`,
  )
}

/** PGlite infers the format from the name. */
export const embeddedDump = async (path: string): Promise<Blob> =>
  new File([new Uint8Array(await readFile(path))], 'dump.tar.gz')

const hasLines = async (path: string): Promise<boolean> => (await readFile(path, 'utf8')).includes('\n')

async function verifyPictures(
  target: BackupTarget,
  pictures: ObjectStorage,
): Promise<Pick<Verified, 'objects' | 'damaged'>> {
  // The storage's mark was in every one, also in that of a take-over that was killed.
  const proven = await target.read(JOURNAL, async (path) => (await hasLines(path)) && (await readJournal(path)))
  if (!proven)
    throw new BackupError(
      `${JOURNAL} is missing or empty, so nothing is known of the pictures: the next backup writes it anew. 图片清单缺失或为空，无法校验图片，请重新备份。`,
    )
  const damaged: string[] = []
  await inHashLanes(proven, async ([key, sent], reader) => {
    if (!(await isAsSent(pictures, key, sent, reader))) damaged.push(key)
  })
  return { objects: proven.size, damaged }
}
