// The picture that the consumer works on, held across tools and reloads (document 2 §3, §4; U-31). Its bytes lie on the
// server; session storage keeps address and metadata under `selected-image`, with a timestamp.
import { SELECTED_IMAGE_KEY, type StoredSelectedImage } from '#rulebook/browser-storage.ts'
import type { Job, StartJob, Upload } from '../../contract.ts'

export interface HeldPicture {
  readonly source: StartJob['source']
  readonly name: string
  /** 0 where unknown (a result of our own). */
  readonly sizeBytes: number
  readonly type: string
  readonly width: number
  readonly height: number
  readonly viewAddress: string
  readonly thumbnailAddress: string
}

export const pictureOfUpload = (upload: Upload): HeldPicture => ({
  source: { uploadId: upload.id },
  name: upload.originalFilename,
  sizeBytes: upload.fileSize,
  type: upload.mimeType,
  width: upload.width,
  height: upload.height,
  viewAddress: upload.viewAddress,
  thumbnailAddress: upload.thumbnailAddress,
})

/** The result of a job as the input of the next one; undefined while it has none. */
export const pictureOfResult = (job: Job): HeldPicture | undefined =>
  job.result
    ? {
        source: { parentJobId: job.id },
        name: job.originalFilename,
        sizeBytes: 0,
        type: 'image/png',
        width: job.result.width,
        height: job.result.height,
        viewAddress: job.result.viewAddress,
        thumbnailAddress: job.result.thumbnailAddress,
      }
    : undefined

export const isSameSource = (a: StartJob['source'], b: StartJob['source']): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

export const toStored = (picture: HeldPicture, timestamp: number): StoredSelectedImage => {
  const { source, name, sizeBytes, type, width, height, viewAddress, thumbnailAddress } = picture
  const isUpload = 'uploadId' in source
  return {
    currentImage: { url: viewAddress, name, size: sizeBytes, type, width, height },
    storageInfo: {
      url: viewAddress,
      key: isUpload ? source.uploadId : source.parentJobId,
      uploadId: isUpload ? source.uploadId : undefined,
      thumbnailUrl: thumbnailAddress,
      uploaded: true,
    },
    ...(isUpload ? {} : { parentJobId: source.parentJobId }),
    timestamp,
  }
}

/** Undefined for anything that is not what `toStored` wrote: session storage is no trusted source. */
export function fromStored(text: string | null): HeldPicture | undefined {
  try {
    const { currentImage, storageInfo, parentJobId } = JSON.parse(text ?? '') as StoredSelectedImage
    const { url, name, size, type, width, height } = currentImage
    const source = parentJobId ? { parentJobId } : storageInfo?.uploadId && { uploadId: storageInfo.uploadId }
    if (!source || !(width > 0) || !(height > 0)) return undefined
    const thumbnailAddress = storageInfo?.thumbnailUrl ?? url
    return { source, name, sizeBytes: size, type, width, height, viewAddress: url, thumbnailAddress }
  } catch {
    return undefined
  }
}

/** undefined: not looked up yet; null: none. */
let held: HeldPicture | null | undefined
const listeners = new Set<() => void>()

export const heldPicture = {
  get(): HeldPicture | undefined {
    if (held === undefined) held = fromStored(sessionStorage.getItem(SELECTED_IMAGE_KEY)) ?? null
    return held ?? undefined
  },
  set(picture: HeldPicture | undefined): void {
    held = picture ?? null
    store(picture)
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function store(picture: HeldPicture | undefined): void {
  try {
    if (picture) sessionStorage.setItem(SELECTED_IMAGE_KEY, JSON.stringify(toStored(picture, Date.now())))
    else sessionStorage.removeItem(SELECTED_IMAGE_KEY)
  } catch {
    // Storage full or forbidden: the picture is then held until the page is left.
  }
}
