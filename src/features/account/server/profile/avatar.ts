// The avatar of a profile (document 1 §5, §7, §9; U-22): checked, redrawn as a square without metadata by the engine's child, stored under its own
// name, then the old one goes. Avatars are the only public pictures (U-58).
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { EngineError } from '#engine/engine-error.ts'
import type { Engine } from '#engine/engine-types.ts'
import type { Clock } from '#platform/server/clock.ts'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import { type ObjectStorage, refusingWhenFull } from '#platform/server/storage/object-storage.ts'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import {
  AVATAR_MAX_SIDE_PX,
  AVATAR_MIME_TYPES,
  AVATAR_MIN_SIDE_PX,
  type AvatarErrorCode,
  avatarPath,
  checkAvatarFile,
} from '#rulebook/account/avatar.ts'
import { AVATAR_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import { userProfiles } from '../tables.ts'

const SIDE_PX = 512
const EXTENSION = 'webp'
const SOURCE_SIDES_PX = { min: AVATAR_MIN_SIDE_PX, max: AVATAR_MAX_SIDE_PX }

export interface AvatarParts {
  readonly database: Database
  readonly storage: ObjectStorage
  /** Decodes untrusted files in a separate process. */
  readonly engine: Pick<Engine, 'drawSquare'>
  /** Folder of temporary files of this service. */
  readonly tempRoot: string
  readonly clock: Clock
  readonly log: Log
}

/** Throws ServiceError with a code of AVATAR_ERRORS; the old avatar stays then. */
export async function setAvatar(parts: AvatarParts, userId: string, file: File | undefined): Promise<void> {
  const problem = checkAvatarFile(file)
  if (problem || !file) throw new ServiceError(problem?.code ?? 'avatar-missing')
  const key = await storeAvatar(parts, userId, file)
  await replaceAddress(parts, userId, `/${key}`)
}

/** Returns the key under which the square lies. */
export const storeAvatar = (parts: AvatarParts, userId: string, file: File): Promise<string> =>
  withTempFolder(parts.tempRoot, 'avatar', async (folder) => {
    const targetPath = await drawSquare(parts.engine, userId, file, folder)
    const key = await freeKey(parts, userId)
    await parts.storage.putFile(key, targetPath, 'image/webp')
    return key
  })

/** The latest that this process has given away. */
let latestMs = 0

/** Nothing is overwritten: the one of the same millisecond would go with the removal of the "old" one, or be the old one itself. */
async function freeKey({ storage, clock }: AvatarParts, userId: string): Promise<string> {
  for (;;) {
    latestMs = Math.max(clock.now().getTime(), latestMs + 1)
    const key = avatarPath(userId, latestMs, EXTENSION)
    if (!(await storage.stat(key))) return key
  }
}

/** Back to the generated one. */
export const removeAvatar = (parts: AvatarParts, userId: string): Promise<void> => replaceAddress(parts, userId, null)

async function drawSquare(engine: AvatarParts['engine'], userId: string, file: File, folder: string): Promise<string> {
  const [sourcePath, targetPath] = [join(folder, 'received'), join(folder, 'avatar')]
  await refusingWhenFull(() => writeFile(sourcePath, file.stream()))
  await engine
    .drawSquare(
      { sourcePath, targetPath, accepts: AVATAR_MIME_TYPES, sidePx: SIDE_PX, sourceSidesPx: SOURCE_SIDES_PX },
      { lane: { owner: userId, isGuest: false } },
    )
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  return targetPath
}

const REFUSALS: Readonly<Record<string, AvatarErrorCode | 'disk-full'>> = {
  'disk-full': 'disk-full',
  'too-small': 'avatar-too-few-pixels',
  'too-many-pixels': 'avatar-too-many-pixels',
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error
  return new ServiceError(REFUSALS[error.code] ?? 'avatar-unreadable')
}

async function replaceAddress(parts: AvatarParts, userId: string, address: string | null): Promise<void> {
  const { database, storage, log } = parts
  const old = await inUserScope(database, userId, async (tx) => {
    const [before] = await tx
      .select({ address: userProfiles.avatarUrl })
      .from(userProfiles)
      .where(eq(userProfiles.id, userId))
      .for('update')
    if (!before) throw new ServiceError('user-unreadable')
    await tx.update(userProfiles).set({ avatarUrl: address, updatedAt: sql`now()` }).where(eq(userProfiles.id, userId))
    return before.address
  })
  // Two processes in one millisecond share an address.
  if (old === address) return
  // Addresses of providers' pictures are not ours to remove.
  if (!old?.startsWith(`/${AVATAR_CATEGORY}/${userId}/`)) return
  await storage.remove(old.slice(1)).catch((error: unknown) => log.error({ err: error }, 'old avatar not removed'))
}
