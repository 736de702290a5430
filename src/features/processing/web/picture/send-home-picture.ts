// Checks, sends and holds the picture of the home uploader (C-36): a visitor's as a trial, which the first tool page takes over.
import { checkHomeUpload } from '#rulebook/pictures/upload.ts'
import { currentPicture, pictureOfUpload } from './current-picture.ts'
import { uploadPicture } from './upload-picture.ts'

interface HomePicture {
  readonly isTrial: boolean
  readonly ownerId: string | undefined
  readonly signal: AbortSignal
  readonly onPercent: (percent: number) => void
}

/** Throws a problem that `messageOf` reads, or the signal's reason. */
export async function sendHomePicture(file: File, { isTrial, ownerId, signal, onPercent }: HomePicture): Promise<void> {
  const problem = checkHomeUpload(file)
  if (problem) throw problem
  const upload = await uploadPicture(file, {
    purpose: 'home',
    isTrial,
    signal,
    onProgress: (sentBytes, totalBytes) => onPercent(Math.floor((100 * sentBytes) / Math.max(1, totalBytes))),
  })
  signal.throwIfAborted()
  currentPicture.set({
    ...pictureOfUpload(upload),
    ...(isTrial && { isTrial: true as const }),
    ...(ownerId && { ownerId }),
  })
}
