// Whether a start with these settings would be taken for one of the service's own, by the pictures and the secret that its database remembers: a
// PostgreSQL server's, or the embedded one's, by the service that runs or by a copy of it.
import { systemClock } from '#platform/server/clock.ts'
import { askControlSocket } from '#platform/server/control-socket.ts'
import { migrationState } from '#platform/server/database/migration-state.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import {
  IdentityError,
  judgeIdentity,
  type KnownIdentity,
  recallStorage,
  rehearseIdentity,
} from '#platform/server/identity/prove-identity.ts'
import type { Settings } from '#platform/server/settings.ts'
import { hasBucket } from '#platform/server/storage/s3/s3-storage.ts'
import { openFileStorage } from '../open-file-storage.ts'
import { isOfAnother, type LookOnce } from './check-database.ts'
import { type Finding, problem, well } from './finding.ts'

const PART = 'service'

/** Undefined where that cannot be told, or no service was started yet: what is wrong with database or storage is told by their own checks. */
export async function checkIdentity(settings: Settings, look: LookOnce): Promise<Finding | undefined> {
  const { databaseUrl, s3 } = settings
  try {
    // A bucket is not made here.
    if (s3 && !(await hasBucket(s3, systemClock))) return undefined
    const isKnown = databaseUrl ? await isKnownToServer(settings, databaseUrl) : await isKnownToEmbedded(settings, look)
    return isKnown ? well(PART, 'a start with these settings is taken for one of its own') : undefined
  } catch (error) {
    return error instanceof IdentityError ? problem(PART, 'a start would be refused', error.message) : undefined
  }
}

async function isKnownToServer(settings: Settings, url: string): Promise<boolean> {
  const database = await openDatabase({ url, upgrades: false })
  try {
    if (!(await migrationState(database.query))) return false
    const { secret, previousSecret } = settings
    const storage = await openFileStorage(settings, systemClock)
    await rehearseIdentity({ database, storage, secret, previousSecret })
    return (await recallStorage(database)) !== undefined
  } finally {
    await database.close()
  }
}

async function isKnownToEmbedded(settings: Settings, look: LookOnce): Promise<boolean> {
  const { dataDir, secret, previousSecret } = settings
  const ofService = (await askControlSocket(dataDir, ['identity'])) as KnownIdentity | undefined
  if (!ofService && isOfAnother(dataDir)) return false
  const known = ofService ?? (await look())?.identity
  if (known?.storage === undefined) return false
  await judgeIdentity(known, { storage: await openFileStorage(settings, systemClock), secret, previousSecret })
  return true
}
