// Where a backup in a bucket passes through this machine: whole dumps and pictures, readable by whoever reads the disk. One private folder for each
// place, so that what a killed command has left is found and removed by the next one.
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearedAtSignals } from '#platform/server/cleared-at-signals.ts'
import { BackupError, isInBucket } from './backup-parts.ts'

export function tempRootOf(place: string): string {
  const name = createHash('sha256').update(place.replace(/\/$/, '')).digest('hex').slice(0, 16)
  return join(tmpdir(), `huanying-backup-${process.getuid?.() ?? 'own'}-${name}`)
}

/** For the one command that is at work on `place`. A backup in a folder needs nothing here. */
export async function withTempRoot<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  if (!isInBucket(place)) return work()
  const root = tempRootOf(place)
  refuseOthers(root)
  const clear = () => rmSync(root, { recursive: true, force: true })
  clear()
  return clearedAtSignals(clear, () => {
    // Fails where somebody else has just made it.
    mkdirSync(root, { mode: 0o700 })
    return work()
  })
}

/** The name is known to everybody on the machine, and so is TMPDIR. */
function refuseOthers(root: string): void {
  const found = lstatSync(root, { throwIfNoEntry: false })
  if (!found || (found.isDirectory() && [undefined, found.uid].includes(process.getuid?.()))) return
  throw new BackupError(
    `${root} belongs to somebody else: remove it, or set TMPDIR to another folder. 该临时目录属于其他用户，请删除它，或修改 TMPDIR。`,
  )
}
