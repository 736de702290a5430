// The plumbing of a service for tests: a fresh database on either home, a folder that goes away, a free port, a silent log.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemClock } from '#platform/server/clock.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutboxMailer } from '#platform/server/mail/outbox-mailer.ts'
import { openQueue } from '#platform/server/queue/boss-queue.ts'
import { readSettings } from '#platform/server/settings.ts'
import { createSmsSender } from '#platform/server/sms/create-sms-sender.ts'
import { openFileStorage } from '../open-file-storage.ts'
import { type Foundation, QUEUES } from '../open-foundation.ts'

/** Closing the database also removes the folder. */
export async function openTestFoundation(
  env: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<Foundation> {
  const folder = mkdtempSync(join(tmpdir(), 'huanying-test-'))
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: 'http://service.test',
    DATA_DIR: folder,
    STOP_GRACE_SECONDS: '1',
    SIGN_UP_WALL: 'none',
    ...env,
  })
  const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent')
  const opened = await openTestDatabase(settings.timeZone)
  const database = {
    ...opened,
    close: async () => {
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return {
    settings,
    log,
    clock,
    database,
    storage: await openFileStorage(settings, clock),
    queue: await openQueue(database, QUEUES, log),
    sms: settings.sms && createSmsSender(settings.sms, systemClock),
    mailer: createOutboxMailer(join(folder, 'outbox'), log, systemClock),
  }
}
