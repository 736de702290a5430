// Whether settings are those of the service that is to be backed up: a command beside it may have those of before a move of the pictures, another database
// or another secret, and what it makes would look like a backup.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { askControlSocket } from '#platform/server/control-socket.ts'
import { databaseHome } from '#platform/server/database/database-settings.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { isForeignSecret, recallStorage } from '#platform/server/identity/prove-identity.ts'
import { type Mark, markFrom, readMark } from '#platform/server/identity/storage-mark.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { NO_SERVICE } from '../start-failure.ts'
import { BackupError } from './backup-parts.ts'

const STATES: Readonly<Record<NonNullable<Mark['state']>, string>> = {
  moving:
    'Only a part of the pictures has arrived in this storage: back up with the settings that the service runs with. 图片尚未完整迁移到该存储：请使用服务正在使用的设置进行备份。',
  moved:
    'No service was started on this storage since the pictures were moved there: start it there, or back up with the settings that it runs with. 图片迁移到该存储后服务尚未在其上启动：请先在其上启动服务，或使用服务正在使用的设置进行备份。',
}
const OTHER_SECRET =
  'The service signs with another secret than the one in this data folder: back up where the service runs, or give this command its SECRET. 该数据目录中的 secret 不是服务正在使用的：请在运行服务的机器上备份，或为本命令设置服务的 SECRET。'
const OTHER_STORAGE =
  'The storage of these settings is not the one that the service of this database works on: give the command the settings of the service. 这些设置中的图片存储不是该数据库的服务正在使用的：请使用服务的设置执行本命令。'

export class LeftStorageError extends BackupError {
  constructor({ place }: Mark) {
    super(
      `The pictures of these settings are those of before a move to ${place}: back up with the settings that the service runs with. 当前设置指向的是迁移到 ${place} 之前的旧图片存储：请使用服务正在使用的设置进行备份。`,
    )
  }
}

/** The mark of the storage. Throws BackupError where the service knows another one, or none was started. */
export async function proveSource(settings: Settings, from: ObjectStorage): Promise<string> {
  const mark = await readMark(from)
  const own = markFrom(mark ?? '')
  if (mark === undefined) throw new BackupError(`The source has no mark: start the service on it once. ${NO_SERVICE}`)
  if (own.state) throw new BackupError(STATES[own.state])
  const { isForeign, storage } = await identityOf(settings)
  // TRAP: on a machine without the service's secret a command makes itself one, which would take the place of the right one in the backup; so it does in the
  // service's own folder, when the file was lost there.
  if (settings.keepsOwnSecret && isForeign) throw new BackupError(OTHER_SECRET)
  if (storage === mark || storage === OF_EARLIER_RELEASE) return mark
  const known = markFrom(storage)
  throw known.service === own.service && known.moves > own.moves
    ? new LeftStorageError(known)
    : new BackupError(OTHER_STORAGE)
}

interface Identity {
  readonly isForeign: boolean
  readonly storage: string | typeof OF_EARLIER_RELEASE
}

/** As the service's database has it, which the running service is asked for where it is the only one to open it. */
async function identityOf(settings: Settings): Promise<Identity> {
  const { databaseUrl, dataDir, secret } = settings
  if (!databaseUrl) {
    const [isForeign, storage] = [await ask(dataDir, ['foreign-secret', secret]), await ask(dataDir, ['storage'])]
    if (storage !== undefined) return { isForeign: isForeign === true, storage: storage as Identity['storage'] }
    // TRAP: opening would make one, and its dump would lie in the backup as the newest.
    if (!existsSync(join(dataDir, 'pglite'))) throw new BackupError(NO_SERVICE)
  }
  const database = await openDatabase({ ...databaseHome(settings), upgrades: false })
  try {
    const storage = await recallStorage(database)
    if (storage === undefined) throw new BackupError(NO_SERVICE)
    return { isForeign: await isForeignSecret(database, secret), storage }
  } finally {
    await database.close()
  }
}

/** A backup before an upgrade may be made by the new release, beside the old one, which counts no moves. */
const OF_EARLIER_RELEASE = false

const ask = (dataDir: string, words: readonly string[]): Promise<unknown> =>
  askControlSocket(dataDir, words).catch((error: Error) => {
    if (error.message.startsWith('unknown command')) return OF_EARLIER_RELEASE
    throw error
  })
