// Avatars that no account shows: what a process left behind that died between the file and the row (document 1 §7; U-22). They would
// stay public for ever. Young ones may still get their row and stay.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { AVATAR_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'

export const AVATAR_SWEEP_QUEUE = 'avatar-sweep'
export const AVATAR_SWEEP_CRON = '47 3 * * *'

const YOUNG_MS = DAY_MS
const BATCH = 200
/** `avatars/{userId}/file`. */
const AVATAR_KEY = new RegExp(`^${AVATAR_CATEGORY}/([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})/[^/]+$`)

export interface AvatarSweepParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly log: Log
  readonly clock: Clock
}

/** Files that were removed. */
export async function removeOrphanAvatars(parts: AvatarSweepParts): Promise<number> {
  let removed = 0
  let batch = new Map<string, string>()
  const bornBeforeMs = parts.clock.now().getTime() - YOUNG_MS
  for await (const { key, storedAt } of parts.storage.list(AVATAR_CATEGORY)) {
    const userId = AVATAR_KEY.exec(key)?.[1]
    if (!userId || storedAt.getTime() > bornBeforeMs) continue
    batch.set(key, userId)
    if (batch.size < BATCH) continue
    removed += await removeUnshown(parts, batch)
    batch = new Map()
  }
  removed += await removeUnshown(parts, batch)
  if (removed > 0) parts.log.warn({ files: removed }, 'avatars without a profile removed')
  return removed
}

async function removeUnshown(
  { database, storage }: AvatarSweepParts,
  userIds: ReadonlyMap<string, string>,
): Promise<number> {
  if (userIds.size === 0) return 0
  const rows = await database.query<{ address: string }>(
    `select avatar_url as address from user_profiles where id = any($1::uuid[]) and avatar_url is not null
     union all select image from auth_users where id = any($1::uuid[]) and image is not null`,
    [[...new Set(userIds.values())]],
  )
  const shown = new Set(rows.map(({ address }) => address))
  const orphans = [...userIds.keys()].filter((key) => !shown.has(`/${key}`))
  for (const key of orphans) await storage.remove(key)
  return orphans.length
}
