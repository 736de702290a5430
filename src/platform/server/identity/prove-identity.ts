// All processes of one service see one storage and sign with one secret: a worker on another disk would fail every job, a web process with another
// secret would sign people out at random. The database remembers both, the storage carries a mark; each start compares (decision 0071).
import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { markFrom, markText, newMark, readMark, writeMark } from './storage-mark.ts'
import { serviceIdentity } from './tables.ts'

/** Any constant number: processes that start together compare one after the other. */
const IDENTITY_LOCK = 724_503

export interface IdentityParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly secret: string
  /** The one before: a service that still knows this one takes the new one. */
  readonly previousSecret?: string | undefined
  /** Called once, when it does: re-encrypts what the old one has encrypted. */
  readonly onNewSecret?: (tx: Transaction, from: string, to: string) => Promise<void>
}

/** The message says in English and Chinese what to do. */
export class IdentityError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'IdentityError'
  }
}

const OTHER_STORAGE =
  'This process does not see the pictures that the other processes of this service see: the storage is another one. Give every process the same S3_BUCKET or the same DATA_DIR/files; ' +
  'to change the storage, copy it first (npm run storage:move); if the old one is lost, run npm run adopt once. ' +
  '当前进程看到的图片存储与本服务此前使用的不一致：请为所有进程配置同一个 S3_BUCKET 或同一个 DATA_DIR/files；更换存储请先执行 npm run storage:move；旧存储已丢失时，请执行一次 npm run adopt。'
const MOVED_AWAY = (place = '') =>
  `The pictures were moved from this storage to ${place} (npm run storage:move), and the service was started there: what lies here is old. Give every process the settings of ${place}; to go back, move the pictures back. ` +
  `图片已从当前存储迁移到 ${place}，服务已在新存储上启动，这里的图片是旧的：请为所有进程使用新存储的设置；需要改回时，请先把图片迁移回来。`
const HALF_MOVED =
  'Only a part of the pictures has arrived in this storage: run npm run storage:move to its end, then start again. ' +
  '图片尚未完整迁移到当前存储：请重新执行 npm run storage:move 直至完成，然后再启动。'
const OTHER_SECRET =
  'SECRET is not the one that this service signs with. Give every process the same SECRET; to change it, set the old one as SECRET_PREVIOUS; ' +
  'if the old one is lost, run npm run adopt once: everybody signs in again, and it says whose second factor is lost. ' +
  'SECRET 与本服务正在使用的不一致：请为所有进程配置同一个 SECRET；更换时请将旧值填入 SECRET_PREVIOUS；旧值已丢失时，请执行一次 npm run adopt（所有用户需要重新登录；命令会说明有多少人的两步验证将失效）。'

/** Throws IdentityError when this process belongs to another service, or sees another's storage. */
export async function proveIdentity(parts: IdentityParts): Promise<void> {
  const given = await inTurn(parts.database, async (tx) => {
    const proven = await proveStorage(tx, parts)
    if (!proven?.isFirst) await proveSecret(tx, parts)
    return proven
  })
  // TRAP: neither before that commit. A mark of a move would say that the service lives there, and its last run would be refused; the first mark of all
  // would be nobody's after a crash, and no start would ever succeed.
  if (given?.isFirst) await inTurn(parts.database, (tx) => markFirst(tx, parts, given.mark))
  else if (given) await writeMark(parts.storage, given.mark)
}

/** As `proveIdentity`, but nothing is changed, and the turn is not waited for: a row that a start is writing is. */
export async function rehearseIdentity(parts: Omit<IdentityParts, 'onNewSecret'>): Promise<void> {
  const undone = new Error('rehearsed')
  const rehearsal = parts.database.orm.transaction(async (tx) => {
    await proveStorage(tx, parts)
    await proveSecret(tx, parts)
    throw undone
  })
  await rehearsal.catch((error: unknown) => {
    if (error !== undone) throw error
  })
}

/**
 * Makes the storage and the secret of these settings the service's own, whatever they were. A storage that was another's gets a new mark: should that
 * service still live, its next start says so, instead of two services sweeping each other's pictures.
 */
export function adoptIdentity({ database, storage, secret }: IdentityParts): Promise<void> {
  return inTurn(database, async (tx) => {
    const mark = await readMark(storage)
    if (mark === undefined || mark !== (await recall(tx, 'storage')))
      await remember(tx, 'storage', await writeMark(storage, newMark()))
    await remember(tx, 'secret', fingerprintOf(secret))
    await forgetBegun(tx)
  })
}

/**
 * A restored copy is another service from then on: the backup that it came from stays its first one's (decision 0219). Until `work` has laid the
 * storage, no storage fits: a service that is started on half of the pictures refuses, and its backup would be refused as well.
 */
export async function becomeAnother<Result>(
  { database, storage }: Pick<IdentityParts, 'database' | 'storage'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const mark = newMark()
  await inTurn(database, (tx) => remember(tx, 'storage', mark))
  const result = await work()
  await writeMark(storage, mark)
  return result
}

const inTurn = <Result>(database: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  database.orm.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${IDENTITY_LOCK})`)
    return work(tx)
  })

/** The mark that the storage is to carry. */
interface Given {
  readonly mark: string
  /** The service's first of all. */
  readonly isFirst: boolean
}

/** Answers where this is the first start after a move, or the first of all, which `begun` is the mark of. */
async function proveStorage(tx: Transaction, { storage }: IdentityParts, begun?: string): Promise<Given | undefined> {
  const known = await recallAll(tx)
  const mark = await readMark(storage)
  const own = ownMark(known, mark)
  if (own === undefined) return { mark: mark ?? begun ?? (await beginMark(tx)), isFirst: true }
  if (own === mark && own === known.storage) return undefined
  // From here on the storage that was left proves nothing.
  if (own !== known.storage) await remember(tx, 'storage', own)
  return { mark: own, isFirst: false }
}

/** The mark that a storage with this one is to carry as the service's own; undefined before the first start. Throws IdentityError. */
function ownMark({ storage: known, begun = '' }: KnownIdentity, mark: string | undefined): string | undefined {
  if (known !== undefined && known === mark) return known
  if (known === undefined) {
    // Also a marked storage under a new database: objects without a row there would be removed as orphans.
    if (mark !== undefined && !begun.split(' ').includes(mark)) throw new IdentityError(OTHER_STORAGE)
    return undefined
  }
  const [ours, theirs] = [markFrom(known), markFrom(mark ?? '')]
  if (ours.service !== theirs.service) throw new IdentityError(OTHER_STORAGE)
  if (theirs.state === 'moving') throw new IdentityError(HALF_MOVED)
  const own = markText({ ...theirs, state: undefined })
  // One that took it over was killed before it wrote so.
  if (own !== known && theirs.moves <= ours.moves) throw new IdentityError(MOVED_AWAY(ours.place))
  return own
}

/** Another process may have been first meanwhile, on this storage or on another one. */
async function markFirst(tx: Transaction, parts: IdentityParts, begun: string): Promise<void> {
  const given = await proveStorage(tx, parts, begun)
  await proveSecret(tx, parts)
  if (!given?.isFirst) return
  await writeMark(parts.storage, given.mark)
  await remember(tx, 'storage', given.mark)
  await forgetBegun(tx)
}

/** Marks of first starts; each but the last was killed, or is at work beside it. */
const marksBegun = async (tx: Transaction): Promise<string[]> => (await recall(tx, 'begun'))?.split(' ') ?? []

/** A storage that finds no room is begun at each start. */
const MOST_BEGUN = 100

/** TRAP: one for two storages, and both would pass as the service's. */
async function beginMark(tx: Transaction): Promise<string> {
  const mark = newMark()
  await remember(tx, 'begun', [...(await marksBegun(tx)), mark].slice(-MOST_BEGUN).join(' '))
  return mark
}

const forgetBegun = (tx: Transaction) => tx.delete(serviceIdentity).where(eq(serviceIdentity.name, 'begun'))

/** The mark of the storage that the service lives on now; undefined where none was started yet. */
export const recallStorage = (database: KnownBy): Promise<string | undefined> => recallWhereAny(database, 'storage')

async function proveSecret(tx: Transaction, { secret, previousSecret, onNewSecret }: IdentityParts): Promise<void> {
  const known = await recall(tx, 'secret')
  const state = stateOfSecret(known, secret, previousSecret)
  if (state === 'known') return
  if (state === 'changed' && previousSecret !== undefined) await onNewSecret?.(tx, previousSecret, secret)
  await remember(tx, 'secret', fingerprintOf(secret))
}

/** Throws IdentityError. */
function stateOfSecret(
  known: string | undefined,
  secret: string,
  previousSecret: string | undefined,
): 'known' | 'changed' | 'first' {
  if (known === undefined) return 'first'
  if (known === fingerprintOf(secret)) return 'known'
  if (previousSecret === undefined || known !== fingerprintOf(previousSecret)) throw new IdentityError(OTHER_SECRET)
  return 'changed'
}

/** As `rehearseIdentity`, of what an embedded database remembers, which has one process. */
export async function judgeIdentity(known: KnownIdentity, parts: Omit<IdentityParts, 'database'>): Promise<void> {
  ownMark(known, await readMark(parts.storage))
  stateOfSecret(known.secret, parts.secret, parts.previousSecret)
}

/** Whether the service of this database signs with another one; false where none was started yet. */
export async function isForeignSecret(database: KnownBy, secret: string): Promise<boolean> {
  const known = await recallWhereAny(database, 'secret')
  return known !== undefined && known !== fingerprintOf(secret)
}

type KnownBy = Pick<Database, 'orm' | 'query'>

/** A command may meet a database without tables. */
async function recallWhereAny({ orm, query }: KnownBy, name: Remembered): Promise<string | undefined> {
  const [table] = await query<{ found: string | null }>(`select to_regclass('service_identity')::text as found`)
  return table?.found ? recall(orm, name) : undefined
}

type Remembered = typeof serviceIdentity.$inferSelect.name
/** What the database remembers of its service. */
export type KnownIdentity = Readonly<Partial<Record<Remembered, string>>>

export async function recallAll(tx: Pick<Transaction, 'select'>): Promise<KnownIdentity> {
  const rows = await tx.select().from(serviceIdentity)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const recall = async (tx: Pick<Transaction, 'select'>, name: Remembered): Promise<string | undefined> =>
  (await recallAll(tx))[name]

async function remember(tx: Transaction, name: Remembered, value: string): Promise<void> {
  const row = { value, provenAt: new Date() }
  await tx
    .insert(serviceIdentity)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: serviceIdentity.name, set: row })
}

/** Distinguishes two secrets and reveals nothing about either: they have at least 32 characters. */
const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('huanying secret of one service').digest('base64url')
