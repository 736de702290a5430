// The picture of a source as the server has it now, with addresses that are good now (U-31).
import { browserFingerprint } from '#platform/web/browser-fingerprint.ts'
import { codedError } from '#platform/web/http/code-of.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import { processingClient } from '../processing-client.ts'
import { type CurrentPicture, pictureOfResult, pictureOfUpload } from './current-picture.ts'

/** Takes a picture that was uploaded without an account into the own ones (C-36). */
export async function claimTrial(id: string, signal: AbortSignal): Promise<CurrentPicture> {
  const headers = { [FINGERPRINT_HEADER]: browserFingerprint() }
  return pictureOfUpload(await processingClient.uploads.claimTrial({ id }, { signal, context: { headers } }))
}

/** The picture of a source with addresses that are good now. Throws what the calls throw, or `upload-expired`. */
export async function readPicture(source: CurrentPicture['source'], signal?: AbortSignal): Promise<CurrentPicture> {
  if ('uploadId' in source) {
    const upload = await processingClient.uploads.get({ id: source.uploadId }, { signal })
    if (upload.filesRemoved) throw codedError('upload-expired')
    return pictureOfUpload(upload)
  }
  const job = await processingClient.jobs.get({ id: source.parentJobId }, { signal })
  const picture = job.filesRemoved ? undefined : pictureOfResult(job)
  if (!picture) throw codedError('upload-expired')
  return picture
}

export const readHeld = (picture: CurrentPicture, signal: AbortSignal): Promise<CurrentPicture> =>
  picture.isTrial && 'uploadId' in picture.source
    ? claimTrial(picture.source.uploadId, signal)
    : readPicture(picture.source, signal)
