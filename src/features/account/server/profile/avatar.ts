// The avatar of a profile (document 1 §5, §7, §9; U-22): checked, decoded within its pixel limit, drawn anew as a square without metadata,
// stored under its own name, then the old one goes. Avatars are the only public pictures (U-58).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Clock } from '#platform/server/clock.ts'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { AVATAR_MAX_SIDE_PX, avatarPath, checkAvatarFile, checkAvatarSize } from '#rulebook/account/avatar.ts'
import { AVATAR_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import { userProfiles } from '../tables.ts'

const SIDE_PX = 512
const EXTENSION = 'webp'
/** A decoded avatar of the allowed size; more is a bomb or a mistake. */
const PIXEL_LIMIT = AVATAR_MAX_SIDE_PX ** 2

export interface AvatarParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly clock: Clock
  readonly log: Log
}

/** Throws ServiceError with a code of AVATAR_ERRORS; the old avatar stays then. */
export async function setAvatar(parts: AvatarParts, userId: string, file: File | undefined): Promise<void> {
  const problem = checkAvatarFile(file)
  if (problem || !file) throw new ServiceError(problem?.code ?? 'avatar-missing')
  const bytes = Buffer.from(await file.arrayBuffer())
  const size = await sizeOf(bytes)
  const unfit = checkAvatarSize(size)
  if (unfit || !size) throw new ServiceError(unfit?.code ?? 'avatar-unreadable')
  const key = avatarPath(userId, parts.clock.now().getTime(), EXTENSION)
  await storeSquare(parts.storage, bytes, Math.min(SIDE_PX, size.width, size.height), key)
  await replaceAddress(parts, userId, `/${key}`)
}

/** Back to the generated one. */
export const removeAvatar = (parts: AvatarParts, userId: string): Promise<void> => replaceAddress(parts, userId, null)

/** Undefined for what is no picture of the allowed types, whatever its name says. */
async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number } | undefined> {
  try {
    const { width, height, format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (!['jpeg', 'png', 'webp'].includes(format)) return undefined
    return autoOrient ?? { width, height }
  } catch {
    return undefined
  }
}

async function storeSquare(storage: ObjectStorage, bytes: Buffer, sidePx: number, key: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'huanying-avatar-'))
  try {
    const path = join(folder, 'avatar')
    await sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
      .autoOrient()
      .resize(sidePx, sidePx, { fit: 'cover' })
      .webp({ quality: 86 })
      .toFile(path)
      .catch(() => {
        throw new ServiceError('avatar-unreadable')
      })
    await storage.putFile(key, path, 'image/webp')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
  // Addresses of providers' pictures are not ours to remove.
  if (!old?.startsWith(`/${AVATAR_CATEGORY}/${userId}/`)) return
  await storage.remove(old.slice(1)).catch((error: unknown) => log.error({ err: error }, 'old avatar not removed'))
}
