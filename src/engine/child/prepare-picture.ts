// A picture on its way to a provider, which takes JPEG and PNG only and handles metadata in unknown ways: upright, opaque,
// without EXIF and position. A plain JPEG or PNG keeps its own bytes; everything else becomes a PNG of the same pixels.
import { readFile, writeFile } from 'node:fs/promises'
import type { PreparedPicture, PrepareRequest } from '../engine-types.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { encodePng, samplesOf } from '../picture/encode-png.ts'
import { plainCopy } from '../picture/plain-copy.ts'

export async function preparePicture({ sourcePath, targetPath }: PrepareRequest): Promise<PreparedPicture> {
  const bytes = await readFile(sourcePath)
  const plain = plainCopy(bytes)
  if (plain) {
    const { bytes: kept, ...picture } = plain
    await writeFile(targetPath, kept)
    return picture
  }
  const { colour } = await decodePicture(bytes)
  await writeFile(targetPath, await encodePng(samplesOf(colour, undefined)))
  return { format: 'png', width: colour.width, height: colour.height }
}
