// Overcomplete 8×8 cosine-transform shrinkage of one plane: every block on a grid of `step` pixels is transformed,
// shrunk and put back, and the overlapping answers are averaged (Guleryuz 2003, Yu and Sapiro 2011; Wiener pass as in BM3D).
// Vertical transforms are shared by all blocks of a strip, which halves the work. Blocks start at picture
// coordinates divisible by `step`, so a tile gives the same values as the whole picture 7 pixels inside its edges.
import { addInverseDct8, forwardDct8 } from './dct8.ts'
import type { Plane } from './plane.ts'

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

interface Strip {
  readonly width: number
  readonly columns: Float64Array
  readonly pilotColumns: Float64Array
  readonly sum: Float64Array
  readonly weight: Float64Array
  readonly block: Float64Array
  readonly pilotBlock: Float64Array
}

/** Returns a new plane of the same size. */
export function slidingDct(plane: Plane, settings: SlidingDctSettings): Float32Array {
  const { width, height } = plane
  const left = 8 + mod(plane.x, settings.step)
  const top = 8 + mod(plane.y, settings.step)
  const strip = newStrip(left + width + 8)
  const rows = { left, top, width, height }
  const out = new Float64Array(width * height)
  const weight = new Float64Array(width * height)
  for (let y0 = 0; y0 < top + height; y0 += settings.step) {
    transformColumns(plane.samples, rows, y0, strip.width, strip.columns)
    if (settings.pilot) transformColumns(settings.pilot, rows, y0, strip.width, strip.pilotColumns)
    shrinkStrip(strip, settings)
    addStrip(strip, rows, y0, out, weight)
  }
  const result = new Float32Array(width * height)
  for (let i = 0; i < result.length; i++) result[i] = out[i]! / weight[i]!
  return result
}

const mod = (value: number, step: number) => ((value % step) + step) % step

function newStrip(width: number): Strip {
  const lines = () => new Float64Array(8 * width)
  return {
    width,
    columns: lines(),
    pilotColumns: lines(),
    sum: lines(),
    weight: new Float64Array(width),
    block: new Float64Array(64),
    pilotBlock: new Float64Array(64),
  }
}

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

const rowBuffer = { samples: new Float64Array(0) }

function transformColumns(samples: Float32Array, rows: Rows, y0: number, stripWidth: number, target: Float64Array) {
  const { left, top, width, height } = rows
  if (rowBuffer.samples.length < 8 * stripWidth) rowBuffer.samples = new Float64Array(8 * stripWidth)
  const buffer = rowBuffer.samples
  for (let r = 0; r < 8; r++) {
    const from = mirror(y0 + r - top, height) * width
    const to = r * stripWidth
    for (let x = 0; x < left; x++) buffer[to + x] = samples[from + mirror(x - left, width)]!
    for (let x = 0; x < width; x++) buffer[to + left + x] = samples[from + x]!
    for (let x = left + width; x < stripWidth; x++) buffer[to + x] = samples[from + mirror(x - left, width)]!
  }
  for (let x = 0; x < stripWidth; x++) forwardDct8(buffer, x, stripWidth, target, x, stripWidth)
}

function shrinkStrip(strip: Strip, settings: SlidingDctSettings) {
  const { width, columns, pilotColumns, sum, weight, block, pilotBlock } = strip
  sum.fill(0)
  weight.fill(0)
  const thresholds = settings.sigmaByBand.map((sigma) => settings.hardFactor * sigma)
  const variances = settings.sigmaByBand.map((sigma) => sigma * sigma)
  for (let x0 = 0; x0 + 8 <= width; x0 += settings.step) {
    for (let k = 0; k < 8; k++) forwardDct8(columns, k * width + x0, 1, block, k * 8, 1)
    let w: number
    if (settings.pilot) {
      for (let k = 0; k < 8; k++) forwardDct8(pilotColumns, k * width + x0, 1, pilotBlock, k * 8, 1)
      w = wienerBlock(block, pilotBlock, variances)
    } else w = thresholdBlock(block, thresholds)
    for (let k = 0; k < 8; k++) {
      const line = k * 8
      let used = false
      for (let l = line; l < line + 8; l++) {
        if (block[l] === 0) continue
        block[l]! *= w
        used = true
      }
      if (used) addInverseDct8(block, line, 1, sum, k * width + x0, 1)
    }
    for (let x = x0; x < x0 + 8; x++) weight[x]! += w
  }
}

/** Hard threshold; a block that needs few coefficients is trusted more. Returns its weight. */
function thresholdBlock(block: Float64Array, thresholds: Float64Array): number {
  let kept = 1
  for (let i = 1; i < 64; i++) {
    const c = block[i]!
    const t = thresholds[i]!
    if (c < t && c > -t) block[i] = 0
    else kept++
  }
  return 1 / kept
}

function wienerBlock(block: Float64Array, pilot: Float64Array, variances: Float64Array): number {
  let energy = 1
  for (let i = 1; i < 64; i++) {
    const p = pilot[i]! * pilot[i]!
    const gain = p / (p + variances[i]! + 1e-20)
    block[i]! *= gain
    energy += gain * gain
  }
  return 1 / energy
}

function addStrip(strip: Strip, rows: Rows, y0: number, out: Float64Array, weight: Float64Array) {
  const { left, top, width, height } = rows
  const buffer = rowBuffer.samples
  buffer.fill(0, 0, 8 * strip.width)
  for (let x = left; x < left + width; x++) addInverseDct8(strip.sum, x, strip.width, buffer, x, strip.width)
  for (let r = 0; r < 8; r++) {
    const y = y0 + r - top
    if (y < 0 || y >= height) continue
    const from = r * strip.width + left
    for (let x = 0; x < width; x++) {
      out[y * width + x]! += buffer[from + x]!
      weight[y * width + x]! += strip.weight[left + x]!
    }
  }
}
