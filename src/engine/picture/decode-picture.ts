// Bytes → an upright Picture: EXIF orientation applied, colours in sRGB (Display P3 kept as it is), grey stays grey, 16 bits stay 16.
/// <reference path="./heic-decode.d.ts" />

import type { Metadata } from 'sharp'
import type { ImageFormat } from '../engine-types.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { bleedColour } from './bleed-colour.ts'
import { checkSize } from './check-size.ts'
import { isDisplayP3 } from './colour-profile.ts'
import { decodeBmp } from './decode-bmp.ts'
import { asCorrupt, readFacts, type SourceFacts } from './read-facts.ts'
import { readJpegQuality, readJpegSteps } from './read-jpeg-quality.ts'
import { sharpOfFile } from './safe-sharp.ts'

/** A decoded, upright picture. Colour is sRGB, or Display P3 when the source's profile says so (the two share their curve). */
export interface Picture {
  readonly format: ImageFormat
  readonly colour: Raster
  /** One channel, straight (not premultiplied); absent when every pixel is opaque by format. */
  readonly alpha: Raster | undefined
  /** What the file says besides its pixels; a bitmap says nothing. */
  readonly metadata: Metadata | undefined
  /** From the quantisation tables of a JPEG source. */
  readonly jpegQuality: number | undefined
  /** Its luma table: 64 steps, row-major. */
  readonly jpegSteps: Float64Array | undefined
}

interface Samples {
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

export async function decodePicture(bytes: Buffer): Promise<Picture> {
  const source = await readFacts(bytes)
  const samples = await decodeSamples(bytes, source)
  const isJpeg = source.facts.format === 'jpeg'
  const { colour, alpha } = splitAlpha(samples, source.facts.hasAlpha)
  if (alpha) bleedColour(colour, alpha)
  return {
    format: source.facts.format,
    colour,
    alpha,
    metadata: source.metadata,
    jpegQuality: isJpeg ? readJpegQuality(bytes) : undefined,
    jpegSteps: isJpeg ? readJpegSteps(bytes) : undefined,
  }
}

/** RGB(A) or grey(+alpha) samples of the upright first frame. */
export async function decodeSamples(bytes: Buffer, source: SourceFacts): Promise<Samples> {
  if (source.decoder === 'bmp') return { ...decodeBmp(bytes), channels: 4 }
  if (source.decoder === 'heic') return decodeHevc(bytes)
  const { metadata, facts } = source
  const isGrey = metadata?.space === 'b-w' || metadata?.space === 'grey16'
  const wide = facts.bitsPerSample === 16
  const space = isGrey ? (wide ? 'grey16' : 'b-w') : wide ? 'rgb16' : 'srgb'
  const { data, info } = await sharpOfFile(bytes, { ignoreIcc: isDisplayP3(metadata?.icc) })
    .autoOrient()
    .toColourspace(space)
    .raw({ depth: wide ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(asCorrupt)
  const view = wide ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : data
  return { data: view, width: info.width, height: info.height, channels: info.channels }
}

/** libheif applies the file's own turns and mirrors, so the EXIF orientation is not applied a second time. */
async function decodeHevc(bytes: Buffer): Promise<Samples> {
  // Loaded on demand: the decoder is several megabytes of WebAssembly.
  const { default: decodeHeic } = await import('heic-decode')
  const { width, height, data } = await decodeHeic({ buffer: bytes }).catch(asCorrupt)
  checkSize(width, height)
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height, channels: 4 }
}

function splitAlpha(samples: Samples, hasAlpha: boolean): { colour: Raster; alpha: Raster | undefined } {
  const { data, width, height, channels } = samples
  const bits = data instanceof Uint16Array ? 16 : 8
  const colourChannels = channels >= 3 ? 3 : 1
  const colour = createRaster(width, height, colourChannels, bits)
  if (channels === colourChannels) {
    colour.data.set(data)
    return { colour, alpha: undefined }
  }
  const alpha = hasAlpha ? createRaster(width, height, 1, bits) : undefined
  const pixels = width * height
  for (let i = 0, from = 0, to = 0; i < pixels; i++, from += channels) {
    for (let c = 0; c < colourChannels; c++) colour.data[to++] = data[from + c]!
    if (alpha) alpha.data[i] = data[from + colourChannels]!
  }
  return { colour, alpha }
}
