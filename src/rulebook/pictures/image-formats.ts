// Which picture formats each place takes (document 1 §2 FAQ; document 2 §2, §5; C-10: every place keeps its list).

/** Main uploader (document 2 §5). */
export const MAIN_FORMATS = ['jpeg', 'jpg', 'png', 'webp', 'heic', 'heif', 'tiff', 'tif'] as const
/** Landing FAQ (document 1 §2). */
const FAQ_FORMATS = ['jpg', 'jpeg', 'png', 'bmp', 'webp'] as const
export type ImageFormatName = (typeof MAIN_FORMATS)[number] | (typeof FAQ_FORMATS)[number] | 'gif'

/** Home uploader: the FAQ list and the main list together, so that the FAQ is true (C-10). */
export const HOME_FORMATS: readonly ImageFormatName[] = [...new Set([...MAIN_FORMATS, ...FAQ_FORMATS])]
/** What the processing provider takes; the rest is decoded to PNG before the call (document 2 §5, C-10). */
export const PROVIDER_FORMATS = ['jpeg', 'jpg', 'png', 'bmp', 'webp', 'tiff', 'tif'] as const
/** Storage also allows gif (document 2 §5). */
export const STORAGE_FORMATS = [...PROVIDER_FORMATS, 'gif'] as const
/** Text of the model page; its uploader takes any image type (document 2 §2, §5). */
export const MODEL_PAGE_FORMATS_TEXT = 'JPG、PNG、WebP'
/** As the FAQ writes its list. */
export const FAQ_FORMATS_TEXT = 'JPG/JPEG、PNG、BMP、WEBP'

const MIME_TYPES: Readonly<Record<ImageFormatName, readonly string[]>> = {
  jpeg: ['image/jpeg'],
  jpg: ['image/jpeg', 'image/jpg'],
  png: ['image/png'],
  webp: ['image/webp'],
  heic: ['image/heic', 'image/heic-sequence'],
  heif: ['image/heif', 'image/heif-sequence'],
  tiff: ['image/tiff'],
  tif: ['image/tiff', 'image/tif'],
  bmp: ['image/bmp', 'image/x-ms-bmp'],
  gif: ['image/gif'],
}

/** The declared types of a list of formats, for a file chooser's `accept`. */
export const mimeTypesOf = (formats: readonly ImageFormatName[]): string[] => [
  ...new Set(formats.flatMap((format) => MIME_TYPES[format])),
]

/** `.jpg,.png,…` of a list, because browsers know no type for some of them (HEIC). */
export const extensionsOf = (formats: readonly ImageFormatName[]): string[] => formats.map((format) => `.${format}`)

/** As a text names the list: `JPEG, JPG, PNG`. */
export const formatListText = (formats: readonly string[]): string =>
  formats.map((format) => format.toUpperCase()).join(', ')

/**
 * Whether a file is of one of these formats: by its declared type or, where the browser gives none, by its ending.
 * Declared types and endings can lie; what the bytes are the server finds out.
 */
export function isOfFormat(file: { type: string; name?: string }, formats: readonly ImageFormatName[]): boolean {
  const type = file.type.toLowerCase()
  if (type !== '' && type !== 'application/octet-stream') return mimeTypesOf(formats).includes(type)
  const ending = file.name?.split('.').pop()?.toLowerCase()
  return formats.some((format) => format === ending)
}
