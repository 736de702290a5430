// What a database holds before this program has touched it (`npm run doctor`): how far it is migrated, and for the embedded one whether all of it can be read.
import { randomUUID } from 'node:crypto'
import { constants, existsSync, mkdirSync, rmSync } from 'node:fs'
import { cp, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { clearedAtSignals } from '../cleared-at-signals.ts'
import { lockFolder, lockName } from './lock-folder.ts'
import { type MigrationState, migrationState, type Query } from './migration-state.ts'
import { openPglite } from './open-database.ts'

export interface EmbeddedState {
  readonly tables: number
  readonly rows: number
  readonly migrations: MigrationState | undefined
  /** Names and values of `service_identity`; none where no service was ever started. */
  readonly identity: Readonly<Record<string, string>>
}

/** In the database's own words: a backup is the way back. */
export class DatabaseDamagedError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'DatabaseDamagedError'
  }
}

/** Somebody writes, or there is no room: nothing is known of the database. */
class NotLookedIntoError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotLookedIntoError'
  }
}

/**
 * Opens a copy as a start does and reads every row; nothing is migrated. Undefined where there is no database yet. Throws FolderLockedError beside
 * another process, NotLookedIntoError, DatabaseDamagedError, and the system's errors.
 * TRAP: never the folder itself: who opens it writes, and a process in another container has it without a lock that is seen here.
 */
export async function lookIntoEmbedded(dataDir: string, roomIn: string): Promise<EmbeddedState | undefined> {
  const folder = join(dataDir, 'pglite')
  if (!existsSync(join(folder, 'PG_VERSION'))) return undefined
  return inOwnRoom(roomIn, async (room) => {
    const lock = await lockFolder(dataDir)
    try {
      await copyAtRest(folder, room)
    } finally {
      await lock.release()
    }
    return readCopy(room)
  })
}

const ROOM = 'look-'

/** Copies of commands that were killed: whoever lives holds the lock of its own. */
export async function removeLeftLooks(roomIn: string): Promise<void> {
  const names = await readdir(roomIn).catch(() => [] as string[]) // none was ever taken
  for (const name of names.filter((one) => one.startsWith(ROOM))) {
    const lock = await lockName(join(roomIn, name))
    if (lock) await rm(join(roomIn, name), { recursive: true, force: true }).finally(lock.release)
  }
}

/** Closed to others by its mode; gone afterwards, also at a signal. */
async function inOwnRoom<Result>(roomIn: string, work: (room: string) => Promise<Result>): Promise<Result> {
  await mkdir(roomIn, { recursive: true, mode: 0o700 })
  const room = join(roomIn, `${ROOM}${randomUUID()}`)
  const lock = await lockName(room)
  const clear = () => rmSync(room, { recursive: true, force: true })
  try {
    return await clearedAtSignals(clear, () => {
      mkdirSync(room, { mode: 0o700 })
      return work(room)
    })
  } finally {
    await lock?.release()
  }
}

/** What the database writes when it is opened. */
const ROOM_TO_OPEN_BYTES = 64 * 1024 * 1024

async function copyAtRest(folder: string, room: string): Promise<void> {
  const before = await filesIn(folder)
  const neededBytes = before.reduce((sum, { sizeBytes }) => sum + sizeBytes, ROOM_TO_OPEN_BYTES)
  const { bavail, bsize } = await statfs(room)
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  if (neededBytes > bavail * bsize)
    throw new NotLookedIntoError(`a copy wants ${megabytes(neededBytes)}, ${megabytes(bavail * bsize)} are free`)
  await cp(folder, room, { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE })
  if (JSON.stringify(await filesIn(folder)) !== JSON.stringify(before))
    throw new NotLookedIntoError('a process that is not seen here writes into it')
}

async function filesIn(folder: string): Promise<{ path: string; sizeBytes: number; writtenMs: number }[]> {
  const paths = (await readdir(folder, { recursive: true })).sort()
  const files = paths.map(async (path) => {
    const { size, mtimeMs } = await stat(join(folder, path))
    return { path, sizeBytes: size, writtenMs: mtimeMs }
  })
  return Promise.all(files)
}

async function readCopy(copy: string): Promise<EmbeddedState> {
  const pglite = await openPglite(copy, false, undefined).catch((error: unknown) => {
    throw isOfSystem(error) ? error : new DatabaseDamagedError(error)
  })
  try {
    const query = async (text: string) => (await pglite.query(text)).rows
    const all = await readEverything(query)
    return { ...all, migrations: await migrationState(query), identity: await readIdentity(query) }
  } catch (error) {
    throw CORRUPTED.has((error as { code?: string }).code ?? '') ? new DatabaseDamagedError(error) : error
  } finally {
    await pglite.close()
  }
}

async function readIdentity(query: Query): Promise<Readonly<Record<string, string>>> {
  const [table] = (await query(`select to_regclass('service_identity')::text as found`)) as { found: string | null }[]
  if (!table?.found) return {}
  const rows = (await query('select name, value from service_identity')) as { name: string; value: string }[]
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** PostgreSQL's data_corrupted and index_corrupted. */
const CORRUPTED = new Set(['XX001', 'XX002'])
/** Failures of Node (ENOSPC), of PostgreSQL (53 no resources, 57 stopped, 58 the system), of the program's own file system, and no memory. */
const isOfSystem = (error: unknown): boolean => {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  return errno !== undefined || error instanceof RangeError || /^(E[A-Z0-9]+|5[378]\w{3})$/.test(String(code))
}

/** As text, so that long values, which lie apart, are read too. */
async function readEverything(query: Query): Promise<Pick<EmbeddedState, 'tables' | 'rows'>> {
  const tables = (await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )) as { name: string }[]
  let rows = 0
  for (const { name } of tables) {
    const [counted] = (await query(`select count(line::text)::int as lines from ${name} as line`)) as {
      lines: number
    }[]
    rows += counted!.lines
  }
  return { tables: tables.length, rows }
}
