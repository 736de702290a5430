// `npm run restore -- FOLDER|s3://… [STAMP]`: into an empty data folder or an empty PostgreSQL database, and into an empty storage. Then rows, files and balances are
// compared; the next start goes on from there.
import { existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { makeFolders } from '#platform/server/data-folder.ts'
import type { Database } from '#platform/server/database/database.ts'
import { databaseHome } from '#platform/server/database/database-settings.ts'
import type { OnBlocked } from '#platform/server/database/migrate-server.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { becomeAnother, isForeignSecret } from '#platform/server/identity/prove-identity.ts'
import { MARK_KEY } from '#platform/server/identity/storage-mark.ts'
import { readSettings, type Settings } from '#platform/server/settings.ts'
import { readJournal } from '#platform/server/storage/copy-journal.ts'
import { copyStorage } from '#platform/server/storage/copy-storage.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { tempRootIn } from '#platform/server/temp-folder.ts'
import { openFileStorage } from '../open-file-storage.ts'
import { type BackupCheck, checkBackup } from './backup-check.ts'
import { BackupError, chosenManifest, JOURNAL, type Manifest, SECRET } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import { restoreServer } from './postgres-tools.ts'
import { timeOf } from './remove-old-dumps.ts'
import { embeddedDump, withVerifiedDump } from './verify-backup.ts'

export interface Restored {
  readonly manifest: Manifest
  readonly objects: number
  /** Objects that are gone from the backup, or whose bytes or content type have changed there. */
  readonly damaged: readonly string[]
  readonly check: BackupCheck
  /** Where the secret of the service is to be had, when these settings have another one: it would not start. */
  readonly secretLiesIn: SecretPlace | undefined
}

/** `settings`: in those of the first machine, or nowhere any more. */
export type SecretPlace = 'backup' | 'settings'

type Environment = Readonly<Record<string, string | undefined>>

interface RestoreOptions {
  /** The newest unless given. */
  readonly stamp?: string | undefined
  /** A dump of an earlier release is brought up to date: told for whom that waits. */
  readonly onBlocked?: OnBlocked
}

/** Throws BackupError where something lies already, or where the backup is damaged. */
export async function restoreBackup(
  env: Environment,
  target: BackupTarget,
  { stamp, onBlocked }: RestoreOptions = {},
): Promise<Restored> {
  await target.refuseBusy()
  const manifest = await chosenManifest(target, stamp)
  const { settings, storage } = await withVerifiedDump(target, manifest, async (dump) => {
    await restoreSecret(env, target)
    const read = readSettings(env)
    const empty = await openFileStorage(read, systemClock)
    await refuseFilled(empty)
    await restoreDatabase(read, manifest, dump)
    return { settings: read, storage: empty }
  })
  const database = await openDatabase({ ...databaseHome(settings), ...(onBlocked && { onBlocked }) })
  const journal = join(settings.dataDir, `restore-${manifest.stamp}.jsonl`)
  try {
    const { objects } = await becomeAnother({ database, storage }, async () =>
      copyStorage({
        from: await target.pictures(),
        to: storage,
        journal,
        markKey: MARK_KEY,
        tempRoot: tempRootIn(settings.dataDir),
        // Once it is whole.
        mark: async () => {},
      }),
    )
    return {
      ...{ manifest, objects, damaged: await damagedIn(target, journal) },
      check: await checkBackup(database, storage, timeOf(manifest.stamp)),
      secretLiesIn: await secretElsewhere(database, settings, target),
    }
  } finally {
    await database.close()
  }
}

/** TRAP: the secret in a backup is that of before `SECRET` was set, and none is in it where it was set from the beginning. */
async function secretElsewhere(
  database: Database,
  { secret, previousSecret }: Settings,
  target: BackupTarget,
): Promise<SecretPlace | undefined> {
  const isKnown = async (known: string | undefined) => known !== undefined && !(await isForeignSecret(database, known))
  if ((await isKnown(secret)) || (await isKnown(previousSecret))) return undefined
  const kept = await target.read(SECRET, async (path) => (await readFile(path, 'utf8')).trim())
  return (await isKnown(kept)) ? 'backup' : 'settings'
}

/** By what was written into the backup and what came out of it. */
async function damagedIn(target: BackupTarget, journal: string): Promise<string[]> {
  const [written, restored] = [await target.read(JOURNAL, readJournal), await readJournal(journal)]
  const damaged: string[] = []
  for (const [key, { hash, type }] of written ?? []) {
    const found = restored.get(key)
    const isSame = found?.hash === hash && (type === undefined || found.type === type)
    if (key !== MARK_KEY && !isSame) damaged.push(key)
  }
  return damaged
}

/**
 * Before the settings are read: they would make a new one. TRAP: a command that was run before the restore has made one, which would end every sign-in and
 * open no authenticator's secret.
 */
async function restoreSecret(env: Environment, target: BackupTarget): Promise<void> {
  const dataDir = resolve(env.DATA_DIR || './data')
  const path = join(dataDir, 'secret')
  if (env.SECRET || env.SECRET_FILE) return
  await target.read(SECRET, async (secret) => {
    if (existsSync(path)) {
      if ((await readFile(path)).equals(await readFile(secret))) return
      throw new BackupError(
        `${path} is not the secret of the backup: a command that ran here before has made it. Remove it and restore again. 该目录中的 secret 与备份不一致（由此前运行的命令生成），请删除后重新恢复。`,
      )
    }
    makeFolders(dataDir, 0o700)
    await copyFile(secret, path)
  })
}

/**
 * TRAP: a storage with the backup's own mark is the living service's, and the copy would remove from it what is newer than the backup: a drill with an
 * empty database beside the real S3_* would take away pictures.
 */
async function refuseFilled(storage: ObjectStorage): Promise<void> {
  for await (const { key } of storage.list())
    throw new BackupError(
      `The storage is not empty (it holds ${key}): restore into a new bucket or an empty DATA_DIR. 图片存储不为空，请恢复到新建的存储桶或空目录。`,
    )
}

async function restoreDatabase({ databaseUrl, dataDir }: Settings, { home }: Manifest, dump: string): Promise<void> {
  if ((home === 'server') !== (databaseUrl !== undefined))
    throw new BackupError(
      home === 'server'
        ? 'This is the backup of a PostgreSQL database: set DATABASE_URL to an empty one. 该备份来自 PostgreSQL，请把 DATABASE_URL 设为空数据库。'
        : 'This is the backup of an embedded database: leave DATABASE_URL empty. 该备份来自内置数据库，请不要设置 DATABASE_URL。',
    )
  if (databaseUrl) return restoreServer(databaseUrl, dump)
  if (existsSync(join(dataDir, 'pglite')))
    throw new BackupError(
      `${dataDir} holds a database already: restore into an empty DATA_DIR. 该数据目录已有数据库，请恢复到空目录。`,
    )
  await (await openDatabase({ folder: dataDir, template: await embeddedDump(dump) })).close()
}
