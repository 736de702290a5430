// One upload: what it is, its thumbnail and its view. The whole stream is decoded, so a cut file is found here and not after payment.
import { readFile } from 'node:fs/promises'
import type { ImageFacts, InspectRequest } from '../engine-types.ts'
import { decodeSamples } from '../picture/decode-picture.ts'
import { asCorrupt, readFacts, type SourceFacts } from '../picture/read-facts.ts'
import { sharpOfFile, sharpOfSamples } from '../picture/safe-sharp.ts'
import { writeCopies } from '../picture/small-copies.ts'

export async function inspectPicture(request: InspectRequest): Promise<ImageFacts> {
  const bytes = await readFile(request.sourcePath)
  const source = await readFacts(bytes, request.accepts)
  const { image, facts } = await openUpright(bytes, source)
  const viewMimeType = await writeCopies(image, facts.hasAlpha, request).catch(asDecodingError)
  return { ...facts, viewMimeType }
}

/** A full disk is not the file's fault. */
function asDecodingError(error: unknown): never {
  if (typeof (error as NodeJS.ErrnoException).code === 'string') throw error
  return asCorrupt(error)
}

async function openUpright(bytes: Buffer, source: SourceFacts) {
  if (source.decoder === 'sharp') return { image: sharpOfFile(bytes).autoOrient(), facts: source.facts }
  const { data, width, height } = await decodeSamples(bytes, source)
  const image = sharpOfSamples(data, { width, height, channels: 4 })
  return { image: source.facts.hasAlpha ? image : image.removeAlpha(), facts: { ...source.facts, width, height } }
}
