// The processing history put together: list, statistics, removal (document 1 §4, §7; C-28, C-54, U-56).
import { implement } from '@orpc/server'
import type { Processing } from '#features/processing/server/processing.ts'
import { signedInUser } from '#features/processing/server/signed-in-user.ts'
import { toUpload } from '#features/processing/server/uploads/upload-view.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { type HistoryEntry, historyContract } from '../contract.ts'
import { listUploads, type UploadWithRecords } from './history.store.ts'
import { removeUploads } from './remove-uploads.ts'
import { readUserStats } from './user-stats.ts'

export interface HistoryParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly processing: Pick<Processing, 'presentJob' | 'cancelQuietly'>
  readonly settings: { readonly timeZone: string }
}

export type History = ReturnType<typeof createHistory>

export function createHistory(parts: HistoryParts) {
  const { database } = parts
  const os = implement(historyContract).$context<RequestContext>()
  return {
    router: os.router({
      list: os.list.handler(async ({ input, context }) => {
        const { uploads, hasMore } = await listUploads(database, signedInUser(context), input)
        return { entries: await Promise.all(uploads.map((upload) => toEntry(parts, upload))), hasMore }
      }),
      stats: os.stats.handler(({ context }) => readUserStats(database, signedInUser(context), parts.settings.timeZone)),
      remove: os.remove.handler(async ({ input, context }) => ({
        removed: await removeUploads(parts, signedInUser(context), input.uploadIds),
      })),
    }),
  }
}

async function toEntry({ storage, processing }: HistoryParts, entry: UploadWithRecords): Promise<HistoryEntry> {
  const records = await Promise.all(entry.records.map(processing.presentJob))
  return { ...(await toUpload(storage, entry.upload)), records }
}
