// Tiles of a large upload or result: made at the first close look, never during the run, stored beside the original,
// read through signed addresses, removed with it. Whatever fails here only means that the browser keeps the view file.
import { join } from 'node:path'
import { createRunQueue } from '#engine/host/run-queue.ts'
import { tilePath } from '#engine/tile-path.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { removeFolder } from '#platform/server/storage/object-storage.ts'
import { ONLY_PLACE_MOST_MS, storageUntil } from '#platform/server/storage/storage-until.ts'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import { ADDRESS_LIFETIME_MS } from '#rulebook/pictures/shown-pictures.ts'
import { THUMBNAIL_QUALITY, THUMBNAIL_SIDE_PX } from '#rulebook/pictures/storage-layout.ts'
import type { PictureTiles } from '../../contract.ts'
import { findOwnJob } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { tilesFolder } from '../storage-keys.ts'
import { findOwnUpload } from '../uploads/upload.store.ts'
import { TILE_PX, type TileFormat, type TileLevel, tileFormat, tileKey, tileLevels } from './tile-plan.ts'

type TileParts = Pick<ProcessingParts, 'database' | 'storage' | 'engine' | 'tempRoot' | 'log'>

interface TiledPicture {
  readonly userId: string
  readonly originalKey: string
  readonly width: number
  readonly height: number
  readonly hasAlpha: boolean
  /** Stored as it was sent, so neither upright nor in sRGB yet; a result is both. */
  readonly isUpload: boolean
  /** As far as its row knows. */
  readonly filesExist: () => Promise<boolean>
}

const DECODE_TIMEOUT_MS = 60_000

/** Asked by a user for pictures of their own; throws ServiceError for others. One picture is cut at a time. */
export function createPictureTiles({ storage, ...others }: TileParts) {
  const parts = { ...others, storage: storageUntil(storage, { mostMs: ONLY_PLACE_MOST_MS }) }
  const queue = createRunQueue(1)
  const readOrCut = async (picture: TiledPicture, signal?: AbortSignal): Promise<PictureTiles> => {
    const levels = tileLevels(picture.width, picture.height)
    if (levels.length === 0) return { tilePx: TILE_PX, levels: [] }
    const format = tileFormat(picture.hasAlpha)
    const leave = await queue.enter(signal, picture.userId)
    try {
      if (!(await isComplete(parts, picture, levels, format))) await cutAndStore(parts, picture, levels, format, signal)
      return { tilePx: TILE_PX, levels: await signedLevels(parts, picture, levels, format) }
    } catch (error) {
      parts.log.warn({ err: error, originalKey: picture.originalKey }, 'tiles could not be made')
      return { tilePx: TILE_PX, levels: [] }
    } finally {
      leave()
    }
  }
  return {
    ofUpload: async (userId: string, id: string, signal?: AbortSignal) =>
      readOrCut(await tiledUpload(parts, userId, id), signal),
    ofResult: async (userId: string, id: string, signal?: AbortSignal) =>
      readOrCut(await tiledResult(parts, userId, id), signal),
  }
}

async function tiledUpload({ database }: TileParts, userId: string, id: string): Promise<TiledPicture> {
  const read = () => findOwnUpload(database, userId, id)
  const row = await read()
  if (!row || row.filesRemovedAt) throw new ServiceError('upload-missing')
  return {
    userId,
    originalKey: row.ossUrl,
    width: row.width,
    height: row.height,
    hasAlpha: row.viewMimeType === 'image/png',
    isUpload: true,
    filesExist: async () => (await read())?.filesRemovedAt === null,
  }
}

async function tiledResult({ database }: TileParts, userId: string, id: string): Promise<TiledPicture> {
  const read = () => findOwnJob(database, userId, id)
  const row = await read()
  if (!row) throw new ServiceError('job-not-found')
  if (!row.resultOssUrl || !row.resultWidth || !row.resultHeight || row.filesRemovedAt)
    throw new ServiceError('result-expired')
  return {
    userId,
    originalKey: row.resultOssUrl,
    width: row.resultWidth,
    height: row.resultHeight,
    hasAlpha: row.resultViewMimeType === 'image/png',
    isUpload: false,
    filesExist: async () => (await read())?.filesRemovedAt === null,
  }
}

/** The last tile is stored last. */
async function isComplete(
  { storage }: TileParts,
  { originalKey }: TiledPicture,
  levels: readonly TileLevel[],
  { ending }: TileFormat,
): Promise<boolean> {
  const last = levels.at(-1)?.tiles.at(-1)
  return last !== undefined && (await storage.stat(tileKey(originalKey, levels.length - 1, last, ending))) !== undefined
}

async function cutAndStore(
  parts: TileParts,
  picture: TiledPicture,
  levels: readonly TileLevel[],
  format: TileFormat,
  signal?: AbortSignal,
): Promise<void> {
  const { storage } = parts
  try {
    await withTempFolder(parts.tempRoot, 'tiles', async (folder) => {
      const sourcePath = await uprightFile(parts, picture, folder, signal)
      const { ending, mimeType } = format
      await parts.engine.cutTiles({ sourcePath, folder, levels, tilePx: TILE_PX, format: ending }, { signal })
      for (const [index, level] of levels.entries())
        for (const tile of level.tiles) {
          signal?.throwIfAborted()
          // Not cut within a tile: one that arrives after the removal below would stand for the whole.
          await storage.putFile(
            tileKey(picture.originalKey, index, tile, ending),
            tilePath(folder, index, tile, ending),
            mimeType,
          )
        }
    })
    // Removed while its tiles were made: nothing would remove these later.
    if (!(await picture.filesExist())) throw new Error('the picture was removed meanwhile')
  } catch (error) {
    await removeFolder(storage, tilesFolder(picture.originalKey)).catch(() => undefined)
    throw error
  }
}

/** A local file to cut: the result as it is, an upload as the engine writes it, upright and in sRGB. */
async function uprightFile(
  { storage, engine }: TileParts,
  { userId, originalKey, isUpload, width, height }: TiledPicture,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  const sourcePath = join(folder, 'source')
  await storageUntil(storage, { signal }).fetchToFile(originalKey, sourcePath)
  if (!isUpload) return sourcePath
  const viewPath = join(folder, 'full')
  await engine.inspect(
    {
      sourcePath,
      viewPath,
      viewMaxSidePx: Math.max(width, height),
      thumbnailPath: join(folder, 'thumbnail'),
      thumbnailSidePx: THUMBNAIL_SIDE_PX,
      thumbnailQuality: THUMBNAIL_QUALITY,
    },
    { signal, timeoutMs: DECODE_TIMEOUT_MS, lane: { owner: userId, isGuest: false } },
  )
  return viewPath
}

const signedLevels = (
  { storage }: TileParts,
  { originalKey }: TiledPicture,
  levels: readonly TileLevel[],
  { ending }: TileFormat,
): Promise<PictureTiles['levels']> =>
  Promise.all(
    levels.map(async ({ width, height, tiles }, index) => ({
      width,
      height,
      addresses: await Promise.all(
        tiles.map((tile) =>
          storage.signedAddress(tileKey(originalKey, index, tile, ending), { expiresInMs: ADDRESS_LIFETIME_MS }),
        ),
      ),
    })),
  )
