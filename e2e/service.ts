// The product as a child process, for journeys and for the tests that kill it in the middle of its work.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { programOf } from '../scripts/testing/bundled-programs.ts'
import { freePort } from '../scripts/testing/free-port.ts'
import { SHORT_LIVED } from '../scripts/testing/short-lived.ts'
import { createServerDatabase, layEmbeddedDatabase } from '../src/platform/server/database/testing/test-database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** For every request that a test makes itself. TRAP: a connection that was idle meanwhile may be closed at the moment of its next use. */
export const ONE_REQUEST = { connection: 'close' } as const

export interface Service {
  readonly origin: string
  readonly dataDir: string
  /** SIGKILL, as a lost machine would do it. */
  kill(): Promise<void>
  /** Starts again on the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
  /** `npm run audit` beside it; throws with what does not agree. */
  audit(): Promise<void>
  /** `npm run admin -- grant EMAIL` beside it. */
  appoint(email: string): Promise<void>
  /** Everything the process wrote so far. */
  output(): string
  /** Why it is not there any more, if nobody ended it. */
  fall(): string | undefined
}

/** `program`: what replaces the served build, for example what `npm run dev` starts. */
export async function startService(
  environment: Record<string, string> = {},
  program = 'src/app/server.ts',
): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'huanying-e2e-'))
  const port = await freePort()
  // On a PostgreSQL run each service gets a database of its own.
  const serverUrl = process.env.TEST_DATABASE_URL
  const database = serverUrl ? await createServerDatabase(serverUrl) : undefined
  if (!serverUrl) await layEmbeddedDatabase(dataDir)
  // By name: browsers make passkeys for no address in figures.
  const origin = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: origin,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // Nets of others are too slow for journeys; src/engine/host/model-pack.test.ts and the bench have them.
    MODEL_PACK_SECONDS: '0',
    SIGN_UP_WALL: 'none',
    // No journey cuts the power, and a slow disk would be waited for at every press.
    DATABASE_FSYNC: 'off',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...environment,
  }
  let output = ''
  let child: ChildProcess
  let isEnding = false
  const start = async () => {
    isEnding = false
    child = spawn(process.execPath, wordsOf(program), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk))
    await untilReady(origin, child, () => output)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning(child)) return
    isEnding = true
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  await start()
  return {
    origin,
    dataDir,
    kill: () => end('SIGKILL'),
    restart: start,
    stop: async () => {
      await end('SIGTERM')
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    audit: () => commandBeside(env, 'audit'),
    appoint: (email) => commandBeside(env, 'admin', 'grant', email),
    output: () => output,
    fall: () => (isEnding || isRunning(child) ? undefined : `${child.exitCode ?? child.signalCode}\n${output}`),
  }
}

const wordsOf = (program: string) => [...SHORT_LIVED, programOf(join(root, program))]

async function commandBeside(env: NodeJS.ProcessEnv, name: 'audit' | 'admin', ...words: string[]): Promise<void> {
  const asked = promisify(execFile)(process.execPath, [programOf(join(root, `scripts/${name}.ts`)), ...words], {
    cwd: root,
    env,
  })
  await asked.catch(({ stdout, stderr }) => Promise.reject(new Error(`npm run ${name} failed:\n${stdout}${stderr}`)))
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

async function untilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The service ended at its start:\n${output()}`)
    const answer = await fetch(`${origin}/readyz`, { headers: ONE_REQUEST }).catch(() => undefined)
    if (answer?.ok) return
    await delay(200)
  }
  throw new Error(`The service was not ready within two minutes:\n${output()}`)
}
