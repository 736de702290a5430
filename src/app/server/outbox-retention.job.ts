// Every night the outbox loses what is older than pictures are kept.
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log.ts'
import { outboxIn, removeOldEmails } from '#platform/server/mail/outbox-mailer.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import type { Settings } from '#platform/server/settings.ts'

export const OUTBOX_QUEUE = 'outbox-retention'
const OUTBOX_CRON = '37 3 * * *'

export const scheduleOutboxRound = ({
  queue,
  settings,
  clock,
  log,
}: {
  readonly queue: Queue
  readonly settings: Pick<Settings, 'dataDir' | 'timeZone'>
  readonly clock: Clock
  readonly log: Log
}): Promise<void> =>
  queue.schedule(OUTBOX_QUEUE, OUTBOX_CRON, settings.timeZone, async () => {
    const emails = await removeOldEmails(outboxIn(settings.dataDir), clock.now())
    if (emails > 0) log.info({ emails }, 'old emails removed from the outbox')
  })
