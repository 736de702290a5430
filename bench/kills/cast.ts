// The processes that are killed: the service as one process on the embedded database, or web and workers on PostgreSQL. Who dies is
// started again at once, under the same address.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serviceProgram } from '../../scripts/bundle/bundle-service.ts'
import { freePort } from '../../scripts/testing/free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Registered by the bench; every start makes it an administrator. */
export const ADMIN_EMAIL = 'operator@kills.test'
const START_TRIES = 10
const START_AGAIN_MS = 1000
/** Those whose end is the bench's own doing. */
const ended = new WeakSet<ChildProcess>()
export type Role = 'all' | 'web' | 'worker'

export interface Cast {
  readonly origin: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly roles: readonly Role[]
  start(): Promise<void>
  /** Kill -9 of one process of this role, and its successor; `meanwhile` runs while nobody has its place. */
  replace(role: Role, meanwhile?: () => Promise<void>): Promise<void>
  /** Kill -9 of an engine child, where one runs. */
  killEngineChild(choose: (pids: readonly number[]) => number | undefined): boolean
  stop(): Promise<void>
  /** Processes that ended without being killed, with their last words. */
  readonly endedAlone: readonly string[]
}

interface Member {
  readonly role: Role
  process: ChildProcess
}

export async function assemble(dataDir: string, databaseUrl: string | undefined): Promise<Cast> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const roles: readonly Role[] = databaseUrl ? ['web', 'worker', 'worker'] : ['all']
  let members: Member[] = []
  const endedAlone: string[] = []
  const spawnRole = async (role: Role) => {
    const child = await startAgain(role, { dataDir, databaseUrl, port })
    child.once('exit', (code, signal) => {
      if (!ended.has(child)) endedAlone.push(`a ${role} ended by itself (${code ?? signal})`)
    })
    return child
  }
  return {
    origin,
    dataDir,
    databaseUrl,
    roles,
    endedAlone,
    async start() {
      for (const role of roles) members.push({ role, process: await spawnRole(role) })
    },
    async replace(role, meanwhile = async () => {}) {
      const member = members.find((one) => one.role === role)!
      await end(member.process, 'SIGKILL')
      await meanwhile()
      member.process = await spawnRole(role)
      // The next one of this role is the other one.
      members = [...members.filter((one) => one !== member), member]
    },
    killEngineChild(choose) {
      const pid = choose(members.flatMap(({ process }) => engineChildrenOf(process.pid!)))
      return pid !== undefined && killIfAlive(pid)
    },
    async stop() {
      await Promise.all(members.map(({ process }) => end(process, 'SIGTERM')))
      members = []
    },
  }
}

/** False where it had ended by itself since it was listed. */
export function killIfAlive(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly port: number
}

/** As a supervisor does: a database that recovers refuses the first start. */
async function startAgain(role: Role, place: Place): Promise<ChildProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startRole(role, place)
    } catch (error) {
      if (tries === START_TRIES) throw error
      await delay(START_AGAIN_MS)
    }
  }
}

const program = serviceProgram()

async function startRole(role: Role, { dataDir, databaseUrl, port }: Place): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      SIGN_UP_WALL: 'none',
      ROLE: role,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      STARTUP_ADMIN_EMAIL: ADMIN_EMAIL,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      TRUSTED_PROXIES: '127.0.0.1',
      ADMIN_SECOND_FACTOR: 'off',
      UPLOADS_PER_DAY: '100000',
      ENGINE_PARALLEL_JOBS: '2',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on('data', (chunk) => {
      output += chunk
      if (/The service is ready|role is running/.test(output)) resolve()
    })
    void once(child, 'exit').then(([code]) => reject(new Error(`a ${role} ended by itself (${code}): ${output}`)))
  })
  return child
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  ended.add(child)
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

function engineChildrenOf(parent: number): number[] {
  const children = processes().filter(({ parentPid }) => parentPid === parent)
  return children.flatMap(({ pid, command }) => [
    ...(command.includes('engine-child') ? [pid] : []),
    ...engineChildrenOf(pid),
  ])
}

function processes(): { pid: number; parentPid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parentPid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return [{ pid: Number(name), parentPid, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        // Gone since the folder was read.
        return []
      }
    })
}
