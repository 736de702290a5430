// Pictures for journeys: small ones for speed, large ones for runs that take a while.
import sharp from 'sharp'

export interface PictureFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const SMALL = { width: 240, height: 160, sigma: 14 }
/** Long enough at work to be watched, cancelled or left: so noisy that no tool may leave it as it is. */
export const LARGE = { width: 3600, height: 2400, sigma: 70 }

/** Laid side by side on a larger picture, and never packed as PNG: the noise of `LARGE` costs 0.9 instead of 4.2 s of processor time. */
const GRAIN = { width: 1200, height: 800 }

/** Red, green and blue of a lamp's light, and of none. */
const TUNGSTEN = [1.15, 1, 0.7]
const NEUTRAL = [1, 1, 1]

type Format = 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif'

/** Stripes, discs and grain, so that every tool has something to do. */
export async function picture(
  options: { name?: string; width?: number; height?: number; sigma?: number; hasCast?: boolean; format?: Format } = {},
): Promise<PictureFile> {
  const { width = SMALL.width, height = SMALL.height, sigma = SMALL.sigma, format = 'jpeg' } = options
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 240 160">
    <rect width="240" height="160" fill="#8aa6b4"/><rect y="100" width="240" height="60" fill="#55684a"/>
    <circle cx="70" cy="70" r="38" fill="#d8b48a"/><circle cx="170" cy="60" r="24" fill="#b8493c"/>
    <path d="M0 120 L60 84 L110 128 L180 76 L240 118" stroke="#2c3438" stroke-width="5" fill="none"/></svg>`
  const noise = { type: 'gaussian', mean: 128, sigma } as const
  const raw = { width, height, channels: 3 } as const
  const grain = { ...raw, width: Math.min(width, GRAIN.width), height: Math.min(height, GRAIN.height) }
  const input = await sharp({ create: { ...grain, background: '#808080', noise } })
    .raw()
    .toBuffer()
  const drawn = await sharp(Buffer.from(drawing))
    .flatten()
    .composite([{ input, raw: grain, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer()
  const buffer = await sharp(drawn, { raw })
    .linear(options.hasCast ? TUNGSTEN : NEUTRAL, [0, 0, 0])
    .toFormat(format)
    .toBuffer()
  const ending = format === 'jpeg' ? 'jpg' : format
  return { name: options.name ?? `journey.${ending}`, mimeType: `image/${format}`, buffer }
}
