// When this machine was backed up last: an empty file of `DATA_DIR`, which the running service measures (service-metrics.ts).
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const pathIn = (dataDir: string) => join(dataDir, 'last-backup')

/**
 * The backup itself is whole by then, so a folder that this user may not write to is no failure of it. TRAP: one that root has made cannot be written
 * by the service's user, who owns the folder and may remove it.
 */
export async function noteBackup(dataDir: string): Promise<void> {
  try {
    await rm(pathIn(dataDir), { force: true })
    await writeFile(pathIn(dataDir), '')
  } catch {}
}

/** Milliseconds since 1970; undefined where there was none. */
export async function lastBackupMs(dataDir: string): Promise<number | undefined> {
  const found = await stat(pathIn(dataDir)).catch(() => undefined)
  return found?.mtimeMs
}
