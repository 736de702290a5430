// What happens to a photograph on its way through the web, twice over: softened, resized, made noisy, stored as JPEG, and the
// same again on the way to a quarter of its size. Every strength is drawn by seed within its level.
import { hashNoise } from '#engine/enhance/hash-noise.ts'
import type { Raster } from '#engine/image/raster.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { sharpOf } from '#engine/testing/encode-sample.ts'
import { addNoise } from '#engine/testing/synthetic-picture.ts'

type Range = readonly [number, number]

interface Round {
  readonly blurPx: Range
  readonly noiseLevels: Range
  readonly quality: Range
}

interface Level {
  readonly first: Round
  /** Scale of the first resizing; the second ends at a quarter of the photograph. */
  readonly scale: Range
  readonly second: Round
}

export const LEVELS = {
  light: {
    first: { blurPx: [0.3, 0.7], noiseLevels: [0, 1], quality: [88, 96] },
    scale: [0.8, 1.1],
    second: { blurPx: [0, 0.4], noiseLevels: [0, 1], quality: [80, 95] },
  },
  medium: {
    first: { blurPx: [0.6, 1.4], noiseLevels: [1, 4], quality: [70, 90] },
    scale: [0.5, 1.2],
    second: { blurPx: [0.3, 0.6], noiseLevels: [0, 3], quality: [60, 85] },
  },
  heavy: {
    first: { blurPx: [1, 2.2], noiseLevels: [3, 8], quality: [45, 75] },
    scale: [0.35, 1.2],
    second: { blurPx: [0.3, 1], noiseLevels: [2, 6], quality: [35, 65] },
  },
} as const satisfies Record<string, Level>

const KERNELS = ['cubic', 'linear', 'mitchell', 'lanczos3'] as const
/** sharp refuses less. */
const LEAST_BLUR_PX = 0.3

export interface Damaged {
  readonly picture: Raster
  readonly jpegQuality: number | undefined
  /** As somebody would upload it. */
  readonly file: Buffer
}

/** `high` has sides of multiples of four. */
export async function damaged(high: Raster, level: Level, seed: number): Promise<Damaged> {
  let drawn = 0
  const draw = ([low, most]: Range) => low + ((most - low) * (hashNoise(seed, drawn++, 0, 0) + 1)) / 2
  const { picture } = await throughRound(high, draw(level.scale), level.first, draw, seed)
  return throughRound(picture, high.width / 4 / picture.width, level.second, draw, seed + 1, high)
}

async function throughRound(
  source: Raster,
  scale: number,
  { blurPx, noiseLevels, quality }: Round,
  draw: (range: Range) => number,
  seed: number,
  high?: Raster,
): Promise<Damaged> {
  const sigma = draw(blurPx)
  const soft =
    sigma < LEAST_BLUR_PX ? source : (await decodePicture(await sharpOf(source).blur(sigma).png().toBuffer())).colour
  const width = high ? high.width / 4 : Math.round(source.width * scale)
  const height = high ? high.height / 4 : Math.round(source.height * scale)
  const kernel = KERNELS[Math.floor(draw([0, KERNELS.length - 1e-6]))]!
  const small = await sharpOf(soft).resize(width, height, { fit: 'fill', kernel }).png().toBuffer()
  const noisy = addNoise((await decodePicture(small)).colour, draw(noiseLevels), seed)
  const file = await sharpOf(noisy)
    .jpeg({ quality: Math.round(draw(quality)) })
    .toBuffer()
  const { colour, jpegQuality } = await decodePicture(file)
  return { picture: colour, jpegQuality, file }
}
