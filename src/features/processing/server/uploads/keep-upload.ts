// From a received file to stored objects: the engine looks at it in its child process, then original, thumbnail and view go to
// storage (document 2 §7; UPLOAD-17, UPLOAD-18). All or nothing: what was stored before a failure is removed again.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { EngineLane } from '#engine/engine-types.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { VIEW_MAX_SIDE_PX } from '#rulebook/pictures/shown-pictures.ts'
import { THUMBNAIL_MIME_TYPE, THUMBNAIL_QUALITY, THUMBNAIL_SIDE_PX } from '#rulebook/pictures/storage-layout.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { uploadKeys } from '../storage-keys.ts'
import { acceptedTypes, checkContent, checkSize, refusalOf, type UploadPlace } from './check-upload.ts'
import type { NewUpload } from './upload.store.ts'

/** The user has just been notified of it and waits. */
const INSPECT_TIMEOUT_MS = 20_000

export interface FileToKeep {
  readonly purpose: UploadPlace
  readonly path: string
  readonly originalFilename: string
  readonly sizeBytes: number
}

/** Whose folder, and in whose line the picture is looked at. */
export interface UploadOwner {
  readonly folder: string
  readonly lane: EngineLane
}

type KeepParts = Pick<ProcessingParts, 'engine' | 'storage' | 'log'>

/** Owner of what somebody who is signed in uploads. */
export const ownerOf = (userId: string): UploadOwner => ({ folder: userId, lane: { owner: userId, isGuest: false } })

/** Checks the file and stores it under the owner's folder; `folder` is a temporary one. Throws ServiceError. */
export async function keepUpload(
  parts: KeepParts,
  owner: UploadOwner,
  file: FileToKeep,
  folder: string,
  signal: AbortSignal,
): Promise<NewUpload> {
  checkSize(file.purpose, file)
  const thumbnailPath = join(folder, 'thumbnail.jpg')
  const viewPath = join(folder, 'view')
  const facts = await parts.engine
    .inspect(
      {
        sourcePath: file.path,
        accepts: acceptedTypes(file.purpose),
        thumbnailPath,
        thumbnailSidePx: THUMBNAIL_SIDE_PX,
        thumbnailQuality: THUMBNAIL_QUALITY,
        viewPath,
        viewMaxSidePx: VIEW_MAX_SIDE_PX,
      },
      { signal, lane: owner.lane, timeoutMs: INSPECT_TIMEOUT_MS },
    )
    .catch((error: unknown) => {
      throw refusalOf(file.purpose, file.sizeBytes, error)
    })
  checkContent(file.purpose, { ...facts, sizeBytes: file.sizeBytes })
  const id = randomUUID()
  const keys = uploadKeys(owner.folder, id, facts.format, facts.viewMimeType)
  await putAll(parts, [
    [keys.original, file.path, facts.mimeType],
    [keys.thumbnail, thumbnailPath, THUMBNAIL_MIME_TYPE],
    [keys.view, viewPath, facts.viewMimeType],
  ])
  return {
    id,
    originalFilename: file.originalFilename,
    fileSize: file.sizeBytes,
    mimeType: facts.mimeType,
    width: facts.width,
    height: facts.height,
    ossUrl: keys.original,
    thumbnailUrl: keys.thumbnail,
    viewKey: keys.view,
    viewMimeType: facts.viewMimeType,
  }
}

type StoredFile = readonly [key: string, path: string, contentType: string]

async function putAll(parts: KeepParts, files: readonly StoredFile[]): Promise<void> {
  try {
    for (const [key, path, contentType] of files) await parts.storage.putFile(key, path, contentType)
  } catch (error) {
    parts.log.error({ err: error }, 'upload not stored')
    await removeFiles(
      parts,
      files.map(([key]) => key),
    )
    throw new ServiceError('storage-failed')
  }
}

/** Keys of what an upload stored. */
export const filesOf = ({ ossUrl, thumbnailUrl, viewKey }: Pick<NewUpload, 'ossUrl' | 'thumbnailUrl' | 'viewKey'>) => [
  ossUrl,
  thumbnailUrl,
  viewKey,
]

/** Removes stored objects; a failure is only logged, the orphan is removed with its owner's folder later. */
export async function removeFiles(parts: Pick<KeepParts, 'storage' | 'log'>, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await parts.storage.remove(key).catch((error: unknown) => parts.log.warn({ err: error }, 'object not removed'))
  }
}
