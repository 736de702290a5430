// The 36 features of NIQE (Mittal, Soundararajan and Bovik 2013) for every block of a picture: how its luma, freed from local
// mean and contrast, is distributed, and how neighbours go together, at full and at half size. Written from the publication.
import { clamp } from '../image/ramp.ts'
import type { Raster } from '../image/raster.ts'
import { cutPlane, resampleRect, storedLuma } from '../resample/stored-plane.ts'

/** Side of a block at full size. */
export const BLOCK_PX = 96
export const FEATURES = 36
const WINDOW = gaussian(7 / 6, 3)
/** Distances of the neighbours: right, below, and both diagonals. */
const NEIGHBOURS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const

export interface BlockFeatures {
  readonly values: Float64Array
  /** Mean local contrast, which separates sharp blocks from soft ones. */
  readonly contrast: number
}

interface Normalised {
  readonly width: number
  readonly height: number
  readonly samples: Float32Array
  readonly deviation: Float64Array
}

/** Blocks without any contrast have no distribution and are left out. */
export function blockFeatures(picture: Raster): BlockFeatures[] {
  const luma = storedLuma(picture)
  const half = { width: picture.width >> 1, height: picture.height >> 1 }
  const whole = normalised(cutPlane(luma, { x: 0, y: 0, ...sizeOf(luma) }), luma.width, luma.height)
  const small = normalised(resampleRect(luma, half, { x: 0, y: 0, ...half }, 'bicubic'), half.width, half.height)
  const blocks: BlockFeatures[] = []
  for (let y = 0; y + BLOCK_PX <= picture.height; y += BLOCK_PX) {
    for (let x = 0; x + BLOCK_PX <= picture.width; x += BLOCK_PX) {
      const fine = featuresOf(whole, x, y, BLOCK_PX)
      const coarse = featuresOf(small, x >> 1, y >> 1, BLOCK_PX >> 1)
      const values = Float64Array.from([...fine, ...coarse])
      if (values.every(Number.isFinite)) blocks.push({ values, contrast: meanOf(whole.deviation, whole.width, x, y) })
    }
  }
  return blocks
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height })

/** (value − local mean) / (local deviation + 1), in 8-bit levels. */
function normalised(plane: Float32Array, width: number, height: number): Normalised {
  const levels = plane.map((value) => 255 * value)
  const mean = smooth(levels, width, height)
  const squares = smooth(
    levels.map((value) => value * value),
    width,
    height,
  )
  const deviation = squares.map((value, i) => Math.sqrt(Math.max(0, value - mean[i]! ** 2)))
  return { width, height, samples: levels.map((value, i) => (value - mean[i]!) / (deviation[i]! + 1)), deviation }
}

function gaussian(sigma: number, radius: number): readonly number[] {
  const taps = Array.from({ length: 2 * radius + 1 }, (_, i) => Math.exp(-0.5 * ((i - radius) / sigma) ** 2))
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

function smooth(plane: Float32Array, width: number, height: number): Float64Array {
  const radius = WINDOW.length >> 1
  const across = new Float64Array(plane.length)
  const result = new Float64Array(plane.length)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      for (let t = -radius; t <= radius; t++)
        across[i]! += WINDOW[t + radius]! * plane[y * width + clamp(x + t, 0, width - 1)]!
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      for (let t = -radius; t <= radius; t++)
        result[i]! += WINDOW[t + radius]! * across[clamp(y + t, 0, height - 1) * width + x]!
  return result
}

function meanOf(plane: Float64Array, width: number, left: number, top: number): number {
  let sum = 0
  for (let y = top; y < top + BLOCK_PX; y++) for (let x = left; x < left + BLOCK_PX; x++) sum += plane[y * width + x]!
  return sum / BLOCK_PX ** 2
}

/** 18 of them: shape and width of the values, then shape, lean and both widths of the products with each neighbour. */
function featuresOf({ width, samples }: Normalised, left: number, top: number, side: number): number[] {
  const block: number[] = []
  for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) block.push(samples[y * width + x]!)
  const own = fitted(block)
  const features = [own.shape, (own.low + own.high) / 2]
  for (const [dx, dy] of NEIGHBOURS) {
    const products: number[] = []
    for (let y = 0; y + dy < side; y++)
      for (let x = Math.max(0, -dx); x < side - Math.max(0, dx); x++)
        products.push(block[y * side + x]! * block[(y + dy) * side + x + dx]!)
    const { shape, lean, low, high } = fitted(products)
    features.push(shape, lean, low, high)
  }
  return features
}

/** Asymmetric generalised normal distribution by its moments (Lasmar, Stitou and Berthoumieu 2009). */
function fitted(values: readonly number[]) {
  let [sizes, below, above, belowCount, aboveCount] = [0, 0, 0, 0, 0]
  for (const value of values) {
    sizes += Math.abs(value)
    if (value < 0) {
      below += value * value
      belowCount++
    } else if (value > 0) {
      above += value * value
      aboveCount++
    }
  }
  const [left, right] = [Math.sqrt(below / belowCount), Math.sqrt(above / aboveCount)]
  const skew = left / right
  const ratio = (sizes / values.length) ** 2 / ((below + above) / values.length)
  const shape = shapeOf((ratio * (skew ** 3 + 1) * (skew + 1)) / (skew ** 2 + 1) ** 2)
  const scale = Math.exp((logGamma(1 / shape) - logGamma(3 / shape)) / 2)
  const [low, high] = [left * scale, right * scale]
  return { shape, low, high, lean: (high - low) * Math.exp(logGamma(2 / shape) - logGamma(1 / shape)) }
}

const LEAST_SHAPE = 0.2
const SHAPE_STEP = 0.001
/** Ratio of squared mean size to variance for each shape; it grows with the shape. */
const RATIOS = Float64Array.from({ length: 9801 }, (_, i) => {
  const shape = LEAST_SHAPE + i * SHAPE_STEP
  return Math.exp(2 * logGamma(2 / shape) - logGamma(1 / shape) - logGamma(3 / shape))
})

function shapeOf(ratio: number): number {
  if (!Number.isFinite(ratio)) return Number.NaN
  let [low, high] = [0, RATIOS.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (RATIOS[middle]! < ratio) low = middle + 1
    else high = middle
  }
  return LEAST_SHAPE + low * SHAPE_STEP
}

/** Stirling's series after moving the argument up. */
function logGamma(x: number): number {
  let [shift, z] = [0, x]
  for (; z < 8; z++) shift -= Math.log(z)
  const inverse = 1 / (z * z)
  const series = (1 / 12 - inverse * (1 / 360 - inverse / 1260)) / z
  return shift + (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series
}
