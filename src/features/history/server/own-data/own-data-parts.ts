// What the export and the end of an account are made of.

import type { Accounts } from '#features/account/server/accounts.ts'
import type { Processing } from '#features/processing/server/processing.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import type { ArchivePlaces } from '../archive-places.ts'

export interface OwnDataParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly queue: Pick<Queue, 'send'>
  readonly archivePlaces: ArchivePlaces
  readonly clock: Clock
  readonly log: Log
  readonly accounts: Pick<
    Accounts,
    'proveOwner' | 'hasPassword' | 'scheduleDeletion' | 'dueDeletions' | 'mayRemove' | 'remove' | 'demandStillSignedIn'
  >
  readonly processing: Pick<Processing, 'cancelAndWait'>
  /** Billing lies to the right, so the composition root passes the questions on. */
  readonly hasPurchases: (userId: string) => Promise<boolean>
  readonly readPurchases: (userId: string) => Promise<object>
  readonly readRefunds: (userId: string) => Promise<readonly unknown[]>
  /** What the owner asked for and nobody decided. */
  readonly grantRefunds: (userId: string) => Promise<void>
  readonly settings: Pick<Settings, 'timeZone' | 'secret' | 'productName'>
}
