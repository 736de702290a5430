// Opens the database that the settings name and brings its tables up to date (migrations/, applied on either home).
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import { type MemoryFS, PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import type pg from 'pg'
import { fromPglite } from 'pg-boss'
import { tracePglite, tracePool } from '../tracing/trace-statements.ts'
import type { Database, Orm } from './database.ts'
import { listenOnServer } from './listen.ts'
import { lockFolder } from './lock-folder.ts'
import { migrateServer, type OnBlocked, takeTurn } from './migrate-server.ts'
import { migrationState, migrationsFolder } from './migration-state.ts'
import { KEEP_ALIVE, openPool } from './open-pool.ts'
import { SYNCED_START, SyncedFolder, syncWhole } from './synced-folder.ts'

export interface DatabaseOptions {
  /** PostgreSQL address; absent means the embedded database. */
  readonly url?: string
  /** Folder of the embedded database; absent means memory (tests). */
  readonly folder?: string
  /** Whether the folder is written through to the disk, so that a power cut costs nothing; true unless given. */
  readonly isSynced?: boolean
  /** Dump of an empty migrated database that makes the first start fast. */
  readonly template?: Blob
  /** Instead of `folder` and `template`: files in memory that hold such a database already (tests). */
  readonly files?: MemoryFS
  /** A command leaves the tables as they are, and waits for nobody who changes them; true unless given. */
  readonly upgrades?: boolean
  /** Whose days the SQL functions count (`app_time_zone()`, U-19); the functions' own default unless given. */
  readonly timeZone?: string
  /** Told each time that the migrations are put off, and for whom. */
  readonly onBlocked?: OnBlocked
}

const SET_TIME_ZONE = `select set_config('app.time_zone', $1, false)`

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openServer(options.url, options) : openEmbedded(options)
}

async function openServer(url: string, { timeZone, upgrades = true, onBlocked }: DatabaseOptions): Promise<Database> {
  const onConnect = async (client: pg.ClientBase) => void (timeZone && (await client.query(SET_TIME_ZONE, [timeZone])))
  const pool = tracePool(openPool(url, onConnect))
  const orm = drizzleServer(pool)
  const query = async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[]
  if (upgrades) await upgradeServer(pool, query, onBlocked)
  const listeners: (() => Promise<void>)[] = []
  return {
    kind: 'server',
    orm: orm as unknown as Orm,
    query,
    listen: async (channel, onPayload) => {
      const stop = await listenOnServer(url, channel, onPayload)
      listeners.push(stop)
      return stop
    },
    bossOptions: { connectionString: url, ...KEEP_ALIVE },
    close: async () => {
      await Promise.all(listeners.map((stop) => stop()))
      await pool.end()
    },
  }
}

async function upgradeServer(pool: pg.Pool, query: Database['query'], onBlocked?: OnBlocked): Promise<void> {
  try {
    // Nobody's turn is waited for without need: its holder may be a machine that the server has not missed yet.
    if ((await migrationState(query))?.waiting === 0) return
    const client = await pool.connect()
    try {
      await takeTurn(client, onBlocked)
      await migrateServer(client, { migrationsFolder, onBlocked })
    } finally {
      // The connection ends, and the turn with it.
      client.release(true)
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function openEmbedded({
  folder,
  isSynced = true,
  template,
  files,
  timeZone,
  upgrades = true,
}: DatabaseOptions): Promise<Database> {
  const lock = folder ? await prepareFolder(folder) : undefined
  const path = folder && join(folder, 'pglite')
  let pglite: PGlite | undefined
  const close = async () => {
    await pglite?.close()
    await lock?.release()
  }
  try {
    pglite = tracePglite(await (files ? openInMemory({ fs: files }) : openPglite(path, isSynced, template)))
    await forgetArraysOfRows(pglite)
    const orm = drizzleEmbedded(pglite)
    if (upgrades) await migrateEmbedded(orm, { migrationsFolder })
    if (timeZone) await pglite.query(SET_TIME_ZONE, [timeZone])
    return databaseOf(pglite, orm as unknown as Orm, close)
  } catch (error) {
    await close()
    throw error
  }
}

function databaseOf(pglite: PGlite, orm: Orm, close: () => Promise<void>): Database {
  return {
    kind: 'embedded',
    orm,
    query: async <Row>(text: string, values: unknown[] = []) => (await pglite.query<Row>(text, values)).rows,
    listen: async (channel, onPayload) => {
      const unlisten = await pglite.listen(channel, onPayload)
      return () => unlisten()
    },
    bossOptions: { db: fromPglite(pglite), backend: 'pglite' },
    dump: async (path) => {
      // One statement's turn: nobody writes meanwhile, and what is not committed is undone where the dump is opened. Packed after that turn,
      // which takes four times as long.
      const dump = await pglite.dumpDataDir('none')
      const bytes = Readable.fromWeb(dump.stream() as ReadableStream<Uint8Array>)
      await pipeline(bytes, createGzip(), createWriteStream(path, { mode: 0o600, flush: true }))
    },
    close,
  }
}

/**
 * PGlite copies all its parsers for a statement that brings some, as each of Drizzle's does, and has one for arrays of each table's rows, which nobody
 * asks for. Measured: a small statement takes 0.18 instead of 0.29 ms of processor time.
 */
async function forgetArraysOfRows(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ oid: number }>(
    `select array_type.oid from pg_type array_type join pg_type row_type on row_type.oid = array_type.typelem
      where row_type.typtype = 'c'`,
  )
  for (const { oid } of rows) delete pglite.parsers[oid]
}

/** A database of a test is small, and one is opened some hundred times: the usual 128 MB of buffers take 0.1 s of processor time more. */
const openInMemory = (held: { fs: MemoryFS } | { loadDataDir: Blob | undefined }): Promise<PGlite> =>
  PGlite.create({ ...held, startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] })

/** As it lies there, before any migration; the caller has locked the folder. */
export async function openPglite(
  folder: string | undefined,
  isSynced: boolean,
  loadDataDir: Blob | undefined,
): Promise<PGlite> {
  if (!folder) return openInMemory({ loadDataDir })
  if (!isSynced) return PGlite.create({ dataDir: folder, loadDataDir })
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  const pglite = await PGlite.create({ fs: new SyncedFolder(folder), loadDataDir, startParams: SYNCED_START })
  if (isNew) syncWhole(folder)
  return pglite
}

function prepareFolder(folder: string) {
  mkdirSync(folder, { recursive: true })
  return lockFolder(folder)
}
