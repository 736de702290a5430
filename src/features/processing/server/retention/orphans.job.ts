// Files that no row names: what an upload or a run left behind when its process died, what a cancelled or failed run had stored already, what
// was made of a picture while its files were being removed, or an account whose files were. Nobody could ever delete them (U-16, U-56).
// Young ones may still get their row and stay.
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

/** Of these ids, those whose row names files or may still name some. */
const OWNED = {
  [UPLOAD_CATEGORY]: `select id from user_uploads where id = any($1::uuid[]) and files_removed_at is null
                      union all select id from trial_uploads where id = any($1::uuid[])`,
  [RESULT_CATEGORY]: `select id from processing_history where id = any($1::uuid[])
                         and (status in ('pending', 'processing') or (result_oss_url is not null and files_removed_at is null))`,
} as const

/** Folders that were removed. */
export async function removeOrphans(parts: SweepParts): Promise<number> {
  let removed = 0
  for (const [category, owned] of Object.entries(OWNED)) removed += await sweep(parts, category, owned)
  if (removed > 0) parts.log.warn({ folders: removed }, 'files without a row removed')
  return removed
}

async function sweep(parts: SweepParts, category: string, owned: string): Promise<number> {
  let removed = 0
  let folders = new Map<string, string>()
  const flush = async () => {
    removed += await removeUnowned(parts, owned, folders)
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
  await flush()
  return removed
}

async function removeUnowned(
  { database, storage }: SweepParts,
  owned: string,
  folders: ReadonlyMap<string, string>,
): Promise<number> {
  if (folders.size === 0) return 0
  const rows = await database.query<{ id: string }>(owned, [[...folders.keys()]])
  const ownedIds = new Set(rows.map(({ id }) => id))
  const orphans = [...folders].filter(([id]) => !ownedIds.has(id.toLowerCase()))
  for (const [, folder] of orphans) await removeFolder(storage, folder)
  return orphans.length
}
