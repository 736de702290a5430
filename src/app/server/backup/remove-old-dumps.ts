// Dumps go after their days, told by their names: also those of a run that was broken off before it wrote their manifest.
import { ACCOUNT_DELETION_DAYS, DELETION_GRACE_DAYS } from '#rulebook/site/retention.ts'
import { DATABASE } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'

/** A night until the next run, two until `HuanyingBackupOld` tells that it failed; what is left of them is the operator's (watching.test.ts). */
const ROUNDS_DAYS = 3
/** Promised to people: their account is gone in so many days, from backups too. It goes after its days of grace. */
export const KEEP_DUMPS_DAYS = ACCOUNT_DELETION_DAYS - DELETION_GRACE_DAYS - ROUNDS_DAYS

export const stampOf = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

/** When a backup was begun. */
export const timeOf = (stamp: string): Date => new Date(stamp.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+)Z$/, 'T$1:$2:$3.$4Z'))

/** A stamp has no dots. */
const OF_A_DUMP = /^(\d{4}-[\dTZ-]+)\.(?:json|pgdump|tar\.gz)$/

/** Returns how many dumps went. */
export async function removeOldDumps(target: BackupTarget, now: Date): Promise<number> {
  const bornBefore = stampOf(new Date(now.getTime() - KEEP_DUMPS_DAYS * 24 * 3600_000))
  const gone = new Set<string>()
  // A manifest goes before its dump: one without a dump would promise what is not there.
  for (const name of (await target.names(DATABASE)).sort()) {
    const stamp = OF_A_DUMP.exec(name)?.[1]
    if (stamp === undefined || stamp >= bornBefore) continue
    await target.remove(`${DATABASE}/${name}`)
    gone.add(stamp)
  }
  return gone.size
}
