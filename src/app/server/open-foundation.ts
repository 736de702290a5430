// The plumbing of one process, opened in order: data folder, database (with its lock), storage, queue, mail.
import { AVATAR_SWEEP_QUEUE } from '#features/account/server/profile/avatar-sweep.job.ts'
import { reencryptAccounts } from '#features/account/server/sign-in/reencrypt-accounts.ts'
import { VERIFICATION_CLEANUP_QUEUE } from '#features/account/server/verification/verification-cleanup.job.ts'
import { AUDIT_QUEUE } from '#features/admin/server/audit/nightly-audit.job.ts'
import { LOG_RETENTION_QUEUE } from '#features/admin/server/logs/log-retention.job.ts'
import { VENDOR_REPORT_QUEUE } from '#features/admin/server/reconciliation/reconcile.job.ts'
import { ORDER_CHECK_QUEUE } from '#features/billing/server/payment/check-orders.job.ts'
import { ACCOUNT_DELETION_QUEUE, ENDED_FILES_QUEUE } from '#features/history/server/own-data/delete-account.ts'
import { PROCESSING_QUEUES } from '#features/processing/server/queue-names.ts'
import { type Clock, systemClock } from '#platform/server/clock.ts'
import { prepareDataFolder } from '#platform/server/data-folder.ts'
import type { Database } from '#platform/server/database/database.ts'
import { databaseHome } from '#platform/server/database/database-settings.ts'
import type { OnBlocked } from '#platform/server/database/migrate-server.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { proveIdentity } from '#platform/server/identity/prove-identity.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import { createOutboxMailer, outboxIn } from '#platform/server/mail/outbox-mailer.ts'
import { toPeopleWithAddress } from '#platform/server/mail/people-with-address.ts'
import { createSmtpMailer } from '#platform/server/mail/smtp-mailer.ts'
import { openQueue } from '#platform/server/queue/boss-queue.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import type { Settings } from '#platform/server/settings.ts'
import { createSmsSender } from '#platform/server/sms/create-sms-sender.ts'
import type { SmsSender } from '#platform/server/sms/sms-sender.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { tightenFolder } from '#platform/server/tighten-folder.ts'
import { openFileStorage } from './open-file-storage.ts'
import { OUTBOX_QUEUE } from './outbox-retention.job.ts'

/** Every queue of the features. */
export const QUEUES: readonly string[] = [
  ...PROCESSING_QUEUES,
  VERIFICATION_CLEANUP_QUEUE,
  AVATAR_SWEEP_QUEUE,
  LOG_RETENTION_QUEUE,
  AUDIT_QUEUE,
  VENDOR_REPORT_QUEUE,
  ACCOUNT_DELETION_QUEUE,
  ENDED_FILES_QUEUE,
  ORDER_CHECK_QUEUE,
  OUTBOX_QUEUE,
]

export interface Foundation {
  readonly settings: Settings
  readonly log: Log
  readonly clock: Clock
  readonly database: Database
  readonly storage: ObjectStorage
  readonly queue: Queue
  readonly mailer: Mailer
  /** Undefined while no SMS account is configured. */
  readonly sms: SmsSender | undefined
}

/** Throws DataFolderError, FolderLockedError, IdentityError or the database's own error; nothing stays open then. */
export async function openFoundation(settings: Settings, log: Log): Promise<Foundation> {
  const clock = systemClock
  prepareDataFolder(settings.dataDir)
  const tightened = await tightenFolder(settings.dataDir)
  if (tightened > 0) log.info({ tightened }, 'files that others could read are private now')
  const { dataDir, timeZone } = settings
  const onBlocked: OnBlocked = (holder, what) => log.warn({ holder }, MIGRATIONS_WAIT[what])
  const database = await openDatabase({ ...databaseHome(settings), timeZone, onBlocked })
  try {
    // TRAP: a new embedded database is unpacked with the rights in its archive, 0644, whatever the umask is.
    await tightenFolder(dataDir)
    const storage = await openFileStorage(settings, clock)
    const { secret, previousSecret } = settings
    await proveIdentity({ database, storage, secret, previousSecret, onNewSecret: reencryptAccounts })
    const queue = await openQueue(database, QUEUES, log)
    const mailer = createMailer(settings, log, clock)
    const sms = settings.sms && createSmsSender(settings.sms, clock)
    return { settings, log, clock, database, storage, queue, mailer, sms }
  } catch (error) {
    await database.close()
    throw error
  }
}

const MIGRATIONS_WAIT = {
  turn: 'migrations wait: another process brings the tables up to date',
  tables: 'migrations wait: a transaction keeps the locks of the tables',
}

function createMailer(settings: Settings, log: Log, clock: Clock): Mailer {
  if (settings.smtpUrl) return toPeopleWithAddress(createSmtpMailer(settings.smtpUrl, settings.mailFrom))
  return toPeopleWithAddress(createOutboxMailer(outboxIn(settings.dataDir), log, clock))
}
