// Two commands on one backup, or two dumps of one service, would take each other's files: one lock each, which the system releases with its process.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lockName } from '#platform/server/database/lock-folder.ts'
import { BackupError, isInBucket } from './backup-parts.ts'

const ASK_AGAIN_MS = 250
/** Far above any dump of a database that fits in memory: its holder hangs. */
const PATIENCE_MS = 30 * 60_000

/** Runs as the only one at the backup that lies there; throws BackupError while another command has it. */
export async function aloneAt<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await lockName(`backup ${isInBucket(place) ? place.replace(/\/$/, '') : realPath(place)}`)
  if (!lock)
    throw new BackupError(
      `Another command is at work on ${place}: wait until it has ended, then run this one again. 另一个备份、校验或恢复命令正在使用 ${place}，请等它结束后再执行。`,
    )
  return work().finally(lock.release)
}

/** For the embedded database's dump, which is a matter of seconds: waits for its turn. Throws BackupError when it does not come. */
export async function inTurnToDump<Result>(
  dataDir: string,
  work: () => Promise<Result>,
  patienceMs = PATIENCE_MS,
): Promise<Result> {
  const giveUpAtMs = performance.now() + patienceMs
  const name = `dump ${realPath(dataDir)}`
  let lock = await lockName(name)
  for (; !lock; lock = await lockName(name)) {
    if (performance.now() > giveUpAtMs)
      throw new BackupError(
        `Another backup has been dumping the database of ${dataDir} for ${Math.round(patienceMs / 60_000)} minutes: end it, then run this one again. 另一个备份命令长时间占用数据库导出，请结束它后再执行。`,
      )
    await delay(ASK_AGAIN_MS)
  }
  return work().finally(lock.release)
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder) // not there yet
  }
}
