// Input of a refining net: the output of the classical steps, what they removed, and how much damage was expected. The training
// pairs are made by the same code (bench/refine-pairs.ts), so training and use cannot drift apart.

import type { Opponent } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { yccLuma } from '../image/ycc.ts'
import { jpegErrorLevels } from './deblock.ts'
import type { ExpectedNoise } from './refine-settings.ts'
import type { KnownBlur } from './undo-blur.ts'

/** Everything in one scale: an error as large as the expected damage is 1. */
export interface RefineInput {
  /** Full size: answers of the classical steps, then what they took away, plane by plane. */
  readonly planes: readonly Float32Array[]
  /** One value each for the whole tile. */
  readonly maps: readonly number[]
  /** What 1 means in each plane of the net's filtered, on the picture's scale of 0–1. */
  readonly units: readonly number[]
}

/** Below this the picture's own rounding is the larger error. */
const LEAST_LEVELS = 1
const MAP_LEVELS = 50
/** Side of the map of blurs, and the noise that it counts with. */
const MAP_SIZE_PX = 20
const MAP_NOISE_LEVELS = 10
/** Approximate error that deblurring leaves; it depends on the picture more than on the blur. */
const DEBLUR_ERROR_LEVELS = 6
/** Middle of the orthonormal luma plane. */
const MIDDLE = Math.sqrt(3) / 2

/** Orthonormal luma and two colour planes (image/opponent.ts). */
export function noiseRefineInput(from: Opponent, to: Opponent, { luma, chroma }: ExpectedNoise): RefineInput {
  const units = [unitOf(luma), unitOf(chroma), unitOf(chroma)]
  const keys = ['luma', 'redBlue', 'greenMagenta'] as const
  const answers = keys.map((key, i) => centred(to[key].samples, i === 0 ? MIDDLE : 0, units[i]!))
  const removed = keys.map((key, i) => difference(from[key].samples, to[key].samples, units[i]!))
  return { planes: [...answers, ...removed], maps: [...mapsOf(luma), ...mapsOf(chroma)], units }
}

/** Luma alone; colour keeps what the classical steps gave it. */
export function jpegRefineInput(damaged: Planes, clean: Planes, quality: number): RefineInput {
  const levels = jpegErrorLevels(quality)
  return { ...lumaPlanes(damaged, clean, levels / 255), maps: [levels / MAP_LEVELS] }
}

/** Luma alone: blurs are undone there. */
export function blurRefineInput(soft: Planes, sharp: Planes, blur: KnownBlur): RefineInput {
  const { shape, sizePx, noiseSigma } = blur
  const maps = [shape === 'line' ? 1 : 0, sizePx / MAP_SIZE_PX, noiseSigma / MAP_NOISE_LEVELS]
  return { ...lumaPlanes(soft, sharp, DEBLUR_ERROR_LEVELS / 255), maps }
}

function lumaPlanes(damaged: Planes, filtered: Planes, unit: number): Pick<RefineInput, 'planes' | 'units'> {
  const [from, to] = [yccLuma(damaged), yccLuma(filtered)]
  return { planes: [centred(to, 0.5, unit), difference(from, to, unit)], units: [unit] }
}

const unitOf = ([fine]: ExpectedNoise['luma']) => Math.max(LEAST_LEVELS, fine) / 255

/** Strength, and how much of it coarser scales hold (1 = white noise). */
const mapsOf = ([fine, half]: ExpectedNoise['luma']) => [fine / MAP_LEVELS, (2 * half) / Math.max(LEAST_LEVELS, fine)]

/** Contrast matters in comparison with the damage; the root keeps bright areas from drowning it. */
function centred(samples: Float32Array, middle: number, unit: number): Float32Array {
  const gain = 0.5 / Math.sqrt(unit)
  const out = new Float32Array(samples.length)
  for (let i = 0; i < out.length; i++) out[i] = (samples[i]! - middle) * gain
  return out
}

function difference(from: Float32Array, to: Float32Array, unit: number): Float32Array {
  const out = new Float32Array(from.length)
  for (let i = 0; i < out.length; i++) out[i] = (from[i]! - to[i]!) / unit
  return out
}
