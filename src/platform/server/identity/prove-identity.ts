// All processes of one service see one storage and sign with one secret: a worker on another disk would fail every job, a web process with another
// secret would sign people out at random. The database remembers both, the storage carries a mark; each start compares (decision 0071).
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import { ObjectMissingError, type ObjectStorage } from '../storage/object-storage.ts'
import { serviceIdentity } from './tables.ts'

/** Beside the pictures' own folders, so that whatever copies a storage copies its mark. */
export const MARK_KEY = 'service/identity'
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
const OTHER_SECRET =
  'SECRET is not the one that this service signs with. Give every process the same SECRET; to change it, set the old one as SECRET_PREVIOUS; ' +
  'if the old one is lost, run npm run adopt once: everybody signs in again, and second factors must be set up anew. ' +
  'SECRET 与本服务正在使用的不一致：请为所有进程配置同一个 SECRET；更换时请将旧值填入 SECRET_PREVIOUS；旧值已丢失时，请执行一次 npm run adopt（所有用户需要重新登录，两步验证需重新设置）。'

/** Throws IdentityError when this process belongs to another service, or sees another's storage. */
export function proveIdentity(parts: IdentityParts): Promise<void> {
  return inTurn(parts.database, async (tx) => {
    await proveStorage(tx, parts)
    await proveSecret(tx, parts)
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
      await remember(tx, 'storage', await writeMark(storage, randomUUID()))
    await remember(tx, 'secret', fingerprintOf(secret))
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
  const mark = randomUUID()
  await inTurn(database, (tx) => remember(tx, 'storage', mark))
  const result = await work()
  await writeMark(storage, mark)
  return result
}

const inTurn = (database: Database, work: (tx: Transaction) => Promise<void>): Promise<void> =>
  database.orm.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${IDENTITY_LOCK})`)
    await work(tx)
  })

async function proveStorage(tx: Transaction, { storage }: IdentityParts): Promise<void> {
  const known = await recall(tx, 'storage')
  const mark = await readMark(storage)
  if (known === undefined && mark === undefined) {
    await remember(tx, 'storage', await writeMark(storage, randomUUID()))
  } else if (known !== mark) {
    // Also a marked storage under a new database: objects without a row there would be removed as orphans.
    throw new IdentityError(OTHER_STORAGE)
  }
}

async function proveSecret(tx: Transaction, { secret, previousSecret, onNewSecret }: IdentityParts): Promise<void> {
  const known = await recall(tx, 'secret')
  const current = fingerprintOf(secret)
  if (known === current) return
  const isChanged = previousSecret !== undefined && known === fingerprintOf(previousSecret)
  if (known !== undefined && !isChanged) throw new IdentityError(OTHER_SECRET)
  if (isChanged) await onNewSecret?.(tx, previousSecret, secret)
  await remember(tx, 'secret', current)
}

/** Whether the service of this database signs with another one; false where none was started yet. */
export async function isForeignSecret({ orm, query }: Database, secret: string): Promise<boolean> {
  const [table] = await query<{ found: string | null }>(`select to_regclass('service_identity')::text as found`)
  const known = table?.found ? await recall(orm, 'secret') : undefined
  return known !== undefined && known !== fingerprintOf(secret)
}

async function recall(tx: Pick<Transaction, 'select'>, name: 'storage' | 'secret'): Promise<string | undefined> {
  const rows = await tx.select().from(serviceIdentity)
  return rows.find((row) => row.name === name)?.value
}

async function remember(tx: Transaction, name: 'storage' | 'secret', value: string): Promise<void> {
  const row = { value, provenAt: new Date() }
  await tx
    .insert(serviceIdentity)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: serviceIdentity.name, set: row })
}

export async function readMark(storage: ObjectStorage): Promise<string | undefined> {
  try {
    return await text(await storage.openRead(MARK_KEY))
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined
    throw error
  }
}

export async function writeMark(storage: ObjectStorage, mark: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'huanying-mark-'))
  try {
    await writeFile(join(folder, 'mark'), mark)
    await storage.putFile(MARK_KEY, join(folder, 'mark'), 'text/plain')
    return mark
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Distinguishes two secrets and reveals nothing about either: they have at least 32 characters. */
const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('huanying secret of one service').digest('base64url')
