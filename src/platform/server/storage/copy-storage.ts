// Makes one storage equal to another: what is missing or differs is copied, hashed on the way and read back by hash, what the source no longer has is removed. A
// journal keeps what was read back, so a copy that was broken off goes on where it stood, and a second run takes only what changed.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { cutUnfinishedLine, keysIn, note, type Proven, readJournal } from './copy-journal.ts'
import { type FileReader, inHashLanes } from './hash-lanes.ts'
import { type ListedObject, type ObjectStorage, refusingWhenFull } from './object-storage.ts'

export interface CopyOptions {
  readonly from: ObjectStorage
  readonly to: ObjectStorage
  /** One line an object that was copied and read back, with its hash and its content type, or that was removed. */
  readonly journal: string
  /** Object that says whose storage it is, by its first word: copied first, never overwritten by another's. */
  readonly markKey: string
  /** Journal of copies the other way. What neither it nor `journal` names was stored by a service that worked on the target, and stays there. */
  readonly journalBack?: string | undefined
  /** What the source no longer has stays in the target: the caller removes it later. */
  readonly keepsRemoved?: boolean
  /** Where the journal is a copy: stores it, before the target changes under what it says. */
  readonly keepJournal?: () => Promise<void>
  /** In place of a copy of the source's mark, before the first picture. */
  readonly mark?: () => Promise<void>
  /** Room for a few objects. */
  readonly tempRoot: string
  /** Refused before anything is written where the target holds what neither the source has nor this journal brought there: somebody works on it. */
  readonly refusesOthers?: boolean
}

export interface CopyReport {
  readonly objects: number
  readonly copied: number
  readonly copiedBytes: number
  readonly removed: number
  /** What the target has and the source no longer, where it was to stay. */
  readonly left: readonly string[]
}

/** The target belongs to another service, or the source to none. */
export class CopyRefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CopyRefusedError'
  }
}

export async function copyStorage(options: CopyOptions): Promise<CopyReport> {
  const { from, to, journal, markKey } = options
  await mkdir(dirname(journal), { recursive: true })
  await cutUnfinishedLine(journal)
  const proven = await readJournal(journal)
  const there = await namesIn(to)
  await refuseStrangers(options, there)
  if (options.refusesOthers) await refuseNewer(from, there, proven)
  await mkdir(options.tempRoot, { recursive: true })
  const folder = await mkdtemp(join(options.tempRoot, 'copy-'))
  try {
    await options.mark?.()
    await inHashLanes(options.mark ? [] : [markKey], async (key, reader) => {
      await copyOne(options, key, { folder, reader, proven })
    })
    const gone = new Set(proven.keys())
    const report = { objects: 0, copied: 0, copiedBytes: 0, removed: 0, left: [] }
    await inHashLanes(from.list(), async (object, reader) => {
      report.objects += 1
      gone.delete(object.key)
      const isThere = there.delete(object.key)
      if (options.mark && object.key === markKey) return
      const known = proven.get(object.key)
      if (isThere && known?.version === versionOf(object) && (await knowsType(options, object.key, known))) return
      const sent = await copyOne(options, object.key, { folder, reader, proven })
      if (sent === undefined) return
      await note(journal, [object.key, versionOf(object), sent.hash, sent.type])
      report.copied += 1
      report.copiedBytes += object.sizeBytes
    })
    // Also what another machine has removed from a common target.
    await forget(
      options,
      [...gone].filter((key) => !there.has(key)),
    )
    const left = await copiedBefore(options, there)
    return options.keepsRemoved ? { ...report, left } : { ...report, removed: await removeLeft(options, left) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns how many went. */
export async function removeLeft(
  options: Pick<CopyOptions, 'to' | 'journal' | 'keepJournal'>,
  keys: readonly string[],
): Promise<number> {
  await forget(options, keys)
  for (const key of keys) await options.to.remove(key)
  return keys.length
}

/** Before they change or go: what a journal names and its target lacks, or has otherwise, is called damaged. */
export async function forget(
  { journal, keepJournal }: Pick<CopyOptions, 'journal' | 'keepJournal'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  for (const key of keys) await note(journal, [key])
  await keepJournal?.()
}

/** No object has it as its version. */
const DAMAGED = 'damaged'

/** The next run copies them anew; until then the hash that they should have stays known. */
export async function noteDamaged(
  { journal, keepJournal }: Pick<CopyOptions, 'journal' | 'keepJournal'>,
  keys: readonly string[],
): Promise<void> {
  const proven = await readJournal(journal)
  const unknown = keys.filter((key) => proven.has(key) && proven.get(key)!.version !== DAMAGED)
  if (unknown.length === 0) return
  await cutUnfinishedLine(journal)
  for (const key of unknown) {
    const { hash, type } = proven.get(key)!
    await note(journal, type === undefined ? [key, DAMAGED, hash] : [key, DAMAGED, hash, type])
  }
  await keepJournal?.()
}

/** TRAP: pictures that came between the last run and the start on the target lie in the source alone, and a move back finds them there. */
async function copiedBefore({ journal, journalBack }: CopyOptions, there: ReadonlySet<string>): Promise<string[]> {
  if (journalBack === undefined) return [...there]
  const named = new Set<string>()
  for (const path of [journal, journalBack]) for (const key of await keysIn(path)) named.add(key)
  return [...there].filter((key) => named.has(key))
}

/** Whether a line from before types were noted has one now: where both sides agree it is written down, and no byte is copied. */
async function knowsType(
  { from, to, journal }: CopyOptions,
  key: string,
  { version, hash, type }: Proven,
): Promise<boolean> {
  if (type !== undefined) return true
  const [source, target] = await Promise.all([from.stat(key), to.stat(key)])
  if (!source || source.contentType !== target?.contentType) return false
  await note(journal, [key, version, hash, source.contentType])
  return true
}

/** An object that is overwritten under its key is another version. */
const versionOf = ({ storedAt, sizeBytes }: ListedObject): string => `${storedAt.getTime()} ${sizeBytes}`

interface Lane {
  readonly folder: string
  readonly reader: FileReader
  readonly proven: Map<string, Proven>
}

/** Undefined when it was removed from the source meanwhile. */
async function copyOne(
  options: CopyOptions,
  key: string,
  { folder, reader, proven }: Lane,
): Promise<{ hash: string; type: string } | undefined> {
  const { from, to } = options
  const facts = await from.stat(key)
  if (!facts) return undefined
  const path = join(folder, crypto.randomUUID())
  try {
    // A running service sweeps folders untouched for long, as in a run that finds everything copied.
    await mkdir(folder, { recursive: true })
    const sent = await fetchHashed(from, key, path, reader)
    const known = proven.get(key)
    if (known && known.hash !== sent) {
      proven.delete(key)
      await forget(options, [key])
    }
    // Where both lie on one disk no byte is written a second time.
    await (to.adoptFile ?? to.putFile)(key, path, facts.contentType)
    await proveArrived(options, key, sent, reader)
    return { hash: sent, type: facts.contentType }
  } catch (error) {
    if (await from.stat(key)) throw error
    return undefined
  } finally {
    await rm(path, { force: true })
  }
}

/** The source is opened once: what another process puts in its place meanwhile is the next run's. */
async function fetchHashed(from: ObjectStorage, key: string, path: string, reader: FileReader): Promise<string> {
  const source = from.pathOf?.(key)
  if (source !== undefined) return refusingWhenFull(() => reader.hash(source, path))
  await from.fetchToFile(key, path)
  return reader.hash(path)
}

/** Byte for byte beside the source where both are files: a second hash would take most of the time. Decides by hash where the source is another by now. */
async function proveArrived({ from, to }: CopyOptions, key: string, sent: string, reader: FileReader): Promise<void> {
  const [source, target] = [from.pathOf?.(key), to.pathOf?.(key)]
  if (source && target && (await reader.areEqual(source, target).catch(() => false))) return
  const arrived = await hashStored(to, key, reader)
  if (sent !== arrived) throw new Error(`${key} arrived changed: ${sent} was sent, ${arrived} came back`)
}

/** Whether the object is there as it was sent, byte for byte and by its type, without which it is served to nobody. */
export async function isAsSent(
  storage: ObjectStorage,
  key: string,
  { hash, type }: Proven,
  reader: FileReader,
): Promise<boolean> {
  const facts = await storage.stat(key).catch(() => undefined)
  if (!facts || (type !== undefined && facts.contentType !== type)) return false
  return (await hashStored(storage, key, reader).catch(() => undefined)) === hash
}

/** Hash of what lies in the storage now. */
async function hashStored(storage: ObjectStorage, key: string, reader: FileReader): Promise<string> {
  const path = storage.pathOf?.(key)
  return path === undefined ? hashOf(await storage.openRead(key)) : reader.hash(path)
}

async function refuseStrangers({ from, to, markKey }: CopyOptions, there: ReadonlySet<string>): Promise<void> {
  const [own, other] = await Promise.all([ownerOf(from, markKey), ownerOf(to, markKey)])
  if (own === undefined) throw new CopyRefusedError('The source has no mark: start the service on it once.')
  if (other !== undefined && other !== own)
    throw new CopyRefusedError('The target holds the pictures of another service.')
  if (other === undefined && there.size > 0)
    throw new CopyRefusedError('The target is neither empty nor the copy of an earlier run.')
}

/** TRAP: a move that is run once more after the service has gone over to the target would take away everything since. */
async function refuseNewer(
  from: ObjectStorage,
  there: ReadonlySet<string>,
  proven: ReadonlyMap<string, Proven>,
): Promise<void> {
  const unknown = new Set([...there].filter((key) => !proven.has(key)))
  if (unknown.size > 0) for await (const { key } of from.list()) unknown.delete(key)
  const [first] = unknown
  if (first !== undefined)
    throw new CopyRefusedError(
      `The target holds ${unknown.size} objects that the source does not have and that no earlier run brought there (${first}): the service works on the target already. ` +
        '目标存储中有来源没有、也不是此前复制过去的图片，说明服务已在使用目标存储；未做任何改动。',
    )
}

/** The service that the storage belongs to. */
const ownerOf = async (storage: ObjectStorage, markKey: string): Promise<string | undefined> =>
  (await storage.stat(markKey)) && (await text(await storage.openRead(markKey))).split(' ')[0]

async function namesIn(storage: ObjectStorage): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { key } of storage.list()) names.add(key)
  return names
}

export async function hashOf(source: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(source, hash)
  return hash.digest('hex')
}
