// Camera shake as a straight line: a smear of length L cuts dark stripes into the spectrum, which show as a negative peak
// at distance L in the cepstrum (Cannon 1976; directional means removed as in Rom 1975). Averaged over all windows of the crops.
import { fft2, type Spectrum } from '../operations/fft.ts'
import type { Plane } from '../operations/plane.ts'
import type { MotionEstimate } from './picture-analysis.ts'

const WINDOW_PX = 256
const LENGTH_MIN_PX = 5
const LENGTH_MAX_PX = 48
/** Depth of the peak, in standard deviations of its ring, at which the confidence is 0 and 1. */
const DEPTH_NONE = 4.5
const DEPTH_SURE = 7
/** The peak repeats at whole multiples of the length; the shortest that is at least this deep, relative to the deepest, counts. */
const HARMONIC_DEPTH = 0.4

export function estimateMotion(crops: readonly Plane[]): MotionEstimate {
  const power = meanLogPower(crops)
  if (!power) return { angleRad: 0, lengthPx: 0, confidence: 0 }
  removeRadialMean(power)
  const cepstrum: Spectrum = { size: WINDOW_PX, re: power, im: new Float64Array(power.length) }
  fft2(cepstrum, -1)
  return deepestPeak(cepstrum.re)
}

/** Mean over windows of log(1 + |F|²), Hann-weighted; undefined when no window fits. */
function meanLogPower(crops: readonly Plane[]): Float64Array | undefined {
  const sum = new Float64Array(WINDOW_PX * WINDOW_PX)
  let count = 0
  for (const crop of crops)
    for (let y = 0; y + WINDOW_PX <= crop.height; y += WINDOW_PX / 2)
      for (let x = 0; x + WINDOW_PX <= crop.width; x += WINDOW_PX / 2) {
        const grid = windowOf(crop, x, y)
        fft2(grid, 1)
        for (let i = 0; i < sum.length; i++) sum[i]! += Math.log(1e-6 + grid.re[i]! ** 2 + grid.im[i]! ** 2)
        count++
      }
  return count === 0 ? undefined : sum.map((value) => value / count)
}

function windowOf(crop: Plane, x0: number, y0: number): Spectrum {
  const re = new Float64Array(WINDOW_PX * WINDOW_PX)
  let mean = 0
  for (let y = 0; y < WINDOW_PX; y++)
    for (let x = 0; x < WINDOW_PX; x++) mean += crop.samples[(y0 + y) * crop.width + x0 + x]! / re.length
  for (let y = 0; y < WINDOW_PX; y++)
    for (let x = 0; x < WINDOW_PX; x++)
      re[y * WINDOW_PX + x] = (crop.samples[(y0 + y) * crop.width + x0 + x]! - mean) * HANN[y]! * HANN[x]!
  return { size: WINDOW_PX, re, im: new Float64Array(re.length) }
}

const HANN = Float64Array.from(
  { length: WINDOW_PX },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW_PX),
)

/** The picture's own spectrum is nearly round; what is left is the smear. */
function removeRadialMean(power: Float64Array) {
  const sum = new Float64Array(WINDOW_PX)
  const count = new Float64Array(WINDOW_PX)
  forEachFrequency((i, radius) => {
    sum[radius]! += power[i]!
    count[radius]!++
  })
  forEachFrequency((i, radius) => {
    power[i]! -= sum[radius]! / count[radius]!
  })
}

function forEachFrequency(visit: (index: number, radius: number) => void) {
  const fold = (k: number) => Math.min(k, WINDOW_PX - k)
  for (let v = 0; v < WINDOW_PX; v++)
    for (let u = 0; u < WINDOW_PX; u++) visit(v * WINDOW_PX + u, Math.round(Math.hypot(fold(u), fold(v))))
}

interface Peak {
  readonly depth: number
  readonly x: number
  readonly y: number
}

function deepestPeak(cepstrum: Float64Array): MotionEstimate {
  const rings = ringDeviations(cepstrum)
  const at = (x: number, y: number): Peak => {
    const length = Math.hypot(x, y)
    if (length < LENGTH_MIN_PX - 1 || length > LENGTH_MAX_PX) return { depth: 0, x, y }
    const value = cepstrum[y * WINDOW_PX + ((x + WINDOW_PX) % WINDOW_PX)]!
    return { depth: -value / rings[Math.round(length)]!, x, y }
  }
  let best: Peak = { depth: 0, x: 0, y: 0 }
  for (let y = 0; y <= LENGTH_MAX_PX; y++)
    for (let x = -LENGTH_MAX_PX; x <= LENGTH_MAX_PX; x++) best = deeper(best, at(x, y))
  const first = firstHarmonic(best, at)
  return {
    angleRad: Math.atan2(best.y, best.x),
    lengthPx: Math.hypot(first.x, first.y),
    confidence: Math.min(1, Math.max(0, (best.depth - DEPTH_NONE) / (DEPTH_SURE - DEPTH_NONE))),
  }
}

const deeper = (a: Peak, b: Peak): Peak => (b.depth > a.depth ? b : a)

function firstHarmonic(best: Peak, at: (x: number, y: number) => Peak): Peak {
  for (const part of [4, 3, 2]) {
    const x = Math.round(best.x / part)
    const y = Math.round(best.y / part)
    let found: Peak = { depth: 0, x, y }
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) if (y + dy >= 0) found = deeper(found, at(x + dx, y + dy))
    if (found.depth >= HARMONIC_DEPTH * best.depth) return found
  }
  return best
}

/** Standard deviation of the cepstrum on each ring. */
function ringDeviations(cepstrum: Float64Array): Float64Array {
  const sum = new Float64Array(WINDOW_PX)
  const count = new Float64Array(WINDOW_PX)
  forEachFrequency((i, radius) => {
    sum[radius]! += cepstrum[i]! ** 2
    count[radius]!++
  })
  return sum.map((value, i) => Math.sqrt(value / Math.max(1, count[i]!)) + 1e-12)
}
