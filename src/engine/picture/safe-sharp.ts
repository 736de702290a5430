// sharp, narrowed: only the loaders of the formats that we accept, no cache, few threads (architecture §6, engine study §3.6).
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { ENGINE_MAX_INPUT_PX } from '../capabilities.ts'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadTiffBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(2)

const LIMITS = { limitInputPixels: ENGINE_MAX_INPUT_PX, failOn: 'error' } as const

/** Encoded bytes; a stream that is cut or broken fails instead of giving grey areas. */
export const sharpOfFile = (bytes: Buffer, options: SharpOptions = {}): Sharp => sharp(bytes, { ...LIMITS, ...options })

/** Raw interleaved samples; 16-bit arrays are recognised by their type. */
export const sharpOfSamples = (
  data: Uint8Array | Uint16Array,
  size: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
): Sharp => sharp(data, { raw: size, limitInputPixels: false })
