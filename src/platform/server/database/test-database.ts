// A fresh migrated database per test file, on either home: in-memory PGlite, or a new database on the PostgreSQL
// server of TEST_DATABASE_URL (scripts/test.ts starts a private one).
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/huanying', import.meta.url))

/** Opens an empty database with all tables; `close` also removes it. */
export async function openTestDatabase(timeZone?: string): Promise<Database> {
  const serverUrl = process.env.TEST_DATABASE_URL
  return serverUrl
    ? openOnServer(serverUrl, timeZone)
    : openDatabase({ template: await embeddedTemplate(), ...(timeZone && { timeZone }) })
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

/** An empty database of its own on a running server, for one test or one started service. */
export async function createServerDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnServer(serverUrl, `drop database ${name} with (force)`) }
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Measured: initdb plus migrations take 4–6 s, loading a dump about 1 s; so the dump is kept per set of migrations. */
async function embeddedTemplate(): Promise<Blob> {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    hash.update(readFileSync(join(migrationsFolder, file)))
  }
  const path = join(cacheFolder, `pglite-${hash.digest('hex').slice(0, 16)}.tar`)
  if (!existsSync(path)) await writeTemplate(path)
  return new Blob([readFileSync(path)])
}

async function writeTemplate(path: string): Promise<void> {
  const pglite = await PGlite.create()
  await migrate(drizzle(pglite), { migrationsFolder })
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  mkdirSync(cacheFolder, { recursive: true })
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, Buffer.from(await dump.arrayBuffer()))
  renameSync(temporary, path)
}
