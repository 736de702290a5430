// How pictures lie in storage, and the anonymous trial (document 1 §6, §7, §9; document 2 §6–§9; C-11, C-36, P-22).
import { fillText } from '../fill-text.ts'
import { DEFAULT_PRODUCT_NAME } from '../site/product.ts'

/** Thumbnail defaults (document 1 §9). */
export const THUMBNAIL_SIDE_PX = 200
export const THUMBNAIL_QUALITY = 0.8
export const THUMBNAIL_MIME_TYPE = 'image/jpeg'
export const THUMBNAIL_SUFFIX = '_thumb'
/** Quality and type of a result's smaller file. The documents' size (1920x1080) is left out: nothing that was paid for is made smaller in pixels (C-11). */
export const COMPRESSION_DEFAULTS = { quality: 0.85, mimeType: 'image/jpeg' } as const

export const UPLOAD_CATEGORY = 'uploads'
export const RESULT_CATEGORY = 'results'
export const AVATAR_CATEGORY = 'avatars'
export const UPLOAD_PROCESS_TYPE = 'original'
/** The bucket is named after the configured product (document 2 §9, P-22). */
const BUCKET_NAME = '{product}'

/** `My Studio` → `My-Studio`: what no folder may be called becomes a hyphen. */
export const bucketName = (productName: string): string =>
  fillText(BUCKET_NAME, { product: folderName(productName) || DEFAULT_PRODUCT_NAME })

const folderName = (text: string): string => text.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-|-$/g, '')

/** user_uploads (document 1 §3). */
export const UPLOAD_STATUSES = ['uploaded', 'deleted'] as const
export type UploadStatus = (typeof UPLOAD_STATUSES)[number]
export const UPLOAD_SOURCE = 'web'

/** Anonymous uploads of one fingerprint (and of one address) per day; they never limit an account (C-36). */
export const TRIAL_DAILY_QUOTA = 5
/** A hoster hands its customer thousands of addresses: of such a network these times as much as of one address; so many, because phones share networks. */
export const TRIAL_WIDER_NETWORK_FACTOR = 100
/** Originals of visitors that lie here at a time; above, they are asked to sign in. */
export const TRIAL_STORAGE_BYTES = 10e9
/** A part of it that one wider network may send in a day: nobody takes the trial away from all others. */
export const TRIAL_WIDER_NETWORK_BYTES = TRIAL_STORAGE_BYTES / 10
/** A disk with less room takes pictures of people with an account only. */
export const TRIAL_LEAST_FREE_BYTES = 2e9
/** Files of an anonymous trial are removed after a day (C-36). */
export const TRIAL_RETENTION_HOURS = 24

/** `photo.png` → `photo_thumb.jpg`: the thumbnail lies beside its original. */
export const thumbnailName = (name: string): string => `${name.replace(/\.[^./]*$/, '')}${THUMBNAIL_SUFFIX}.jpg`
