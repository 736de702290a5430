// Without a mail account: emails become files in an outbox folder and one log line each. No screen claims a sent mail (C-33).
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import { FILE_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Mailer } from './mailer.ts'

const ENDING = '.json'

export const outboxIn = (dataDir: string): string => join(dataDir, 'outbox')

/**
 * The nightly round, of emails that are older than pictures are kept: they name people and what they did. Also once a mail account is configured, for those from
 * before.
 */
export async function removeOldEmails(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let removed = 0
  for (const name of names.filter((found) => found.endsWith(ENDING))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs > now.getTime() - FILE_RETENTION_DAYS * DAY_MS) continue
    await rm(join(folder, name), { force: true })
    removed += 1
  }
  return removed
}

/** The folder is made with the first email. Files are readable by their owner only: emails hold codes and links. */
export function createOutboxMailer(folder: string, log: Log, clock: Clock): Mailer {
  return {
    delivers: false,
    send: async (message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${clock.now().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}${ENDING}`
      await writeFile(join(folder, name), `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 })
      log.info({ file: name, subject: message.subject }, 'email put into the outbox: no mail account is configured')
    },
  }
}
