// Whether `npm run backup` can do its work: a server's database is dumped by PostgreSQL's own tools, which read no server newer than themselves.
import pg from 'pg'
import type { Settings } from '#platform/server/settings.ts'
import { BackupError } from '../backup/backup-parts.ts'
import { toolVersion, tryDump } from '../backup/postgres-tools.ts'
import { errorText, type Finding, finding, problem, warning, well } from './finding.ts'

const PART = 'backup'
const CONNECT_MS = 5000
const SAME_ADDRESS =
  'PostgreSQL’s own tools do not take the DATABASE_URL that the service takes, so npm run backup fails: of TLS write ?sslmode=verify-full&sslrootcert=/path/to/its-authority.pem. PostgreSQL 客户端工具无法使用该 DATABASE_URL，备份会失败：使用 TLS 时请写 ?sslmode=verify-full&sslrootcert=/其CA证书路径.pem。'
const INSTALL =
  "Install the client tools of the server's version (Debian: postgresql-client), or npm run backup fails. 请安装与服务器同版本或更新的 PostgreSQL 客户端工具，否则无法备份。"

export const checkBackups = ({ databaseUrl }: Settings): Promise<Finding> =>
  finding(PART, 'See the database. 请先处理数据库一项。', () =>
    databaseUrl ? checkServer(databaseUrl) : Promise.resolve(well(PART, 'the embedded database needs no tools')),
  )

async function checkServer(databaseUrl: string): Promise<Finding> {
  const tools = await checkTools(() => majorOf(databaseUrl))
  if (tools.verdict !== 'well') return tools
  try {
    await tryDump(databaseUrl)
    return tools
  } catch (error) {
    return problem(PART, errorText(error), SAME_ADDRESS)
  }
}

/** Which machines have no tools, or old ones, is a question of what is installed: the tests ask with another server's version. */
export async function checkTools(serverVersion: () => Promise<number>, versionOf = toolVersion): Promise<Finding> {
  const server = await serverVersion()
  for (const tool of ['pg_dump', 'pg_restore']) {
    const version = await versionOf(tool).catch((error: unknown) => {
      if (error instanceof BackupError) return undefined
      throw error
    })
    if (version === undefined) return warning(PART, `${tool} is not there`, INSTALL)
    if (version < server) return warning(PART, `${tool} ${version} does not read PostgreSQL ${server}`, INSTALL)
  }
  return well(PART, `pg_dump and pg_restore read PostgreSQL ${server}`)
}

async function majorOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    return rows[0]!.version
  } finally {
    await client.end()
  }
}
