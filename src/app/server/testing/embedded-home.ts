// A data folder as a service of this machine has it: the embedded database and the storage beside it, proven to belong together.
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { proveIdentity } from '#platform/server/identity/prove-identity.ts'
import { readSettings } from '#platform/server/settings.ts'
import { openFileStorage } from '../open-file-storage.ts'

export async function openEmbeddedHome(dataDir: string) {
  await layEmbeddedDatabase(dataDir)
  const settings = readSettings({ DATA_DIR: dataDir })
  const storage = await openFileStorage(settings, systemClock)
  const database = await openDatabase({ folder: dataDir })
  await proveIdentity({ database, storage, secret: settings.secret })
  return { settings, storage, database }
}
