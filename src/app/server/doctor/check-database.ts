// The database: reachable, whole, and of which release; beside a running service that owns the embedded one it is the service that is asked.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { askControlSocket } from '#platform/server/control-socket.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import {
  DatabaseDamagedError,
  type EmbeddedState,
  lookIntoEmbedded,
  removeLeftLooks,
} from '#platform/server/database/look-into-database.ts'
import { type MigrationState, migrationState } from '#platform/server/database/migration-state.ts'
import type { Settings } from '#platform/server/settings.ts'
import { DUMPS } from '../backup/dump-embedded.ts'
import { errorText, type Finding, finding, problem, warning, well } from './finding.ts'

const PART = 'database'
const LEAST_SERVER_VERSION = 150_000
/** Daily limits hold for a day; people notice less than this in nothing. */
const CLOCK_APART_MS = 60_000
const CONNECT_MS = 5000
const REACH_SERVER =
  'Check DATABASE_URL, and that PostgreSQL lets this machine in. 请检查 DATABASE_URL 以及 PostgreSQL 是否允许本机连接。'
const RESTORE =
  'Keep a copy of DATA_DIR, then restore the newest backup into an empty one (npm run restore). 内置数据库已损坏：请先保留 DATA_DIR 的副本，再用 npm run restore 把最近的备份恢复到空目录。'

const STARTING =
  'It may be starting: try again in a minute, then look at its log. 有进程占用数据库但没有应答，可能正在启动：请稍后再试，并查看日志。'
const STOPPING =
  'It may be stopping: try again in a minute, then look at its log. 运行中的服务没有正常应答，可能正在停止：请稍后再试，并查看日志。'
const SEE_ABOVE =
  'This says nothing about the database itself: mend what is named, then run this again. 未能检查数据库，并不表示数据库有问题：请先处理上述原因，再重新执行。'

/** State of the embedded database: taken by its own lock, so once for all that ask. */
export type LookOnce = () => Promise<EmbeddedState | undefined>

export function createLookOnce({ dataDir }: Settings): LookOnce {
  let look: ReturnType<LookOnce> | undefined
  return () => {
    look ??= lookIntoEmbedded(dataDir, join(dataDir, DUMPS))
    return look
  }
}

export async function checkDatabase({ databaseUrl, dataDir }: Settings, look: LookOnce): Promise<Finding> {
  // Whatever is asked now: the database may have moved to a server since.
  await removeLeftLooks(join(dataDir, DUMPS)).catch(() => undefined)
  return databaseUrl
    ? finding(PART, REACH_SERVER, () => checkServer(databaseUrl))
    : finding(PART, SEE_ABOVE, () => checkEmbedded(dataDir, look))
}

async function checkEmbedded(dataDir: string, look: LookOnce): Promise<Finding> {
  const service = await askService(dataDir)
  if (service) return service
  if (isOfAnother(dataDir))
    return warning(
      PART,
      'embedded, of another user; not opened',
      "Run this as the service's user: what another one writes there the service cannot open. 请用运行服务的用户执行：其他用户写入的文件，服务将无法打开。",
    )
  try {
    return looked(await look())
  } catch (error) {
    if (error instanceof DatabaseDamagedError) return problem(PART, error.message, RESTORE)
    if (error instanceof FolderLockedError)
      return warning(PART, 'embedded, a process holds it and does not answer', STARTING)
    return warning(PART, `embedded, not looked into: ${errorText(error)}`, SEE_ABOVE)
  }
}

/** Undefined where none runs. */
async function askService(dataDir: string): Promise<Finding | undefined> {
  try {
    // A question that it answers from a table.
    const answer = await askControlSocket(dataDir, ['admin', 'list'])
    return answer === undefined ? undefined : well(PART, 'embedded, the running service answers for it')
  } catch (error) {
    return warning(PART, `embedded, the running service has no answer: ${errorText(error)}`, STOPPING)
  }
}

function looked(state: EmbeddedState | undefined): Finding {
  if (!state) return well(PART, 'embedded, the first start makes it')
  const { tables, rows, migrations } = state
  return judged(`embedded, no service runs; ${rows} rows of ${tables} tables are readable`, migrations)
}

export const isOfAnother = (dataDir: string): boolean =>
  ![undefined, process.getuid?.()].includes(statSync(join(dataDir, 'pglite'), { throwIfNoEntry: false })?.uid)

/** A database behind is the next start's work; one ahead is another program's. */
function judged(statement: string, migrations: MigrationState | undefined): Finding {
  if (migrations?.isNewer)
    return warning(
      PART,
      `${statement}; a newer release has migrated it`,
      'Start that release, or restore a backup of this one: there is no way back. 数据库已由更新的版本升级，请使用该版本，或恢复旧版本的备份。',
    )
  const waiting = migrations?.waiting ? `; the next start applies ${migrations.waiting} migrations` : ''
  return well(PART, `${statement}${waiting}`)
}

async function checkServer(connectionString: string): Promise<Finding> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; name: string; now: Date; ready: boolean; may: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name, clock_timestamp() as now,
              to_regrole('app_user') is not null as ready,
              (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may`,
    )
    const { version, name, now, ready, may } = rows[0]!
    const apartMs = Math.abs(Date.now() - now.getTime())
    if (version < LEAST_SERVER_VERSION)
      return problem(PART, `PostgreSQL ${name}`, 'Use PostgreSQL 15 or later. 请使用 PostgreSQL 15 或更高版本。')
    if (!ready && !may)
      return problem(
        PART,
        'its user may not make the role app_user',
        'Give the user CREATEROLE for the first start. 首次启动前请授予该用户 CREATEROLE 权限。',
      )
    if (apartMs > CLOCK_APART_MS)
      return warning(
        PART,
        `its clock is ${Math.round(apartMs / 1000)} s away from this machine's`,
        'Set both clocks by NTP. 两台机器时间不一致，请启用 NTP 校时。',
      )
    const migrations = await migrationState(async (text) => (await client.query(text)).rows)
    return judged(`PostgreSQL ${name}, clocks ${(apartMs / 1000).toFixed(1)} s apart`, migrations)
  } finally {
    await client.end()
  }
}
