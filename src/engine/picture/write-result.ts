// The files of a result: the PNG that is downloaded, and the copies that browsers show.
import { writeFile } from 'node:fs/promises'
import type { ImageFacts } from '../engine-types.ts'
import { type EncodablePicture, encodePng, samplesOf } from './encode-png.ts'
import { sharpOfFile, sharpOfSamples } from './safe-sharp.ts'
import { type CopiesRequest, writeCopies } from './small-copies.ts'

export interface ResultRequest extends CopiesRequest {
  readonly resultPath: string
}

/** Up to this size of the samples; with 75 MB of them the child stood 120 MB higher (measured, 25 megapixels). */
const AT_ONCE_UP_TO_BYTES = 40e6

/** The copies are made of the samples while the PNG is compressed, where these are few and need no change of colours; else of the PNG. */
export async function writeResult(
  picture: EncodablePicture,
  request: ResultRequest,
): Promise<ImageFacts['viewMimeType']> {
  const hasAlpha = picture.alpha !== undefined
  const { bits, data } = picture.colour
  const write = async (png: Buffer) => {
    await writeFile(request.resultPath, png)
    return png
  }
  const isPlain = bits === 8 && !picture.embeddedProfile
  if (!isPlain || data.byteLength > AT_ONCE_UP_TO_BYTES)
    return writeCopies(sharpOfFile(await write(await encodePng(picture))), hasAlpha, request)
  const samples = samplesOf(picture)
  const copies = writeCopies(sharpOfSamples(samples.data, samples), hasAlpha, request)
  const [mimeType] = await Promise.all([copies, encodePng(picture, samples).then(write)])
  return mimeType
}
