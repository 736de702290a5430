// When this machine was backed up last: an empty file of `DATA_DIR`, which the running service measures (service-metrics.ts).
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const pathIn = (dataDir: string) => join(dataDir, 'last-backup')

/** TRAP: the backup itself is whole by then, so a folder that this user may not write to is no failure of it. */
export const noteBackup = (dataDir: string): Promise<void> => writeFile(pathIn(dataDir), '').catch(() => {})

/** Milliseconds since 1970; undefined where there was none. */
export async function lastBackupMs(dataDir: string): Promise<number | undefined> {
  const found = await stat(pathIn(dataDir)).catch(() => undefined)
  return found?.mtimeMs
}
