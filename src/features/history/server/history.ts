// The processing history put together: list, statistics, removal, cleanup, archive (document 1 §4, §7, §9; C-14, C-28, C-54, P-10, U-56).
import { implement } from '@orpc/server'
import type { Processing } from '#features/processing/server/processing.ts'
import { signedInUser } from '#features/processing/server/signed-in-user.ts'
import { toUpload } from '#features/processing/server/uploads/upload-view.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { RESULTS_ARCHIVE_NAME } from '#rulebook/history/archive-texts.ts'
import { type HistoryEntry, historyContract } from '../contract.ts'
import { ARCHIVE_PATH, type ArchiveClaims, offerArchive, openArchive } from './archive.ts'
import { createArchiveRoute } from './archive-route.ts'
import { cleanUp, previewCleanup } from './clean-up.ts'
import { listUploads, type UploadWithRecords } from './history.store.ts'
import { removeUploads } from './remove-uploads.ts'
import { readUserStats } from './user-stats.ts'

export interface HistoryParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly clock: Clock
  readonly processing: Pick<Processing, 'presentJob' | 'cancelQuietly' | 'removeExpiredFilesOf'>
  readonly settings: { readonly timeZone: string; readonly secret: string }
}

export type History = ReturnType<typeof createHistory>

export function createHistory(parts: HistoryParts) {
  const { database, settings } = parts
  const tickets = createTickets<ArchiveClaims>(settings.secret, 'history archive', parts.clock)
  const archiveParts = { ...parts, tickets }
  const os = implement(historyContract).$context<RequestContext>()
  return {
    router: os.router({
      list: os.list.handler(async ({ input, context }) => {
        const { uploads, hasMore } = await listUploads(database, signedInUser(context), input)
        return { entries: await Promise.all(uploads.map((upload) => toEntry(parts, upload))), hasMore }
      }),
      stats: os.stats.handler(({ context }) => readUserStats(database, signedInUser(context), settings.timeZone)),
      remove: os.remove.handler(async ({ input, context }) => ({
        removed: await removeUploads(parts, signedInUser(context), input.uploadIds),
      })),
      cleanupPreview: os.cleanupPreview.handler(({ context }) => previewCleanup(parts, signedInUser(context))),
      cleanup: os.cleanup.handler(({ context }) => cleanUp(parts, signedInUser(context))),
      archive: os.archive.handler(({ input, context }) =>
        offerArchive(archiveParts, signedInUser(context), input.uploadIds),
      ),
    }),
    routes: createArchiveRoute({
      path: ARCHIVE_PATH,
      name: RESULTS_ARCHIVE_NAME,
      clock: parts.clock,
      timeZone: settings.timeZone,
      open: (ticket) => openArchive(archiveParts, ticket),
    }),
  }
}

async function toEntry({ storage, processing }: HistoryParts, entry: UploadWithRecords): Promise<HistoryEntry> {
  const records = await Promise.all(entry.records.map(processing.presentJob))
  return { ...(await toUpload(storage, entry.upload)), records }
}
