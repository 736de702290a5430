// Designs the inverse filter of a known blur as far as the noise allows: a Wiener filter whose picture model is the 1/f²
// spectrum of natural photos, cut to a finite support, and its noise gain in every cosine band.
import type { Kernel } from '../signal/blur-kernel.ts'
import { forwardDct8 } from '../signal/dct8.ts'
import { fft2, type Spectrum } from '../signal/fft.ts'
import { type SeparableFilter, toSeparable } from '../signal/separable.ts'

export interface InverseFilter {
  readonly filter: SeparableFilter
  /** Factor by which white noise grows in each of the 64 bands of the 8×8 cosine transform. */
  readonly noiseGainByBand: Float64Array
}

const GRID = 128
const RADIUS_MAX_PX = 44
/** Measured on a Kodak crop and the tests' scene: discs of 3 and 5 px and lines of 9 and 15 px gain most at 8–20. */
const ZEROS_CARE = 14
/** Power of a natural photo at frequency f (cycles per pixel, values 0–1) is this over f²; measured: best PSNR on Kodak luma with σ 1.6 and 1 % noise. */
const PICTURE_POWER = 4e-3

/** Cycles per pixel from which the maximum gain of a limited filter falls, to 1 at the grid's own frequency. */
const CEILING_FALLS_FROM = 0.25
/** Sharpness of the knee at the maximum gain. */
const CEILING_HARDNESS = 4

export interface InverseDesign {
  readonly blur: Kernel
  /** On 0–1. */
  readonly noiseSigma: number
  /** Above 1 more careful than the model, below 1 bolder. */
  readonly regularity: number
  /**
   * Maximum gain, for blurs that are only estimated; Infinity for known ones. A real photo has energy at the finest
   * frequencies that its blur did not make (sensor steps, camera sharpening, JPEG). Taken for blurred detail, they were
   * multiplied by up to 14 into a mesh of pixels (seen on ordinary photos).
   */
  readonly maxGain: number
}

export function designInverse({ blur, noiseSigma, regularity, maxGain }: InverseDesign): InverseFilter {
  const spectrum = spectrumOf(blur)
  const gain = wienerGain(spectrum, noiseSigma, blur.hasZeros ? ZEROS_CARE * regularity : regularity)
  if (maxGain < Number.POSITIVE_INFINITY) limitGain(gain, maxGain)
  const radius = Math.min(RADIUS_MAX_PX, Math.max(6, Math.round((blur.hasZeros ? 6 : 3.5) * blur.radius)))
  const kernel = cut(gain, radius)
  return { filter: toSeparable(kernel, 4e-3), noiseGainByBand: noiseGains(spectrumOf(kernel)) }
}

function spectrumOf(kernel: Kernel): Spectrum {
  const grid: Spectrum = { size: GRID, re: new Float64Array(GRID * GRID), im: new Float64Array(GRID * GRID) }
  const { radius, values } = kernel
  const side = 2 * radius + 1
  for (let y = -radius; y <= radius; y++)
    for (let x = -radius; x <= radius; x++)
      grid.re[wrap(y) * GRID + wrap(x)]! += values[(y + radius) * side + x + radius]!
  fft2(grid, 1)
  return grid
}

const wrap = (index: number) => (index + GRID) % GRID

function wienerGain(blur: Spectrum, noiseSigma: number, regularity: number): Spectrum {
  const re = new Float64Array(GRID * GRID)
  const im = new Float64Array(GRID * GRID)
  for (let v = 0; v < GRID; v++)
    for (let u = 0; u < GRID; u++) {
      const i = v * GRID + u
      const f2 = (Math.min(u, GRID - u) ** 2 + Math.min(v, GRID - v) ** 2) / (GRID * GRID)
      const noiseToPicture = (regularity * noiseSigma * noiseSigma * f2) / PICTURE_POWER
      const power = blur.re[i]! ** 2 + blur.im[i]! ** 2 + noiseToPicture + 1e-6
      re[i] = blur.re[i]! / power
      im[i] = -blur.im[i]! / power
    }
  return { size: GRID, re, im }
}

function limitGain({ re, im }: Spectrum, maxGain: number): void {
  for (let v = 0; v < GRID; v++)
    for (let u = 0; u < GRID; u++) {
      const i = v * GRID + u
      const finest = Math.max(Math.min(u, GRID - u), Math.min(v, GRID - v)) / GRID
      const over = Math.max(0, finest - CEILING_FALLS_FROM) / (0.5 - CEILING_FALLS_FROM)
      const ceiling = 1 + (maxGain - 1) * Math.cos((Math.PI / 2) * over) ** 2
      const held = (1 + (Math.hypot(re[i]!, im[i]!) / ceiling) ** CEILING_HARDNESS) ** (-1 / CEILING_HARDNESS)
      re[i]! *= held
      im[i]! *= held
    }
}

/** Back to pixels, faded out towards `radius` and scaled so that flat areas stay as they are. */
function cut(gain: Spectrum, radius: number): Kernel {
  fft2(gain, -1)
  const side = 2 * radius + 1
  const values = new Float64Array(side * side)
  let sum = 0
  for (let y = -radius; y <= radius; y++)
    for (let x = -radius; x <= radius; x++) {
      const fade = Math.cos((Math.PI / 2) * Math.min(1, Math.hypot(x, y) / (radius + 1))) ** 0.5
      const value = gain.re[wrap(y) * GRID + wrap(x)]! * fade
      values[(y + radius) * side + x + radius] = value
      sum += value
    }
  return { radius, values: values.map((value) => value / sum), hasZeros: false }
}

/** √ of the mean of |G|² weighted by the power spectrum of each 8×8 cosine function. */
function noiseGains(gain: Spectrum): Float64Array {
  const lines = bandPowers()
  const out = new Float64Array(64)
  for (let k = 0; k < 8; k++)
    for (let l = 0; l < 8; l++) {
      let sum = 0
      for (let v = 0; v < GRID; v++)
        for (let u = 0; u < GRID; u++) {
          const i = v * GRID + u
          sum += lines[k]![v]! * lines[l]![u]! * (gain.re[i]! ** 2 + gain.im[i]! ** 2)
        }
      out[k * 8 + l] = Math.sqrt(sum)
    }
  return out
}

/** Power of each 1-D cosine function at every frequency of the grid; sums to 1. */
function bandPowers(): Float64Array[] {
  const basis = new Float64Array(64)
  for (let i = 0; i < 8; i++) {
    const unit = new Float64Array(8)
    unit[i] = 1
    forwardDct8(unit, 0, 1, basis, i, 8)
  }
  return Array.from({ length: 8 }, (_, k) =>
    Float64Array.from({ length: GRID }, (_, u) => {
      let re = 0
      let im = 0
      for (let i = 0; i < 8; i++) {
        re += basis[k * 8 + i]! * Math.cos((2 * Math.PI * u * i) / GRID)
        im += basis[k * 8 + i]! * Math.sin((2 * Math.PI * u * i) / GRID)
      }
      return (re * re + im * im) / GRID
    }),
  )
}
