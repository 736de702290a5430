// A picture on its way to somebody else's service, which takes JPEG and PNG only and does with metadata what nobody knows: upright, opaque,
// without EXIF and position. A plain JPEG keeps its own bytes; everything else becomes a PNG of the same pixels.
import { readFile, writeFile } from 'node:fs/promises'
import type { PreparedPicture, PrepareRequest } from '../engine-types.ts'
import { isDisplayP3, isSrgb } from '../picture/colour-profile.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { encodePng, samplesOf } from '../picture/encode-png.ts'
import { readFacts, type SourceFacts } from '../picture/read-facts.ts'
import { stripJpeg } from '../picture/strip-jpeg.ts'

export async function preparePicture({ sourcePath, targetPath }: PrepareRequest): Promise<PreparedPicture> {
  const bytes = await readFile(sourcePath)
  const source = await readFacts(bytes)
  const { width, height } = source.facts
  const jpeg = isPlainJpeg(source) ? stripJpeg(bytes) : undefined
  if (jpeg) {
    await writeFile(targetPath, jpeg)
    return { format: 'jpeg', width, height }
  }
  const { colour } = await decodePicture(bytes)
  await writeFile(targetPath, await encodePng(samplesOf(colour, undefined)))
  return { format: 'png', width: colour.width, height: colour.height }
}

/** Its numbers mean the same without its metadata. */
function isPlainJpeg({ facts, metadata }: SourceFacts): boolean {
  if (facts.format !== 'jpeg' || !metadata || (metadata.orientation ?? 1) !== 1) return false
  const hasPlainColours = metadata.space === 'srgb' || metadata.space === 'b-w'
  return hasPlainColours && (isSrgb(metadata.icc) || isDisplayP3(metadata.icc))
}
