// Seeded damage for the training pairs of the refining nets (bench/refine-pairs.ts), and what our own classical steps make of it.
import { analyse } from '#engine/analysis/analyse.ts'
import { fromOpponent, toOpponent } from '#engine/image/opponent.ts'
import type { Planes } from '#engine/image/planes.ts'
import { clamp } from '#engine/image/ramp.ts'
import { deblock } from '#engine/operations/deblock.ts'
import { denoise, whiteByScale } from '#engine/operations/denoise.ts'
import {
  blurRefineInput,
  jpegRefineInput,
  noiseRefineInput,
  type RefineInput,
} from '#engine/operations/refine-input.ts'
import type { ExpectedNoise } from '#engine/operations/refine-settings.ts'
import { undoBlur } from '#engine/operations/undo-blur.ts'
import { discKernel, gaussianKernel, lineKernel } from '#engine/signal/blur-kernel.ts'
import { applySeparable, type SeparableFilter, toSeparable } from '#engine/signal/separable.ts'
import { addNoise, blurPicture } from '#engine/testing/synthetic-damage.ts'
import { analysisInputOfPlanes, wholePlace } from '#engine/testing/test-pictures.ts'
import { throughJpeg } from '#engine/testing/through-jpeg.ts'
import { noiseOfNormal } from '#engine/tools/denoise.ts'
import { BLOCKS_SEEN_QUALITY } from '#engine/tools/sharpen.ts'

const CAMERA_SHARE = 0.35

export interface Pair {
  readonly kind: string
  readonly input: RefineInput
  /** What the net should add to the classical answer, in its units. */
  readonly target: readonly Float32Array[]
}

export async function jpegPair(truth: Planes, next: () => number): Promise<Pair> {
  const quality = Math.round(5 + 65 * next() ** 1.6)
  const damaged = await throughJpeg(truth, quality)
  const input = jpegRefineInput(damaged, deblock({ quality }).run(damaged, wholePlace(truth)), quality)
  return { kind: 'jpeg', input, target: changeTo(jpegRefineInput(truth, truth, quality), input, 1) }
}

export async function noisePair(truth: Planes, next: () => number, seed: number): Promise<Pair> {
  const camera = next() < CAMERA_SHARE
  const place = wholePlace(truth)
  const made = camera ? await cameraNoise(truth, next, seed) : whiteNoise(truth, next, seed)
  const { noisy, noise } = made
  const settings = {
    lumaSigma: noise.luma[0],
    chromaSigma: noise.chroma[0],
    lumaByScale: noise.luma,
    chromaByScale: noise.chroma,
  }
  const clean = denoise({ ...settings, keepDetail: 0 }).run(noisy, place)
  const [from, to, still] = [toOpponent(noisy, place), toOpponent(clean, place), toOpponent(truth, place)]
  const input = noiseRefineInput(from, to, noise)
  return { kind: camera ? 'camera' : 'white', input, target: changeTo(noiseRefineInput(still, still, noise), input, 3) }
}

/** Strength known but for a little, as the measurement would. */
function whiteNoise(truth: Planes, next: () => number, seed: number) {
  const sigma = 3 + 54 * next() ** 1.2
  const noisy = addNoise(truth, sigma, seed)
  const expected = whiteByScale(sigma * (1 + 0.1 * (next() - 0.5)))
  return {
    noisy: next() < 0.6 ? rounded(noisy) : noisy,
    noise: { luma: expected, chroma: expected } satisfies ExpectedNoise,
  }
}

/** Stronger where it is bright, grown together by demosaicing, colours apart from luma, often stored as JPEG; expected is what Normal would. */
async function cameraNoise(truth: Planes, next: () => number, seed: number) {
  const zero = { ...truth, r: truth.r.map(() => 0), g: truth.r.map(() => 0), b: truth.r.map(() => 0) }
  const grain = toOpponent(addNoise(zero, 2 + 24 * next() ** 1.7, seed), wholePlace(truth))
  const grown = next() < 0.75 ? taps(0.35 + 0.75 * next()) : undefined
  const [colour, floor] = [0.5 + 1.5 * next(), 0.15 + 0.85 * next()]
  const shaped = (key: keyof typeof grain, gain: number) => {
    const samples = grown ? applySeparable(grain[key].samples, truth.width, truth.height, grown) : grain[key].samples
    return { ...grain[key], samples: samples.map((value) => gain * value) }
  }
  const added = fromOpponent({
    luma: shaped('luma', 1),
    redBlue: shaped('redBlue', colour),
    greenMagenta: shaped('greenMagenta', colour),
  })
  const put = (key: 'r' | 'g' | 'b') =>
    truth[key].map((value, i) => value + added[key][i]! * Math.sqrt(floor + (1 - floor) * value))
  let noisy = rounded({ ...truth, r: put('r'), g: put('g'), b: put('b') })
  if (next() < 0.6) noisy = await throughJpeg(noisy, Math.round(78 + 20 * next()))
  const analysis = analyse(analysisInputOfPlanes(noisy), { motion: false, scratches: false, softPlaces: false })
  return { noisy, noise: noiseOfNormal(analysis) satisfies ExpectedNoise }
}

const BLUR_SHARE = { line: 0.4, gauss: 0.2 } as const
/** What an assumed smear may be wrong by: its length as a part of it, and its angle in radians. */
const WRONG = { length: 0.14, angleRad: 0.1 } as const
/** The measured softness falls short of what a lens did, often by half: so many times the true radius is assumed. */
const TOLD_RADIUS = { least: 0.4, most: 1.3 } as const
const STORED_SHARE = 0.6

/** Out of focus, soft or smeared; noisy, mostly stored; undone as the tools do, who are a little wrong about the blur. */
export async function blurPair(truth: Planes, next: () => number, seed: number): Promise<Pair> {
  const place = wholePlace(truth)
  const levels = 8 * next() ** 2.5
  const { filter, blur } = drawnBlur(next, Math.max(1, levels * (0.85 + 0.3 * next())))
  const taken = rounded(addNoise(blurPicture(truth, filter), levels, seed))
  const quality = Math.round(70 + 28 * next())
  const stored = next() < STORED_SHARE ? await throughJpeg(taken, quality) : taken
  const soft = stored !== taken && quality < BLOCKS_SEEN_QUALITY ? deblock({ quality }).run(stored, place) : stored
  const input = blurRefineInput(soft, undoBlur({ blur }).run(soft, place), blur)
  return { kind: blur.shape, input, target: changeTo(blurRefineInput(truth, truth, blur), input, 1) }
}

function drawnBlur(next: () => number, noiseSigma: number) {
  const about = (width: number) => 1 + width * (next() - 0.5)
  const part = () => TOLD_RADIUS.least + (TOLD_RADIUS.most - TOLD_RADIUS.least) * next()
  const disc = (radius: number) => ({ shape: 'disc', sizePx: clamp(radius * part(), 1.8, 6), noiseSigma }) as const
  const drawn = next()
  if (drawn < BLUR_SHARE.line) {
    const [angle, lengthPx] = [Math.PI * next(), 5 + 28 * next() ** 1.5]
    const [angleRad, sizePx] = [angle + WRONG.angleRad * (next() - 0.5), clamp(lengthPx * about(WRONG.length), 3, 40)]
    return {
      filter: toSeparable(lineKernel(angle, lengthPx)),
      blur: { shape: 'line', sizePx, angleRad, noiseSigma } as const,
    }
  }
  if (drawn < BLUR_SHARE.line + BLUR_SHARE.gauss) {
    const sigma = 0.3 + 2.2 * next()
    return { filter: toSeparable(gaussianKernel(sigma)), blur: disc(2 * sigma) }
  }
  const radius = 0.8 + 5.2 * next() ** 1.4
  return { filter: toSeparable(discKernel(radius)), blur: disc(radius) }
}

function taps(sigma: number): SeparableFilter {
  const raw = [-2, -1, 0, 1, 2].map((d) => Math.exp(-0.5 * (d / sigma) ** 2))
  const energy = Math.sqrt(raw.reduce((sum, tap) => sum + tap * tap, 0))
  const row = Float64Array.from(raw, (tap) => tap / energy)
  return { radius: 2, terms: [{ row, column: row }] }
}

function rounded(planes: Planes): Planes {
  const of = (samples: Float32Array) => samples.map((value) => Math.round(255 * Math.min(1, Math.max(0, value))) / 255)
  return { ...planes, r: of(planes.r), g: of(planes.g), b: of(planes.b) }
}

/** The first planes of an input are answers on a root scale; this is their difference in the net's units. */
function changeTo(truth: RefineInput, answer: RefineInput, count: number): Float32Array[] {
  return Array.from({ length: count }, (_, p) => {
    const gain = 0.5 / Math.sqrt(answer.units[p]!)
    const [to, from] = [truth.planes[p]!, answer.planes[p]!]
    return to.map((value, i) => (value - from[i]!) / gain / answer.units[p]!)
  })
}
