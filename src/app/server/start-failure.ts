// Why the service did not start, or a command did not work, in one sentence for the person at the console; only the unforeseen shows its stack.
import { DataFolderError } from '#platform/server/data-folder.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { isConnectionLost } from '#platform/server/database/lost-connection.ts'
import { MigrationBlockedError } from '#platform/server/database/migrate-server.ts'
import { OlderDatabaseError } from '#platform/server/database/older-database-error.ts'
import { ListenError } from '#platform/server/http/listen.ts'
import { IdentityError } from '#platform/server/identity/prove-identity.ts'
import { SettingsError } from '#platform/server/settings-error.ts'
import { StorageFullError } from '#platform/server/storage/object-storage.ts'
import { S3Error } from '#platform/server/storage/s3/s3-client.ts'
import { DATABASE_IS_SILENT, databaseRefusal } from './database-refusals.ts'

/** Answer of commands that need a service. */
export const NO_SERVICE =
  'No service was started with this DATA_DIR or DATABASE_URL: give the command the settings of the service. 该 DATA_DIR 或 DATABASE_URL 上还没有服务：请使用服务的设置执行本命令。'

/** Refusal of a command; the message says in English and Chinese what to do. */
export class RefusedError extends Error {}

export const startFailureMessage = (error: unknown): string =>
  foreseen(error) ?? unforeseen(error, 'The service could not start. 服务启动失败。')

export const commandFailureMessage = (error: unknown): string =>
  foreseen(error) ?? unforeseen(error, 'The command did not work. 命令执行失败。')

const unforeseen = (error: unknown, sentence: string): string =>
  `${sentence}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`

function foreseen(error: unknown): string | undefined {
  if (error instanceof FolderLockedError) {
    return `${error.message} Stop that process first, or set DATA_DIR to another folder. 数据目录已被另一个正在运行的进程占用，请先停止它，或修改 DATA_DIR。`
  }
  // Most name a variable and what it may be, in English alone.
  if (error instanceof SettingsError && !/\p{Script=Han}/u.test(error.message))
    return `${error.message} 设置有误：请参照 .env.example 修改上面提到的变量。`
  const isOwn = [
    DataFolderError,
    IdentityError,
    MigrationBlockedError,
    OlderDatabaseError,
    ListenError,
    RefusedError,
    SettingsError,
  ].some((kind) => error instanceof kind)
  if (isOwn) return (error as Error).message
  if (error instanceof StorageFullError) return `${error.message}. 存储目录已满或无法写入。`
  if (error instanceof S3Error) {
    return `${error.message}. Check S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_STYLE and the key pair. 对象存储拒绝访问或无法连接，请检查 S3_* 设置。`
  }
  const { code, message } = originOf(error)
  return databaseRefusal(code, message ?? '') ?? (isConnectionLost(error) ? DATABASE_IS_SILENT : undefined)
}

interface Origin {
  readonly code?: string | undefined
  readonly message?: string | undefined
}

/** Connection errors come wrapped: drizzle keeps a cause, Node an aggregate of both address families. */
function originOf(error: unknown): Origin {
  // TRAP: what a constructor sets of these is not enumerable, and lost in a copy.
  const { code, message, cause, errors } = Object(error) as Origin & { cause?: unknown; errors?: unknown[] }
  if (code !== undefined) return { code, message }
  const inner = cause ?? errors?.[0]
  return inner ? originOf(inner) : { message }
}
