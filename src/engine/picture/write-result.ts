// The files of a result: the PNG that is downloaded, and the copies that browsers show.
import { writeFile } from 'node:fs/promises'
import type { ImageFacts } from '../engine-types.ts'
import { encodePng, hasAlpha, type Samples } from './encode-png.ts'
import { drawMark } from './kept/draw-mark.ts'
import type { KeptMetadata } from './kept/kept-metadata.ts'
import { withKeptMetadata } from './kept/png-blocks.ts'
import { sharpOfFile, sharpOfSamples } from './safe-sharp.ts'
import { type CopiesRequest, writeCopies } from './small-copies.ts'

export interface ResultRequest extends CopiesRequest {
  readonly resultPath: string
}

/** Up to this size of the samples: 22 megapixels take 0.4 s less; with 25 (75 MB) an inventing model's child stood at 732 MB instead of 613. */
const AT_ONCE_UP_TO_BYTES = 70e6

/** The copies are made of the samples while the PNG is compressed, where these are few and need no change of colours; else of the PNG. */
export async function writeResult(
  samples: Samples,
  keptMetadata: KeptMetadata,
  request: ResultRequest,
): Promise<ImageFacts['viewMimeType']> {
  const isTransparent = hasAlpha(samples)
  const copiesRequest = { ...request, xmp: keptMetadata.xmp }
  if (keptMetadata.facts.isMarked) await drawMark(samples)
  const writePng = async () => {
    const png = withKeptMetadata(await encodePng(samples), keptMetadata)
    await writeFile(request.resultPath, png)
    return png
  }
  const isPlain = samples.bits === 8 && !keptMetadata.profile
  if (!isPlain || samples.data.byteLength > AT_ONCE_UP_TO_BYTES)
    return writeCopies(sharpOfFile(await writePng()), isTransparent, copiesRequest)
  const copies = writeCopies(sharpOfSamples(samples.data, samples), isTransparent, copiesRequest)
  const [mimeType] = await Promise.all([copies, writePng()])
  return mimeType
}
