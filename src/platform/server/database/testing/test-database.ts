// A fresh migrated database per test file, on either home: in-memory PGlite, or a new database on the PostgreSQL
// server of TEST_DATABASE_URL (scripts/test.ts starts a private one).
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { fromPglite, PgBoss } from 'pg-boss'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { filesOfTar, SharedFiles, type TemplateFiles } from './shared-files.ts'

const migrationsFolder = fileURLToPath(new URL('../../../../../migrations', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../../../../node_modules/.cache/huanying', import.meta.url))
/** Any constant number. */
const TEMPLATE_LOCK = 724_502

/** Opens an empty database with all tables; `close` also removes it. */
export async function openTestDatabase(timeZone?: string): Promise<Database> {
  const serverUrl = process.env.TEST_DATABASE_URL
  return serverUrl
    ? openOnServer(serverUrl, timeZone)
    : openDatabase({ files: new SharedFiles(await embeddedTemplate()), ...(timeZone && { timeZone }) })
}

async function openOnServer(serverUrl: string, timeZone: string | undefined): Promise<Database> {
  const { url, drop } = await createServerDatabase(serverUrl)
  const database = await openDatabase({ url, ...(timeZone && { timeZone }) })
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** An empty migrated database of its own on a running server, for one test or one started service. */
export const createServerDatabase = async (serverUrl: string): Promise<ServerDatabase> =>
  createDatabase(serverUrl, await serverTemplate(serverUrl))

/** The same without a table, for a program that brings its own. */
export const createEmptyServerDatabase = (serverUrl: string): Promise<ServerDatabase> =>
  createDatabase(serverUrl, 'template1')

interface ServerDatabase {
  readonly url: string
  drop(): Promise<void>
}

async function createDatabase(serverUrl: string, template: string): Promise<ServerDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  const drop = () => onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
  return { url: addressOf(serverUrl, name), drop: async () => void (await drop()) }
}

/** Migrated once per server and set of migrations; copying it costs a tenth of migrating. The lock keeps test processes from making it twice. */
async function serverTemplate(serverUrl: string): Promise<string> {
  const name = `template_${migrationsHash()}`
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const unfinished = `${name}_new`
    await client.query(`drop database if exists ${unfinished}`)
    await client.query(`create database ${unfinished}`)
    const database = await openDatabase({ url: addressOf(serverUrl, unfinished) })
    await layQueueTables(database.bossOptions)
    await database.close()
    await client.query(`alter database ${unfinished} rename to ${name}`)
  })
  return name
}

function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** On a connection of its own, whose end also frees its locks. */
async function onServer<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

let template: Promise<TemplateFiles> | undefined
/** Read once per process: it has 43 MB. */
const embeddedTemplate = (): Promise<TemplateFiles> => {
  template ??= embeddedTemplatePath().then((path) => filesOfTar(readFileSync(path)))
  return template
}

/** Writes an empty migrated embedded database into a data folder, as its first start would leave it; a fifth of that start's time. */
export async function layEmbeddedDatabase(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'pglite')
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xf', await embeddedTemplatePath(), '-C', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The template of the embedded database could not be unpacked: ${stderr}`)
}

/** Measured: initdb plus migrations take 4–6 s, loading a dump about 1 s; so the dump is kept per set of migrations. */
async function embeddedTemplatePath(): Promise<string> {
  const path = join(cacheFolder, `pglite-with-queue-${migrationsHash()}.tar`)
  if (!existsSync(path)) await writeTemplate(path)
  return path
}

function migrationsHash(): string {
  const hash = createHash('sha256')
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  for (const file of files.sort()) hash.update(readFileSync(join(migrationsFolder, file)))
  return hash.digest('hex').slice(0, 16)
}

async function writeTemplate(path: string): Promise<void> {
  const pglite = await PGlite.create()
  await migrate(drizzle(pglite), { migrationsFolder })
  await layQueueTables({ db: fromPglite(pglite), backend: 'pglite' })
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  mkdirSync(cacheFolder, { recursive: true })
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, Buffer.from(await dump.arrayBuffer()))
  renameSync(temporary, path)
}

/** Each start would make them: half a second of processor time. Older ones are brought up to date there. */
async function layQueueTables(options: Database['bossOptions']): Promise<void> {
  const boss = new PgBoss({ ...options, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
}
