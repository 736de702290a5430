// Every night the outbox loses what is older than pictures are kept.
import { outboxIn, removeOldEmails } from '#platform/server/mail/outbox-mailer.ts'
import type { Foundation } from './open-foundation.ts'

export const OUTBOX_QUEUE = 'outbox-retention'
const OUTBOX_CRON = '37 3 * * *'

export const scheduleOutboxRound = ({
  queue,
  settings,
  clock,
  log,
}: Pick<Foundation, 'queue' | 'settings' | 'clock' | 'log'>): Promise<void> =>
  queue.schedule(OUTBOX_QUEUE, OUTBOX_CRON, settings.timeZone, async () => {
    const emails = await removeOldEmails(outboxIn(settings.dataDir), clock.now())
    if (emails > 0) log.info({ emails }, 'old emails removed from the outbox')
  })
