// The embedded database belongs to one process, so beside a running service it is the service that dumps it, and the command takes the dump from there:
// the backup's folder may be another user's, or closed to the service by its unit (deploy/systemd).
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { askControlSocket } from '#platform/server/control-socket.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { inTurnToDump } from './one-at-a-time.ts'

/** Also of a copy that `npm run doctor` looks into. Not below `tmp`, which children that decode foreign pictures see. */
export const DUMPS = 'dumps'

/**
 * The service's half, before its first child: what a killed command has left goes. TRAP: the folder itself stays, since its removal would take away
 * what covers it from children that live.
 */
export async function emptyDumps(dataDir: string): Promise<void> {
  const folder = join(dataDir, DUMPS)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Returns the name of the dump. */
export async function layDump(database: Database, dataDir: string): Promise<string> {
  await emptyDumps(dataDir)
  const name = crypto.randomUUID()
  await database.dump?.(join(dataDir, DUMPS, name))
  return name
}

/** The command's half, also without a running service. */
export const dumpEmbedded = (dataDir: string, path: string): Promise<void> =>
  inTurnToDump(dataDir, async () => {
    const name = await askControlSocket(dataDir, ['dump'])
    if (typeof name === 'string') return takeDump(join(dataDir, DUMPS, name), path)
    // A dump before an upgrade may be made by the new release: what it reads stays of the old one.
    const database = await openDatabase({ folder: dataDir, upgrades: false })
    try {
      await database.dump?.(path)
    } finally {
      await database.close()
    }
  })

async function takeDump(laid: string, path: string): Promise<void> {
  try {
    await pipeline(createReadStream(laid), createWriteStream(path, { mode: 0o600, flush: true }))
  } finally {
    await rm(laid, { force: true })
  }
}
