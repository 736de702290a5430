// PostgreSQL's own tools, which know every kind of object that a database can hold.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ServerClient } from '#platform/server/database/open-pool.ts'
import { BackupError } from './backup-parts.ts'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'
const FIRST_MIGRATION = fileURLToPath(new URL('../../../../migrations/0000_restricted-role.sql', import.meta.url))

export const dumpServer = (url: string, path: string) =>
  runTool('pg_dump', url, ['--format=custom', '--no-owner', `--file=${path}`])

/** Connects as a backup does, and reads no table. */
export const tryDump = (url: string) =>
  runTool('pg_dump', url, ['--schema-only', '--exclude-schema=*', `--file=${devNull}`])

/** Into an empty database; all of it or nothing. Throws BackupError where tables lie already. */
export async function restoreServer(url: string, path: string): Promise<void> {
  await prepareEmpty(url)
  await runTool('pg_restore', url, ['--no-owner', '--single-transaction', '--exit-on-error', path])
}

/** How many things a dump lists; throws when it cannot be read. */
export async function countEntries(path: string): Promise<number> {
  const { stdout } = await run(toolPath('pg_restore'), ['--list', path], { maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').filter((line) => /^\d/.test(line)).length
}

/** Roles belong to the server and are in no dump. */
async function prepareEmpty(connectionString: string): Promise<void> {
  const client = new ServerClient({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query(`select from pg_tables where schemaname in ('public', 'pgboss')`)
    if (rows.length > 0)
      throw new BackupError(
        'The database is not empty: restore into a new one. 目标数据库不为空，请恢复到新建的数据库。',
      )
    await client.query(await readFile(FIRST_MIGRATION, 'utf8'))
  } finally {
    await client.end()
  }
}

/** The password goes by the environment: arguments can be read by everybody on the machine. */
async function runTool(tool: string, url: string, args: readonly string[]): Promise<void> {
  const target = new URL(url)
  const password = decodeURIComponent(target.password)
  target.password = ''
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env
  try {
    await run(toolPath(tool), [`--dbname=${target.href}`, ...args], { env })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    throw new BackupError(`${tool} failed: ${stderr.trim() || message}`)
  }
}

/** Version of the tool that would be used; it serves a server of that version and of every older one. */
export async function toolVersion(tool: string): Promise<number> {
  const { stdout } = await run(toolPath(tool), ['--version'])
  return Number(/\) (\d+)/.exec(stdout)?.[1])
}

/** The newest one: it reads every older server. */
function toolPath(tool: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const found = folders.map((folder) => join(folder, tool)).find((path) => existsSync(path))
  if (found) return found
  throw new BackupError(
    `${tool} was not found: install PostgreSQL's client tools (Debian: postgresql-client). 未找到 ${tool}，请安装 PostgreSQL 客户端工具。`,
  )
}
