// Refuses a file by the size of its metadata, from its outer structure alone and before any decoder unpacks a byte of it.
// Measured: 0.93 MB of PNG with 130 packed texts took a decoding process to 2.4 GB.
import type { ImageFormat } from '../../engine-types.ts'
import { createMetadataBudget, type MetadataBudget } from './metadata-budget.ts'
import { scanGif } from './scan-gif.ts'
import { scanHeif } from './scan-heif.ts'
import { scanJpeg } from './scan-jpeg.ts'
import { scanPng } from './scan-png.ts'
import { scanTiff } from './scan-tiff.ts'
import { scanWebp } from './scan-webp.ts'

type Scan = (bytes: Buffer, budget: MetadataBudget) => void

/** BMP has no room for any. */
const SCANS: Readonly<Partial<Record<ImageFormat, Scan>>> = {
  png: scanPng,
  jpeg: scanJpeg,
  webp: scanWebp,
  gif: scanGif,
  tiff: scanTiff,
  heic: scanHeif,
  avif: scanHeif,
}

/** Throws EngineError `too-much-metadata`. */
export const checkMetadata = (format: ImageFormat, bytes: Buffer): void =>
  SCANS[format]?.(bytes, createMetadataBudget())
