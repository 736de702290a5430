// A throw-away PostgreSQL server for one test run, from the machine's own installation. Nothing is left behind.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface PrivatePostgres {
  readonly url: string
  stop(): void
}

/** Undefined when the machine has no PostgreSQL server installed. `env`: what its processes live under, as a clock of their own. */
export async function startPrivatePostgres(
  env: Readonly<Record<string, string>> = {},
): Promise<PrivatePostgres | undefined> {
  const binaries = findBinaries()
  if (!binaries) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'huanying-postgres-'))
  const owner = serverOwner()
  chmodSync(folder, 0o755)
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'test', '--locale=C.UTF-8', '-N'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const settings = [
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
    '-c',
    'max_connections=200',
  ]
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], {
    ...owner,
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const url = `postgres://test@127.0.0.1:${port}/postgres`
  await untilAnswering(url, server)
  return { url, stop: () => stop(server, folder) }
}

function findBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(root, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root, so root lends it the identity of its own user, or of nobody. */
function serverOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (user: string, flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf(user, '-u'), gid: idOf(user, '-g') }
    } catch {}
  }
  return {}
}

async function untilAnswering(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode} at its start`)
      await delay(100)
    }
  }
  throw new Error('PostgreSQL did not answer within ten seconds')
}

function stop(server: ChildProcess, folder: string): void {
  server.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  server.kill('SIGINT')
}
