// `npm run backup -- FOLDER|s3://…`: the pictures, then the database, then the pictures that came meanwhile. A picture that the database names was there before
// it or came meanwhile, so only one that came and was removed within the run is without its file (backup-check.ts). Pictures are copied once and afterwards
// only what is new; what the service has removed goes from the copy as well, and old dumps go after their days: a backup keeps what people were promised to be
// removed no longer than that. At any instant the newest manifest, the journal and the pictures agree, so that a killed run leaves a backup that verifies:
// pictures go last, and the journal forgets them before.
import { createReadStream } from 'node:fs'
import { copyFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { MARK_KEY, markFrom, readMark, writeMark } from '#platform/server/identity/storage-mark.ts'
import type { Settings } from '#platform/server/settings.ts'
import { type CopyReport, copyStorage, forget, hashOf, removeLeft } from '#platform/server/storage/copy-storage.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { VERSION } from '#platform/server/version.ts'
import { openFileStorage } from '../open-file-storage.ts'
import { BackupError, dumpName, type Manifest, manifestName, SECRET } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import { dumpEmbedded } from './dump-embedded.ts'
import { noteBackup } from './last-backup.ts'
import { dumpServer } from './postgres-tools.ts'
import { LeftStorageError, proveSource } from './prove-source.ts'
import { removeOldDumps, stampOf } from './remove-old-dumps.ts'

export interface BackupReport {
  readonly manifest: Manifest
  readonly pictures: Omit<CopyReport, 'left'>
  readonly removedDumps: number
}

export interface BackupOptions {
  readonly now?: Date
  /** The place is this service's from now on, whosever it was. */
  readonly takesOver?: boolean
}

/** Beside a running service or without one. Throws BackupError before anything is stored where the place is another service's or another machine's. */
export async function makeBackup(
  settings: Settings,
  target: BackupTarget,
  { now = systemClock.now(), takesOver = false }: BackupOptions = {},
): Promise<BackupReport> {
  await target.prepare()
  return target.alone(async () => {
    const from = await openFileStorage(settings, systemClock)
    const to = await target.pictures()
    const mark = await proveSource(settings, from)
    const isTakenOver = await proveOurs(target, { mark, to, takesOver })
    return fillPlace(settings, target, { from, to, now, ...(isTakenOver && { newMark: mark }) })
  })
}

interface Place {
  readonly mark: string
  readonly to: ObjectStorage
  readonly takesOver: boolean
}

/**
 * Whether another's place is taken over. TRAP: a restored copy would remove from its first service's backup what it does not have, and lay its own secret
 * over the other's.
 */
async function proveOurs(target: BackupTarget, { mark, to, takesOver }: Place): Promise<boolean> {
  const theirs = await readMark(to)
  if (theirs === undefined) return false
  const [place, own] = [markFrom(theirs), markFrom(mark)]
  if (place.service === own.service && place.moves > own.moves) throw new LeftStorageError(place)
  if (place.service === own.service) return false
  if (takesOver) return true
  throw new BackupError(
    `${target.place} is the backup of another service, or of the one that this one was restored from: give each a place of its own. When the other one is gone for good, take its place over: npm run backup -- PLACE --take-over. 该位置是另一个服务（或恢复前的原服务）的备份：请改用其他位置；原服务已停用且不再恢复时，可在命令末尾加 --take-over 接管。`,
  )
}

interface Ends {
  readonly from: ObjectStorage
  readonly to: ObjectStorage
  /** New mark of a place that is taken over. */
  readonly newMark?: string
}

async function fillPlace(
  settings: Settings,
  target: BackupTarget,
  { from, to, now, newMark }: Ends & { now: Date },
): Promise<BackupReport> {
  const report = await target.withJournal(async (journal) => {
    const ways = { ...journal, from, to, markKey: MARK_KEY, keepsRemoved: true }
    if (newMark !== undefined) {
      await forget(ways, [MARK_KEY])
      await writeMark(to, newMark)
    }
    const before = await copyStorage(ways)
    const manifest = await dumpDatabase(settings, target, now)
    const after = await copyStorage(ways)
    await journal.keepJournal()
    await finish(settings, target, manifest)
    // Gone before the database was dumped, so that the newest dump does not name it, and not stored anew since.
    const leftAgain = new Set(after.left)
    const removed = await removeLeft(
      ways,
      before.left.filter((key) => leftAgain.has(key)),
    )
    return { manifest, pictures: sumOf(before, { ...after, removed }) }
  })
  await noteBackup(settings.dataDir)
  return { ...report, removedDumps: await removeOldDumps(target, now) }
}

const sumOf = (before: CopyReport, { objects, copied, copiedBytes, removed }: CopyReport) => ({
  ...{ objects, removed },
  copied: before.copied + copied,
  copiedBytes: before.copiedBytes + copiedBytes,
})

async function finish(settings: Settings, target: BackupTarget, manifest: Manifest): Promise<void> {
  if (settings.keepsOwnSecret) await target.store(SECRET, (path) => copyFile(join(settings.dataDir, 'secret'), path))
  // Last: what has one is whole.
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await target.store(manifestName(manifest), (path) => writeFile(path, text))
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
