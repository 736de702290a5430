// Fine texture where a picture has texture already: a seeded field without brightness of its own (each band has mean zero),
// as strong as the surroundings vary, none in flat areas and little across clear edges (engine study §3.3 texture, seed).

import { addToChannels, lumaOf } from '../image/opponent.ts'
import type { Planes, TilePlace } from '../image/planes.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { type Blur, gaussianBlur } from '../signal/separable.ts'
import { hashNoise } from './hash-noise.ts'

export interface TextureSettings {
  readonly seed: number
  /** 0–1: size of the field as a part of the local variation. */
  readonly amplitude: number
  /** Pixels of the result per pixel of the source: structure finer than this is what is missing. */
  readonly factor: number
}

/** The field lies between these two blurs, in pixels of the result. */
const FINE_SIGMA = 0.6
const LOCAL_SIGMA = 2
/** Above this local deviation (0–1) there is an edge or strong pattern of its own, which gets no more. */
const STRONG = 0.06
/** Below this there is nothing to continue. */
const FAINT = 0.004

export function addTexture({ seed, amplitude, factor }: TextureSettings): TileOperation {
  const fine = gaussianBlur(FINE_SIGMA)
  const coarse = gaussianBlur(Math.max(1, 0.5 * factor))
  const local = gaussianBlur(LOCAL_SIGMA * Math.max(1, factor / 2))
  return {
    stage: 'detail',
    haloPx: Math.max(fine.radius + coarse.radius, 2 * local.radius),
    costPerMegapixel: 0.06,
    run(tile, place) {
      if (amplitude <= 0) return tile
      const luma = lumaOf(tile)
      const field = bandField(seed, tile, place)
      const low = fine.blur(field, tile.width)
      const lower = coarse.blur(low, tile.width)
      const deviation = localDeviation(luma, tile.width, local)
      const change = new Float32Array(luma.length)
      for (let i = 0; i < change.length; i++)
        change[i] = amplitude * strengthOf(deviation[i]!) * GAIN * (low[i]! - lower[i]!)
      return addToChannels(tile, change)
    },
  }
}

/** Brings the field between the two blurs back to a deviation near 1. */
const GAIN = 4

function strengthOf(deviation: number): number {
  const present = Math.max(0, deviation - FAINT)
  return present / (1 + (present / STRONG) ** 2)
}

function bandField(seed: number, { width, height }: Planes, place: TilePlace): Float32Array {
  const field = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) field[i] = hashNoise(seed, place.x + x, place.y + y, 0)
  }
  return field
}

function localDeviation(luma: Float32Array, width: number, { blur }: Blur): Float32Array {
  const mean = blur(luma, width)
  const squares = new Float32Array(luma.length)
  for (let i = 0; i < squares.length; i++) squares[i] = (luma[i]! - mean[i]!) ** 2
  const variance = blur(squares, width)
  return variance.map((value) => Math.sqrt(value))
}
