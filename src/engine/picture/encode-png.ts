// Picture → samples → PNG bytes of the pixels alone, 8 or 16 bits, grey or colour, with alpha.
import type { Raster } from '../image/raster.ts'
import { sharpOfSamples } from './safe-sharp.ts'

/** Rows filtered before they are packed: photographs a third to a half smaller than packed hard without filters, in as much time (1 to 22 megapixels). */
const COMPRESSION = { compressionLevel: 2, adaptiveFiltering: true } as const

/** Interleaved, alpha last; memory of its own. */
export interface Samples {
  readonly data: Uint8Array | Uint16Array
  readonly bits: 8 | 16
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
}

export function samplesOf(colour: Raster, alpha: Raster | undefined): Samples {
  const { width, height, channels, bits } = colour
  if (!alpha) return { data: unshared(colour.data), bits, width, height, channels }
  return { data: joinAlpha(colour, alpha), bits, width, height, channels: (channels + 1) as 2 | 4 }
}

export const hasAlpha = ({ channels }: Samples): boolean => channels % 2 === 0

export function encodePng(samples: Samples): Promise<Buffer> {
  const { bits, channels } = samples
  const space = channels <= 2 ? (bits === 16 ? 'grey16' : 'b-w') : bits === 16 ? 'rgb16' : 'srgb'
  return sharpOfSamples(samples.data, samples).toColourspace(space).png(COMPRESSION).toBuffer()
}

/** sharp takes no shared memory. */
const unshared = (data: Uint8Array | Uint16Array) => data.slice()

export function joinAlpha(colour: Raster, alpha: Raster): Uint8Array | Uint16Array {
  const { width, height, channels, bits } = colour
  const count = width * height * (channels + 1)
  const data = bits === 16 ? new Uint16Array(count) : new Uint8Array(count)
  for (let i = 0, from = 0, to = 0; i < width * height; i++) {
    for (let c = 0; c < channels; c++) data[to++] = colour.data[from++]!
    data[to++] = alpha.data[i]!
  }
  return data
}
