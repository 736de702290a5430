// The picture that the consumer works on, held across tools and reloads (document 2 §3, §4; U-31). Its bytes lie on the
// server; session storage keeps address and metadata under `selected-image`, with a timestamp.
import { windowPerson } from '#platform/web/http/window-person.ts'
import { SELECTED_IMAGE_KEY, type StoredSelectedImage } from '#rulebook/pictures/browser-storage.ts'
import type { Job, StartJob, Upload } from '../../contract.ts'

export interface CurrentPicture {
  readonly source: StartJob['source']
  readonly name: string
  /** 0 where unknown (a result of our own). */
  readonly sizeBytes: number
  readonly type: string
  readonly width: number
  readonly height: number
  readonly viewAddress: string
  readonly thumbnailAddress: string
  /** Uploaded without an account: `uploadId` names a trial until it is taken over (C-36). */
  readonly isTrial?: true
  /** Who holds it; undefined for a trial. */
  readonly ownerId?: string
}

export const pictureOfUpload = (upload: Upload): CurrentPicture => ({
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
export const pictureOfResult = (job: Job): CurrentPicture | undefined =>
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

export const toStored = (picture: CurrentPicture, timestamp: number): StoredSelectedImage => {
  const { source, name, sizeBytes, type, width, height, viewAddress, thumbnailAddress, isTrial, ownerId } = picture
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
    ...(isTrial && { isTrial }),
    ...(ownerId && { ownerId }),
    timestamp,
  }
}

/** Undefined for anything that is not what `toStored` wrote: session storage is no trusted source. */
export function fromStored(text: string | null): CurrentPicture | undefined {
  try {
    const { currentImage, storageInfo, parentJobId, isTrial, ownerId } = JSON.parse(text ?? '') as StoredSelectedImage
    const { url, name, size, type, width, height } = currentImage
    const source = parentJobId ? { parentJobId } : storageInfo?.uploadId && { uploadId: storageInfo.uploadId }
    if (!source || !(width > 0) || !(height > 0)) return undefined
    const thumbnailAddress = storageInfo?.thumbnailUrl ?? url
    const owner = { ...(isTrial && { isTrial }), ...(ownerId && { ownerId }) }
    return { source, name, sizeBytes: size, type, width, height, viewAddress: url, thumbnailAddress, ...owner }
  } catch {
    return undefined
  }
}

/** What session storage held when it was read last, and the picture made of it: screens compare by identity. */
let known: { readonly text: string | null; readonly picture: CurrentPicture | undefined } = {
  text: null,
  picture: undefined,
}
/** Where storage is full or forbidden the picture is held until the page is left. */
let isUnstorable = false
const listeners = new Set<() => void>()

/**
 * Session storage is the truth: the landing page and the service worker's receiver write there too, and a sign-out empties it.
 * A page that is thrown out because the session ended writes its picture again (`use-current-picture.ts`).
 */
export const currentPicture = {
  get(): CurrentPicture | undefined {
    if (isUnstorable) return known.picture
    const text = read()
    if (text !== known.text) known = { text, picture: fromStored(text) }
    return known.picture
  },
  set(picture: CurrentPicture | undefined): void {
    store(picture && owned(picture))
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** False for what somebody else has left in this tab. */
export const belongsTo = ({ ownerId }: CurrentPicture, userId: string | undefined): boolean =>
  ownerId === undefined || ownerId === userId

/** Where nobody says whose it is, it is of who is signed in here. */
function owned(picture: CurrentPicture): CurrentPicture {
  const ownerId = picture.ownerId ?? windowPerson()
  return picture.isTrial || !ownerId ? picture : { ...picture, ownerId }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(SELECTED_IMAGE_KEY)
  } catch {
    return null
  }
}

function store(picture: CurrentPicture | undefined): void {
  const text = picture ? JSON.stringify(toStored(picture, Date.now())) : null
  known = { text, picture }
  try {
    if (text) sessionStorage.setItem(SELECTED_IMAGE_KEY, text)
    else sessionStorage.removeItem(SELECTED_IMAGE_KEY)
    isUnstorable = false
  } catch {
    isUnstorable = true
  }
}
