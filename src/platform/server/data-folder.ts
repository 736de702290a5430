// The data folder is checked before anything opens in it, so that a wrong folder or a full disk is reported in one clear sentence
// instead of a failure inside the database.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The first start writes about 40 MB (measured: the embedded database's own files). */
const LEAST_FREE_BYTES = 64 * 1024 * 1024

export class DataFolderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DataFolderError'
  }
}

/** Makes the folder when it is missing. Throws DataFolderError when it cannot be written or has no room. */
export function prepareDataFolder(folder: string, leastFreeBytes = LEAST_FREE_BYTES): void {
  const probe = join(folder, `.probe-${randomUUID()}`)
  let freeBytes: number
  try {
    makeFolders(folder)
    writeFileSync(probe, 'writable')
    rmSync(probe)
    const { bavail, bsize } = statfsSync(folder)
    freeBytes = bavail * bsize
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw fullDisk(folder)
    throw new DataFolderError(
      `The data folder ${folder} cannot be written (${code}). Set DATA_DIR to a writable folder. 数据目录无法写入，请检查权限或修改 DATA_DIR。`,
    )
  }
  if (freeBytes < leastFreeBytes) throw fullDisk(folder)
}

/** TRAP: Node's own way of making all of them (`recursive`) never ends below /proc, where a folder is neither there nor can be made. */
export function makeFolders(path: string, mode?: number): void {
  if (existsSync(path)) return
  makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const fullDisk = (folder: string) =>
  new DataFolderError(
    `The disk of the data folder ${folder} is full. Free some space and start again. 数据目录所在磁盘空间不足，请清理后重新启动。`,
  )
