// How much noise a picture has, per scale: the energy of high cosine frequencies in its calmest blocks
// (after Ponomarenko et al. 2007: blocks are ordered by their low frequencies, noise is read from the high ones).

import type { Plane } from '../image/plane.ts'
import { halve } from '../resample/half-scale.ts'
import { forwardDct8 } from '../signal/dct8.ts'

export interface NoiseEstimate {
  /** At full, half and quarter size. */
  readonly byScale: readonly [number, number, number]
  /** The part that is certainly white noise: what the finest bands hold beyond what texture would leave there. */
  readonly white: number
}

/** Blocks with clipped pixels are skipped; `bright` (0–1, same frame) shows which are clipped. */
export interface NoiseSample {
  readonly plane: Plane
  readonly bright: Plane
}

const CALM_PART = 0.08
const CALM_BLOCKS_MIN = 12
/** Sensor noise grows with brightness, so every brightness class is measured by itself (edges on 0–1). */
const CLASS_EDGES = [0.15, 0.3, 0.45, 0.6, 0.8]
/** Measured on PolyU pairs: camera JPEGs at ISO 3200–6400 show 2–4 levels at half scale, their noise-free twins about 1. */
export const HIDDEN_NOISE_MAX_LEVELS = 3
/** Coefficients (k, l) of a block with 7 ≤ k + l ≤ 9, and above. */
const FINE_BANDS = 21
const FINEST_BANDS = 15
const CLIP_LOW = 0.02
const CLIP_HIGH = 0.98

/**
 * Texture and edges weaken towards the finest frequencies, white noise does not: the finest bands of clean photographs hold this much
 * of the energy of those just above half (median of 46 training photographs 0.4), and only the excess counts as noise.
 */
const TEXTURE_DECAY = 0.4

/** Noise in 8-bit levels at full, half and quarter size, estimated over all samples together. */
export function estimateNoise(samples: readonly NoiseSample[]): NoiseEstimate {
  const half = samples.map(halveBoth)
  const quarter = half.map(halveBoth)
  const fullSize = calmClasses(samples)
  const measured = noiseOf(fullSize, highOf)
  // JPEG and in-camera filters hide noise from the finest scale; what the half scale shows beyond that may be texture, so it counts up to a few levels only.
  const second = secondScale(half, measured)
  const third = Math.min(noiseOf(calmClasses(quarter), highOf), 0.8 * second + 0.1)
  return { byScale: [Math.max(measured, second), second, third], white: noiseOf(fullSize, whiteOf) }
}

/** A small picture has too few blocks there for classes: it is judged by all of them, and nothing in it counts that the finest scale does not show. */
function secondScale(half: readonly NoiseSample[], measured: number): number {
  const classes = calmClasses(half)
  if (classes.length > 0) return Math.min(noiseOf(classes, highOf), Math.max(0.9 * measured, HIDDEN_NOISE_MAX_LEVELS))
  return Math.min(noiseOf([calmestOf(half.flatMap(blocksOf))], highOf), 0.9 * measured)
}

const halveBoth = ({ plane, bright }: NoiseSample): NoiseSample => ({ plane: halve(plane), bright: halve(bright) })

interface Block {
  readonly brightness: number
  readonly low: number
  /** Per coefficient: all high bands, the lower ones of them, the finest. */
  readonly high: number
  readonly fine: number
  readonly finest: number
}

/** Energy per coefficient that the calm blocks of one brightness share. */
type EnergyOf = (calm: readonly Block[]) => number

const highOf: EnergyOf = (calm) => middleOf(calm, 'high')
const whiteOf: EnergyOf = (calm) =>
  (middleOf(calm, 'finest') - TEXTURE_DECAY * middleOf(calm, 'fine')) / (1 - TEXTURE_DECAY)

/** The calm blocks of one class of brightness, and how many the class has. */
interface CalmClass {
  readonly calm: readonly Block[]
  readonly count: number
}

function calmClasses(samples: readonly NoiseSample[]): CalmClass[] {
  const classes: Block[][] = [...CLASS_EDGES, 1].map(() => [])
  for (const block of samples.flatMap(blocksOf)) {
    const edge = CLASS_EDGES.findIndex((end) => block.brightness < end)
    classes[edge < 0 ? CLASS_EDGES.length : edge]!.push(block)
  }
  return classes.filter((blocks) => blocks.length >= CALM_BLOCKS_MIN).map(calmestOf)
}

function calmestOf(blocks: Block[]): CalmClass {
  blocks.sort((a, b) => a.low - b.low)
  const calm = blocks.slice(0, Math.max(CALM_BLOCKS_MIN, Math.ceil(blocks.length * CALM_PART)))
  return { calm, count: blocks.length }
}

/** Weighted by area, 40 % of the picture's brightness classes lie below the answer: a class full of texture cannot raise it. */
function noiseOf(classes: readonly CalmClass[], energyOf: EnergyOf): number {
  const measured = classes
    .map(({ calm, count }) => ({ noise: 255 * Math.sqrt(Math.max(0, energyOf(calm))), count }))
    .sort((a, b) => a.noise - b.noise)
  const total = measured.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  for (const { noise, count } of measured) {
    below += count
    if (below >= 0.4 * total) return noise
  }
  return 0
}

function middleOf(blocks: readonly Block[], band: 'high' | 'fine' | 'finest'): number {
  return blocks.map((block) => block[band]).sort((a, b) => a - b)[blocks.length >> 1] ?? 0
}

function blocksOf({ plane, bright }: NoiseSample): Block[] {
  const blocks: Block[] = []
  const columns = new Float64Array(64)
  const block = new Float64Array(64)
  for (let y = 0; y + 8 <= plane.height; y += 8)
    for (let x = 0; x + 8 <= plane.width; x += 8) {
      const at = y * plane.width + x
      if (isClipped(bright, at)) continue
      for (let i = 0; i < 8; i++) forwardDct8(plane.samples, at + i, plane.width, columns, i, 8)
      for (let k = 0; k < 8; k++) forwardDct8(columns, k * 8, 1, block, k * 8, 1)
      blocks.push({ brightness: bright.samples[at + 3 * plane.width + 3]!, ...energiesOf(block) })
    }
  return blocks
}

function energiesOf(block: Float64Array): Omit<Block, 'brightness'> {
  let low = 0
  let fine = 0
  let finest = 0
  for (let k = 0; k < 8; k++)
    for (let l = 0; l < 8; l++) {
      const energy = block[k * 8 + l]! ** 2
      if (k + l >= 10) finest += energy
      else if (k + l >= 7) fine += energy
      else if (k + l > 0 && k + l <= 4) low += energy
    }
  return {
    low,
    high: (fine + finest) / (FINE_BANDS + FINEST_BANDS),
    fine: fine / FINE_BANDS,
    finest: finest / FINEST_BANDS,
  }
}

function isClipped(bright: Plane, at: number): boolean {
  for (const offset of [0, 7, 3 * bright.width + 3, 7 * bright.width, 7 * bright.width + 7]) {
    const value = bright.samples[at + offset]!
    if (value < CLIP_LOW || value > CLIP_HIGH) return true
  }
  return false
}
