// The picture's large-scale brightness, computed once from the overview and upsampled for any tile: a guided filter
// (He 2010) whose coefficients are found at low resolution and applied to full-size luma (fast guided filter, He 2015),
// so edges stay crisp, no halo is needed and tiles agree.

import { lumaOf } from '../image/opponent.ts'
import type { Planes, TilePlace } from '../image/planes.ts'
import { blurSeparable } from '../signal/separable.ts'

export interface LightMap {
  readonly width: number
  readonly height: number
  readonly slope: Float32Array
  readonly offset: Float32Array
}

/** Radius of the neighbourhood as a part of the long side. */
const RADIUS_PART = 1 / 24
/** Contrast (gamma-coded, squared) that counts as an edge between light and shade. */
const EDGE_POWER = 0.01

export function makeLightMap(overview: Planes): LightMap {
  const { width, height } = overview
  const radius = Math.max(2, Math.round(RADIUS_PART * Math.max(width, height)))
  const taps = new Float64Array(2 * radius + 1).fill(1 / (2 * radius + 1))
  const mean = (samples: Float32Array) => blurSeparable(samples, width, height, taps)
  const luma = lumaOf(overview)
  const average = mean(luma)
  const square = mean(luma.map((v) => v * v))
  const slope = average.map((m, i) => {
    const variance = Math.max(0, square[i]! - m * m)
    return variance / (variance + EDGE_POWER)
  })
  const offset = average.map((m, i) => m * (1 - slope[i]!))
  return { width, height, slope: mean(slope), offset: mean(offset) }
}

/** Base brightness (gamma-coded, about 0–1) of every pixel of a tile whose luma is given. */
export function baseOf(map: LightMap, luma: Float32Array, tileWidth: number, place: TilePlace): Float32Array {
  const out = new Float32Array(luma.length)
  const columns = Array.from({ length: tileWidth }, (_, x) => spot(place.x + x, place.pictureWidth, map.width))
  for (let y = 0; y * tileWidth < luma.length; y++) {
    const row = spot(place.y + y, place.pictureHeight, map.height)
    for (let x = 0; x < tileWidth; x++) {
      const column = columns[x]!
      const i = y * tileWidth + x
      out[i] = bilinear(map.slope, map.width, column, row) * luma[i]! + bilinear(map.offset, map.width, column, row)
    }
  }
  return out
}

interface Spot {
  readonly near: number
  readonly far: number
  readonly part: number
}

/** Where a picture pixel's centre falls between two samples of the small map. */
function spot(at: number, pictureLength: number, mapLength: number): Spot {
  const position = Math.min(mapLength - 1, Math.max(0, ((at + 0.5) * mapLength) / pictureLength - 0.5))
  const near = Math.floor(position)
  return { near, far: Math.min(mapLength - 1, near + 1), part: position - near }
}

function bilinear(samples: Float32Array, width: number, x: Spot, y: Spot): number {
  const top = samples[y.near * width + x.near]! * (1 - x.part) + samples[y.near * width + x.far]! * x.part
  const bottom = samples[y.far * width + x.near]! * (1 - x.part) + samples[y.far * width + x.far]! * x.part
  return top * (1 - y.part) + bottom * y.part
}
