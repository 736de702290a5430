// What a file is, from its header: sniffed format, upright size, alpha, depth. Limits are applied here, before decoding.
import type { Metadata } from 'sharp'
import { detailOf, EngineError } from '../engine-error.ts'
import type { ImageFacts } from '../engine-types.ts'

import { checkSize } from './check-size.ts'
import { readBmpHeader } from './decode-bmp.ts'
import { checkMetadata } from './metadata/check-metadata.ts'
import { sharpOfFile } from './safe-sharp.ts'
import { sniffFormat } from './sniff-format.ts'

/** Facts from the header; the view is made from the pixels. */
export type HeaderFacts = Omit<ImageFacts, 'viewMimeType'>

export interface SourceFacts {
  readonly facts: HeaderFacts
  /** Who decodes the pixels. */
  readonly decoder: 'sharp' | 'heic' | 'bmp'
  readonly metadata: Metadata | undefined
}

const ANIMATED_FORMATS = new Set(['gif', 'webp'])

/** `accepts` are the media types that the caller takes; none given means every one that we read. */
export async function readFacts(bytes: Buffer, accepts?: readonly string[]): Promise<SourceFacts> {
  const { format, mimeType, isAnimatedPng } = await sniffFormat(bytes)
  if (accepts && !accepts.includes(mimeType))
    throw new EngineError('unsupported-format', `${mimeType} is not taken here`, mimeType)
  checkMetadata(format, bytes)
  if (format === 'bmp') {
    const { width, height, masks } = readBmpHeader(bytes)
    const facts = {
      format,
      mimeType,
      width,
      height,
      hasAlpha: masks[3] !== 0,
      bitsPerSample: 8,
      isAnimated: false,
    } as const
    return { facts, decoder: 'bmp', metadata: undefined }
  }
  const metadata = await sharpOfFile(bytes).metadata().catch(asCorrupt)
  const width = metadata.autoOrient?.width ?? metadata.width
  const height = metadata.autoOrient?.height ?? metadata.height
  checkSize(width, height)
  const isHevc = format === 'heic' && metadata.compression !== 'av1'
  const facts: HeaderFacts = {
    format: format === 'heic' && !isHevc ? 'avif' : format,
    mimeType,
    width,
    height,
    hasAlpha: metadata.hasAlpha ?? false,
    bitsPerSample: metadata.depth === 'ushort' ? 16 : 8,
    isAnimated: isAnimatedPng || (ANIMATED_FORMATS.has(format) && (metadata.pages ?? 1) > 1),
  }
  return { facts: isHevc ? { ...facts, bitsPerSample: 8 } : facts, decoder: isHevc ? 'heic' : 'sharp', metadata }
}

/** libvips names the file's fault in its message; the reader of the log wants it, the consumer gets the code. */
export function asCorrupt(error: unknown): never {
  if (error instanceof EngineError) throw error
  const detail = detailOf(error)
  if (/pixel limit/i.test(detail)) throw new EngineError('too-many-pixels', detail)
  // A file with the signature of a format that we read, which its decoder does not recognise, is broken.
  if (/not been built in/i.test(detail)) throw new EngineError('unsupported-format', detail)
  throw new EngineError('corrupt', detail)
}
