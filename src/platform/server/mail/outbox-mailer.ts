// Without a mail account: emails become files in an outbox folder and one log line each. No screen claims a sent mail (C-33).
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Mailer } from './mailer.ts'

/** The folder is made with the first email. Files are readable by their owner only: emails hold codes and links. */
export function createOutboxMailer(folder: string, log: Log, clock: Clock): Mailer {
  return {
    delivers: false,
    send: async (message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${clock.now().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.json`
      await writeFile(join(folder, name), `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 })
      log.info({ file: name, subject: message.subject }, 'email put into the outbox: no mail account is configured')
    },
  }
}
