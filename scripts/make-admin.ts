// `node scripts/make-admin.ts EMAIL`: makes an existing account an admin (U-25). With the embedded database the service must be
// stopped meanwhile, because one process owns the folder; STARTUP_ADMIN_EMAIL does the same at the next start.

import { makeAdmin } from '#features/account/server/first-admin.ts'
import { FolderLockedError } from '#platform/server/database/lock-folder.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { readSettings } from '#platform/server/settings.ts'

const SENTENCES = {
  made: 'is an admin now.',
  'already-admin': 'is an admin already.',
  'no-account': 'has no account here; register first.',
} as const

async function main(email: string | undefined): Promise<number> {
  if (!email) {
    console.error('Usage: node scripts/make-admin.ts EMAIL')
    return 2
  }
  const settings = readSettings(process.env)
  const database = await openDatabase(
    settings.databaseUrl ? { url: settings.databaseUrl } : { folder: settings.dataDir },
  )
  try {
    const outcome = await makeAdmin(database, email)
    console.log(`${email} ${SENTENCES[outcome]}`)
    return outcome === 'no-account' ? 1 : 0
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main(process.argv[2])
} catch (error) {
  const isRunning = error instanceof FolderLockedError
  console.error(isRunning ? 'The service is running. Stop it first, or start it with STARTUP_ADMIN_EMAIL.' : error)
  process.exitCode = 1
}
