// The service's signing secret when the operator sets none: made once, kept in the data folder for its owner only.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError, prepareDataFolder } from './data-folder.ts'

/** Two processes that start together end with the same secret: the file is created exclusively. Throws DataFolderError. */
export function readOrMakeSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  const known = readSecret(path)
  if (known !== undefined) return known
  prepareDataFolder(dataDir)
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}

/** Undefined where none is there. Commands go by it on a full disk, too: only who would write needs room. */
function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new DataFolderError(
      `${path} cannot be read (${code}): run this as the user whose the service is. 无法读取该文件，请以运行服务的用户执行。`,
    )
  }
}
