// Where the files of uploads and results lie in storage (document 2 §7; UPLOAD-17, UPLOAD-18). Keys are deterministic, so a
// repeated step overwrites its own file and leaves no second one.
import {
  RESULT_CATEGORY,
  THUMBNAIL_SUFFIX,
  thumbnailName,
  UPLOAD_CATEGORY,
  UPLOAD_PROCESS_TYPE,
} from '#rulebook/pictures/storage-layout.ts'
import {
  EXPORT_FORMAT_KEYS,
  EXPORT_FORMATS,
  EXPORT_QUALITY_KEYS,
  type ExportFormat,
  type ExportQuality,
} from '#rulebook/runs/result-exports.ts'

/** In the place of a user's id: of anonymous pictures. */
export const TRIAL_OWNER = 'trial'

const RESULT_NAME = 'result.png'

export interface PictureKeys {
  readonly original: string
  readonly thumbnail: string
  readonly view: string
}

const viewName = (viewMimeType: string): string => (viewMimeType === 'image/png' ? 'view.png' : 'view.jpg')

/** Keys of an upload; `owner` is the user's id, or TRIAL_OWNER. */
export function uploadKeys(owner: string, uploadId: string, format: string, viewMimeType: string): PictureKeys {
  const folder = `${UPLOAD_CATEGORY}/${owner}/${uploadId}`
  const original = `${UPLOAD_PROCESS_TYPE}.${format === 'jpeg' ? 'jpg' : format}`
  return {
    original: `${folder}/${original}`,
    thumbnail: `${folder}/${thumbnailName(original)}`,
    view: `${folder}/${viewName(viewMimeType)}`,
  }
}

export function resultKeys(userId: string, jobId: string, viewMimeType: string): PictureKeys {
  const folder = `${RESULT_CATEGORY}/${userId}/${jobId}`
  return {
    original: `${folder}/${RESULT_NAME}`,
    thumbnail: `${folder}/result${THUMBNAIL_SUFFIX}.jpg`,
    view: `${folder}/${viewName(viewMimeType)}`,
  }
}

/** A smaller file lies beside the PNG that it was made from. */
export const exportKey = (resultKey: string, format: ExportFormat, quality: ExportQuality): string =>
  `${resultKey.replace(/[^/]*$/, '')}export-${quality}.${EXPORT_FORMATS[format].ending}`

/** Folder of the tiles of an upload's or a result's original (`server/tiles`). */
export const tilesFolder = (originalKey: string): string => `${originalKey.replace(/\/[^/]*$/, '')}/tiles`

/** Looks at one spot lie with the tiles, and are removed with them. */
export const patchesFolder = (originalKey: string): string => `${tilesFolder(originalKey)}/patches`

/** A stored file and all that may have been made of it later, so that they are removed together. */
export function keysWithCopies(key: string | null): string[] {
  if (!key) return []
  if (!key.endsWith(`/${RESULT_NAME}`)) return [key]
  return [key, ...EXPORT_FORMAT_KEYS.flatMap((format) => EXPORT_QUALITY_KEYS.map((q) => exportKey(key, format, q)))]
}
