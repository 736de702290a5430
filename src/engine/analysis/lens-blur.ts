// What kind of blur a lens left, and how much of it: the mean spectrum of the picture, ring by ring, is compared with what a sharp
// photograph (power falling with a power of the frequency), blurred by a disc or a Gaussian, with white noise on top would show
// (maximum likelihood after Whittle 1953). A disc wipes rings of the spectrum out, a Gaussian only falls, so they are told apart.
import { fft2, type Spectrum } from '../operations/fft.ts'
import type { Plane } from '../operations/plane.ts'

export interface LensBlurEstimate {
  readonly shape: 'disc' | 'gaussian'
  /** Radius of a disc, σ of a Gaussian; 0 = sharp. */
  readonly sizePx: number
  /** 0–1: how much likelier the picture is with this blur than without any. */
  readonly confidence: number
}

const WINDOW_PX = 64
const RING_COUNT = WINDOW_PX / 2
/** Rings below hold the picture's own shape, rings above are cut by the corners of the grid. */
const RINGS = { from: 3, to: 30 } as const
const SHAPES = [
  { shape: 'gaussian', sizesPx: [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 2, 2.2, 2.5, 2.8, 3.2] },
  { shape: 'disc', sizesPx: [1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75, 4, 4.5, 5, 5.5, 6] },
] as const
/** Power of a photograph falls with this power of the frequency. */
const FALLS = [1.6, 1.8, 2, 2.2, 2.4, 2.6, 2.8] as const
const USUAL_FALL = { mean: 2.2, deviation: 0.3 } as const
const FIT_ROUNDS = 6

const NONE: LensBlurEstimate = { shape: 'gaussian', sizePx: 0, confidence: 0 }

export function estimateLensBlur(lumas: readonly Plane[]): LensBlurEstimate {
  const rings = ringPowers(lumas)
  if (!rings) return NONE
  const sharp = likeliest(rings, () => 1)
  let best = { ...NONE, cost: sharp }
  for (const { shape, sizesPx } of SHAPES)
    for (const sizePx of sizesPx) {
      const cost = likeliest(rings, (f) => (shape === 'disc' ? discPower(sizePx * f) : gaussianPower(sizePx * f)))
      if (cost < best.cost) best = { shape, sizePx, confidence: 0, cost }
    }
  return { shape: best.shape, sizePx: best.sizePx, confidence: sharp - best.cost }
}

/** Mean power per ring of frequency over Hann-weighted windows. */
function ringPowers(lumas: readonly Plane[]): Float64Array | undefined {
  const power = new Float64Array(WINDOW_PX * WINDOW_PX)
  let count = 0
  for (const luma of lumas)
    for (let y = 0; y + WINDOW_PX <= luma.height; y += WINDOW_PX / 2)
      for (let x = 0; x + WINDOW_PX <= luma.width; x += WINDOW_PX / 2) {
        const grid = windowOf(luma, x, y)
        fft2(grid, 1)
        for (let i = 0; i < power.length; i++) power[i]! += grid.re[i]! ** 2 + grid.im[i]! ** 2
        count++
      }
  if (count === 0) return undefined
  const rings = new Float64Array(RING_COUNT)
  const counts = new Float64Array(RING_COUNT)
  for (let v = 0; v < WINDOW_PX; v++)
    for (let u = 0; u < WINDOW_PX; u++) {
      const ring = Math.round(Math.hypot(Math.min(u, WINDOW_PX - u), Math.min(v, WINDOW_PX - v)))
      if (ring >= RING_COUNT) continue
      rings[ring]! += power[v * WINDOW_PX + u]! / count
      counts[ring]!++
    }
  return rings.map((sum, i) => sum / counts[i]! + 1e-9)
}

const HANN = Float64Array.from(
  { length: WINDOW_PX },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW_PX),
)

function windowOf({ samples, width }: Plane, left: number, top: number): Spectrum {
  const re = new Float64Array(WINDOW_PX * WINDOW_PX)
  let mean = 0
  for (let y = 0; y < WINDOW_PX; y++)
    for (let x = 0; x < WINDOW_PX; x++) mean += samples[(top + y) * width + left + x]! / re.length
  for (let y = 0; y < WINDOW_PX; y++)
    for (let x = 0; x < WINDOW_PX; x++)
      re[y * WINDOW_PX + x] = (samples[(top + y) * width + left + x]! - mean) * HANN[y]! * HANN[x]!
  return { size: WINDOW_PX, re, im: new Float64Array(re.length) }
}

/** Least cost over the falls: mean over the rings of log model + power / model, above what the power itself would cost. */
function likeliest(rings: Float64Array, blurPower: (f: number) => number): number {
  let least = Number.POSITIVE_INFINITY
  for (const fall of FALLS) {
    const shape = new Float64Array(RING_COUNT)
    for (let r = RINGS.from; r <= RINGS.to; r++) {
      const f = r / WINDOW_PX
      shape[r] = f ** -fall * blurPower(f)
    }
    const prior = 0.5 * ((fall - USUAL_FALL.mean) / USUAL_FALL.deviation) ** 2 * PRIOR_WEIGHT
    least = Math.min(least, fitCost(rings, shape) + prior)
  }
  return least
}

const PRIOR_WEIGHT = 0.02

/** Fits `a · shape + n`, both not negative, by reweighted least squares. */
function fitCost(rings: Float64Array, shape: Float64Array): number {
  let model = rings
  for (let round = 0; round < FIT_ROUNDS; round++) {
    let [ss, s, one, sp, p] = [0, 0, 0, 0, 0]
    for (let r = RINGS.from; r <= RINGS.to; r++) {
      const w = 1 / model[r]! ** 2
      ss += w * shape[r]! ** 2
      s += w * shape[r]!
      one += w
      sp += w * shape[r]! * rings[r]!
      p += w * rings[r]!
    }
    const det = ss * one - s * s
    let a = det > 0 ? (sp * one - s * p) / det : sp / ss
    let n = det > 0 ? (ss * p - s * sp) / det : 0
    if (n < 0) [a, n] = [sp / ss, 0]
    if (a < 0) [a, n] = [0, p / one]
    const next = new Float64Array(RING_COUNT)
    for (let r = RINGS.from; r <= RINGS.to; r++) next[r] = Math.max(1e-12, a * shape[r]! + n)
    model = next
  }
  let cost = 0
  for (let r = RINGS.from; r <= RINGS.to; r++) {
    const ratio = rings[r]! / model[r]!
    cost += ratio - 1 - Math.log(ratio)
  }
  return cost / (RINGS.to - RINGS.from + 1)
}

const gaussianPower = (sigmaTimesF: number) => Math.exp(-4 * Math.PI ** 2 * sigmaTimesF ** 2)

/** (2 J₁(z) / z)² with z = 2π r f. */
function discPower(radiusTimesF: number): number {
  const z = 2 * Math.PI * radiusTimesF
  return z < 1e-6 ? 1 : ((2 * besselJ1(z)) / z) ** 2
}

/** By its integral, which is exact enough with as many steps as a cosine of this argument needs. */
function besselJ1(z: number): number {
  const steps = 64
  let sum = 0
  for (let i = 0; i < steps; i++) {
    const t = (Math.PI * (i + 0.5)) / steps
    sum += Math.cos(t - z * Math.sin(t))
  }
  return sum / steps
}
