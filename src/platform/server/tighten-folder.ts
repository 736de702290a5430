// Takes the rights of everybody else from what lies below the data folder: folders 0700, files 0600. New files get them by the umask
// of the process; this is for those that an earlier version, a restored backup or another umask left behind.
import type { Dirent } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const OTHERS = 0o077

/** Returns how many were changed. Links are not followed; what cannot be changed (another owner's) is left. */
export async function tightenFolder(folder: string): Promise<number> {
  // The outermost first: that already blocks access to the rest.
  let changed = await tighten(folder)
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) changed += await tightenFolder(path)
    else if (entry.isFile()) changed += await tighten(path)
  }
  return changed
}

async function tighten(path: string): Promise<number> {
  try {
    const { mode } = await lstat(path)
    if ((mode & OTHERS) === 0) return 0
    await chmod(path, mode & 0o777 & ~OTHERS)
    return 1
  } catch {
    return 0
  }
}
