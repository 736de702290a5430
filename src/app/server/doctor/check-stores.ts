// Where things are kept: database and pictures, and the clocks of both.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { systemClock } from '#platform/server/clock.ts'
import { askControlSocket } from '#platform/server/control-socket.ts'
import type { Settings } from '#platform/server/settings.ts'
import { openFileStorage } from '../open-file-storage.ts'
import { type Finding, finding, problem, warning, well } from './finding.ts'

const LEAST_SERVER_VERSION = 150_000
/** Signatures of S3 hold for fifteen minutes, daily limits for a day; people notice less than this in neither. */
const CLOCK_APART_MS = 60_000
const CONNECT_MS = 5000
const PROBE_KEY = 'service/doctor'

export function checkStores(settings: Settings): Promise<Finding>[] {
  return [
    finding(
      'database',
      'Check DATABASE_URL, and that PostgreSQL lets this machine in. 请检查 DATABASE_URL 以及 PostgreSQL 是否允许本机连接。',
      () => (settings.databaseUrl ? checkServer(settings.databaseUrl) : checkEmbedded(settings.dataDir)),
    ),
    finding(
      'pictures',
      'Check S3_* (address, bucket, region, style, key pair), or the rights of DATA_DIR/files. 请检查 S3_* 设置，或 DATA_DIR/files 的读写权限。',
      () => checkPictures(settings),
    ),
  ]
}

async function checkEmbedded(dataDir: string): Promise<Finding> {
  const answer = await askControlSocket(dataDir, ['admin', 'list'])
  return well(
    'database',
    answer ? 'embedded, the running service answers for it' : 'embedded, the service is not running',
  )
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
      return problem('database', `PostgreSQL ${name}`, 'Use PostgreSQL 15 or later. 请使用 PostgreSQL 15 或更高版本。')
    if (!ready && !may)
      return problem(
        'database',
        'its user may not make the role app_user',
        'Give the user CREATEROLE for the first start. 首次启动前请授予该用户 CREATEROLE 权限。',
      )
    if (apartMs > CLOCK_APART_MS)
      return warning('database', clocks(apartMs), 'Set both clocks by NTP. 两台机器时间不一致，请启用 NTP 校时。')
    return well('database', `PostgreSQL ${name}, clocks ${(apartMs / 1000).toFixed(1)} s apart`)
  } finally {
    await client.end()
  }
}

const clocks = (apartMs: number): string => `its clock is ${Math.round(apartMs / 1000)} s away from this machine's`

/** Stores, reads back and removes a few bytes; on S3 also by an address as browsers get it. */
async function checkPictures(settings: Settings): Promise<Finding> {
  const storage = await openFileStorage(settings, systemClock)
  const folder = await mkdtemp(join(tmpdir(), 'huanying-doctor-'))
  try {
    await writeFile(join(folder, 'probe'), 'doctor')
    await storage.putFile(PROBE_KEY, join(folder, 'probe'), 'image/png')
    await storage.fetchToFile(PROBE_KEY, join(folder, 'back'))
    const place = settings.s3
      ? `bucket ${settings.s3.bucket} at ${settings.s3.endpoint}`
      : `folder below ${settings.dataDir}`
    if (!('origin' in storage.servedBy)) return well('pictures', `${place}: stored and read back`)
    const address = await storage.signedAddress(PROBE_KEY, { expiresInMs: 60_000 })
    const answer = await fetch(address, { signal: AbortSignal.timeout(CONNECT_MS) })
    await answer.body?.cancel()
    if (!answer.ok)
      return problem(
        'pictures',
        `signed addresses at ${storage.servedBy.origin} are answered with ${answer.status}`,
        'Check S3_PUBLIC_ENDPOINT and S3_STYLE: browsers read pictures there. 浏览器将从该地址读取图片，请检查 S3_PUBLIC_ENDPOINT 与 S3_STYLE。',
      )
    return well('pictures', `${place}: stored, read back, and read at ${storage.servedBy.origin} as a browser does`)
  } finally {
    await storage.remove(PROBE_KEY).catch(() => undefined)
    await rm(folder, { recursive: true })
  }
}
