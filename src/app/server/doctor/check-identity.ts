// Whether a start with these settings would be taken for one of the service's own, by the pictures and the secret that its database remembers. Asked of a
// PostgreSQL server alone; an embedded database has one process, whose start says so itself.
import { systemClock } from '#platform/server/clock.ts'
import { migrationState } from '#platform/server/database/migration-state.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { IdentityError, recallStorage, rehearseIdentity } from '#platform/server/identity/prove-identity.ts'
import type { Settings } from '#platform/server/settings.ts'
import { hasBucket } from '#platform/server/storage/s3/s3-storage.ts'
import { openFileStorage } from '../open-file-storage.ts'
import { type Finding, problem, well } from './finding.ts'

const PART = 'service'

/** Undefined where that cannot be told, or no service was started yet: what is wrong with database or storage is told by their own checks. */
export async function checkIdentity(settings: Settings): Promise<Finding | undefined> {
  try {
    return await rehearsed(settings)
  } catch (error) {
    return error instanceof IdentityError ? problem(PART, 'a start would be refused', error.message) : undefined
  }
}

async function rehearsed(settings: Settings): Promise<Finding | undefined> {
  const { databaseUrl, s3 } = settings
  // A bucket is not made here.
  if (!databaseUrl || (s3 && !(await hasBucket(s3, systemClock)))) return undefined
  const database = await openDatabase({ url: databaseUrl, upgrades: false })
  try {
    if (!(await migrationState(database.query))) return undefined
    const { secret, previousSecret } = settings
    const storage = await openFileStorage(settings, systemClock)
    await rehearseIdentity({ database, storage, secret, previousSecret })
    if ((await recallStorage(database)) === undefined) return undefined
    return well(PART, 'a start with these settings is taken for one of its own')
  } finally {
    await database.close()
  }
}
