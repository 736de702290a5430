// The service's signing secret when the operator sets none: made once, kept in the data folder for its owner only.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from './data-folder.ts'

/** Two processes that start together end with the same secret: the file is created exclusively. Throws DataFolderError. */
export function readOrMakeSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  prepareDataFolder(dataDir)
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}
