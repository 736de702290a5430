// The processing history put together: list, statistics, removal, cleanup, archive (document 1 §4, §7, §9; C-14, C-28, C-54, P-10, U-56).
import type { Processing } from '#features/processing/server/processing.ts'
import { listUploads, type UploadWithRecords } from '#features/processing/server/uploads/upload-records.store.ts'
import { toUpload } from '#features/processing/server/uploads/upload-view.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { RESULTS_ARCHIVE_NAME } from '#rulebook/history/archive-texts.ts'
import { type HistoryEntry, historyContract } from '../contract.ts'
import { ARCHIVE_PATH, type ArchiveClaims, offerArchive, openArchive } from './archive.ts'
import type { ArchivePlaces } from './archive-places.ts'
import { createArchiveRoute } from './archive-route.ts'
import { cleanUp, previewCleanup } from './clean-up.ts'
import { type DemandStillSignedIn, readLivingTicket } from './ticket-owner.ts'
import { readUserStats } from './user-stats.ts'

export interface HistoryParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly clock: Clock
  readonly processing: Pick<
    Processing,
    'presentJobs' | 'removeUploads' | 'measureExpiredFilesOf' | 'removeExpiredFilesOf'
  >
  readonly demandStillSignedIn: DemandStillSignedIn
  /** Shared with the export of a person's data: they count together. */
  readonly archivePlaces: ArchivePlaces
  readonly settings: Pick<Settings, 'timeZone' | 'secret' | 'productName'>
}

export type History = ReturnType<typeof createHistory>

export function createHistory(parts: HistoryParts) {
  const { database, settings, archivePlaces: places } = parts
  const tickets = createTickets<ArchiveClaims>(settings.secret, 'history archive', parts.clock)
  const archiveParts = { ...parts, tickets }
  const calls = implementContract(historyContract)
  return {
    router: calls.router({
      list: calls.list.handler(async ({ input, context }) => {
        const { uploads, hasMore } = await listUploads(database, context.userId, input)
        return { entries: await toEntries(parts, uploads), hasMore }
      }),
      stats: calls.stats.handler(({ context }) => readUserStats(database, context.userId, settings.timeZone)),
      remove: calls.remove.handler(async ({ input, context }) => ({
        removed: await parts.processing.removeUploads(context.userId, input.uploadIds),
      })),
      cleanupPreview: calls.cleanupPreview.handler(({ context }) => previewCleanup(parts, context.userId)),
      cleanup: calls.cleanup.handler(({ context }) => cleanUp(parts, context.userId)),
      archive: calls.archive.handler(({ input, context }) => {
        places.demandRoom(context)
        return offerArchive(archiveParts, context, input.uploadIds)
      }),
    }),
    routes: createArchiveRoute({
      path: ARCHIVE_PATH,
      name: RESULTS_ARCHIVE_NAME,
      clock: parts.clock,
      settings,
      places,
      verify: (ticket) => readLivingTicket(archiveParts, ticket),
      open: (claims) => openArchive(archiveParts, claims),
    }),
  }
}

/** Records of a page are presented together: what each would ask for by itself is asked once. */
async function toEntries(
  { storage, processing }: HistoryParts,
  entries: readonly UploadWithRecords[],
): Promise<HistoryEntry[]> {
  const jobs = await processing.presentJobs(entries.flatMap(({ records }) => records))
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return Promise.all(
    entries.map(async ({ upload, records }) => ({
      ...(await toUpload(storage, upload)),
      records: records.map(({ id }) => byId.get(id)!),
    })),
  )
}
