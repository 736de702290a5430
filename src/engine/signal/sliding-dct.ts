// Overcomplete 8×8 cosine-transform shrinkage of one plane: every block on a grid of `step` pixels is transformed,
// shrunk and put back, and the overlapping answers are averaged (Guleryuz 2003, Yu and Sapiro 2011; Wiener pass as in BM3D).
// Vertical transforms are shared by all blocks of a strip, which halves the work. Blocks start at picture
// coordinates divisible by `step`, so a tile gives the same values as the whole picture 7 pixels inside its edges.
import type { Plane } from '../image/plane.ts'
import { type DctKernel, dctKernelFor } from './sliding-dct-kernel.ts'

export interface SlidingDctSettings {
  /** Distance of neighbouring blocks in pixels: 1 is best, 2 four times faster, at most 8. */
  readonly step: number
  /** Standard deviation of the noise in each of the 64 coefficients (row-major, vertical frequency first). */
  readonly sigmaByBand: Float64Array
  /** First pass: coefficients below `hardFactor`·σ vanish. Ignored when a pilot is given. */
  readonly hardFactor: number
  /** Already denoised version of the plane: its spectrum sets the gain of each coefficient (empirical Wiener). */
  readonly pilot?: Float32Array
}

export const SLIDING_DCT_HALO_PX = 7

/** σ per band of white noise. */
export const whiteBands = (sigma: number): Float64Array => new Float64Array(64).fill(sigma)

/** Returns a new plane of the same size. */
export function slidingDct(plane: Plane, settings: SlidingDctSettings): Float32Array {
  const { width, height } = plane
  const { step, pilot } = settings
  const left = 8 + mod(plane.x, step)
  const top = 8 + mod(plane.y, step)
  const stripWidth = left + width + 8
  const kernel = dctKernelFor(stripWidth)
  kernel.bands.set(transposed(bandsFor(settings)))
  kernel.sums.fill(0)
  kernel.weights.fill(0)
  const rows = { left, top, width, height }
  const out = new Float32Array(width * height)
  for (let y0 = 0; y0 < top + height; y0 += step) {
    fillLines(kernel.lines, kernel.capacity, plane.samples, rows, y0)
    if (pilot) {
      fillLines(kernel.pilotLines, kernel.capacity, pilot, rows, y0)
      kernel.addWiener(stripWidth, step)
    } else kernel.addThresholded(stripWidth, step)
    takeFinished(kernel, rows, y0, step, out)
  }
  return out
}

const mod = (value: number, step: number) => ((value % step) + step) % step

/** The mean of a block always stays: its threshold is 0. */
function bandsFor({ sigmaByBand, hardFactor, pilot }: SlidingDctSettings): Float64Array {
  if (pilot) return sigmaByBand.map((sigma) => sigma * sigma)
  return sigmaByBand.map((sigma, i) => (i === 0 ? 0 : hardFactor * sigma))
}

const transposed = (bands: Float64Array): Float64Array => bands.map((_, i) => bands[(i % 8) * 8 + (i >> 3)]!)

interface Rows {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Mirrors an index into 0…length−1; reaches at most one length outside. */
function mirror(index: number, length: number): number {
  const i = index < 0 ? -index - 1 : index >= length ? 2 * length - 1 - index : index
  return i < 0 ? 0 : i >= length ? length - 1 : i
}

function fillLines(lines: Float32Array, capacity: number, samples: Float32Array, rows: Rows, y0: number) {
  const { left, top, width, height } = rows
  for (let r = 0; r < 8; r++) {
    const from = mirror(y0 + r - top, height) * width
    const to = r * capacity
    for (let x = 0; x < left; x++) lines[to + x] = samples[from + mirror(x - left, width)]!
    lines.set(samples.subarray(from, from + width), to + left)
    for (let x = left + width; x < left + width + 8; x++) lines[to + x] = samples[from + mirror(x - left, width)]!
  }
}

/** The first `step` lines get nothing from later strips: out with them, and the others move up. */
function takeFinished({ sums, weights, capacity }: DctKernel, rows: Rows, y0: number, step: number, out: Float32Array) {
  const { left, top, width, height } = rows
  for (let r = 0; r < step; r++) {
    const y = y0 + r - top
    if (y < 0 || y >= height) continue
    const from = r * capacity + left
    const to = y * width
    for (let x = 0; x < width; x++) out[to + x] = sums[from + x]! / weights[from + x]!
  }
  for (const lines of [sums, weights]) {
    lines.copyWithin(0, step * capacity)
    lines.fill(0, (8 - step) * capacity)
  }
}
