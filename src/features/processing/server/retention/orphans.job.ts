// Files that no row names: what an upload or a run left behind when its process died, what a cancelled or failed run had stored already, what
// was made of a picture while its files were being removed, or an account whose files were. Nobody could ever delete them (U-16, U-56).
// Young ones may still get their row and stay. Very many without any row are no leavings but a database that was set back (decision 0231).
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import { type ObjectStorage, removeFolder } from '#platform/server/storage/object-storage.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import { RESULT_CATEGORY, UPLOAD_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'

interface SweepParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly log: Log
  readonly clock: { now(): Date }
}

const YOUNG_MS = DAY_MS
const BATCH = 200
/** `uploads/{owner}/{id}/file` and `results/{owner}/{id}/file`. */
const ID_SEGMENT = 2
/** Folders without a row that are taken for leavings, and their share of all folders; the greater of the two. */
const MOST_UNKNOWN = { folders: 10, share: 0.01 } as const

/** Those of these ids that have a row, and whether it names files or may still name some. */
const KNOWN = {
  [UPLOAD_CATEGORY]: `select id, files_removed_at is null as "hasFiles" from user_uploads where id = any($1::uuid[])
                      union all select id, true from trial_uploads where id = any($1::uuid[])`,
  [RESULT_CATEGORY]: `select id, status in ('pending', 'processing') or (result_oss_url is not null and files_removed_at is null) as "hasFiles"
                        from processing_history where id = any($1::uuid[])`,
} as const

interface Found {
  readonly seen: number
  /** No row, neither of a picture nor of a run. */
  readonly unknown: readonly string[]
  /** Their row names no file. */
  readonly unnamed: readonly string[]
}

/** Folders that were removed. `isSure`: somebody has looked, and the database is the right one. */
export async function removeOrphans(parts: SweepParts, { isSure = false } = {}): Promise<number> {
  let removed = 0
  for (const [category, known] of Object.entries(KNOWN)) {
    const { seen, unknown, unnamed } = await findOrphans(parts, category, known)
    const areTooMany = !isSure && unknown.length > Math.max(MOST_UNKNOWN.folders, MOST_UNKNOWN.share * seen)
    if (areTooMany)
      parts.log.error({ category, folders: unknown.length }, 'too many files without a row: left where they are')
    const orphans = areTooMany ? unnamed : [...unnamed, ...unknown]
    for (const folder of orphans) await removeFolder(parts.storage, folder)
    removed += orphans.length
  }
  if (removed > 0) parts.log.warn({ folders: removed }, 'files without a row removed')
  return removed
}

async function findOrphans(parts: SweepParts, category: string, known: string): Promise<Found> {
  const found = { seen: 0, unknown: [] as string[], unnamed: [] as string[] }
  let folders = new Map<string, string>()
  const flush = async () => {
    const rows = await parts.database.query<{ id: string; hasFiles: boolean }>(known, [[...folders.keys()]])
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    for (const [id, folder] of folders) {
      const row = rowOf.get(id.toLowerCase())
      if (!row) found.unknown.push(folder)
      else if (!row.hasFiles) found.unnamed.push(folder)
    }
    found.seen += folders.size
    folders = new Map()
  }
  const bornBeforeMs = parts.clock.now().getTime() - YOUNG_MS
  for await (const { key, storedAt } of parts.storage.list(category)) {
    const segments = key.split('/')
    const id = segments[ID_SEGMENT] ?? ''
    if (segments.length <= ID_SEGMENT + 1 || !isUuid(id) || storedAt.getTime() > bornBeforeMs) continue
    folders.set(id, segments.slice(0, ID_SEGMENT + 1).join('/'))
    if (folders.size >= BATCH) await flush()
  }
  if (folders.size > 0) await flush()
  // A folder that spans two batches is found twice.
  return { seen: found.seen, unknown: [...new Set(found.unknown)], unnamed: [...new Set(found.unnamed)] }
}
