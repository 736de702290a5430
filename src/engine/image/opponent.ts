// Orthonormal luma and colour-difference planes of a tile, and back: white noise stays white and keeps its size,
// while most of the picture gathers in the first plane, where the eye is exact.

import { luminance } from './colour-space.ts'
import type { Plane } from './plane.ts'
import type { Planes, TilePlace } from './planes.ts'

export interface Opponent {
  /** (r+g+b)/√3 */
  readonly luma: Plane
  /** (r−b)/√2 */
  readonly redBlue: Plane
  /** (r−2g+b)/√6 */
  readonly greenMagenta: Plane
}

const S3 = 1 / Math.sqrt(3)
const S2 = 1 / Math.SQRT2
const S6 = 1 / Math.sqrt(6)

export function toOpponent(tile: Planes, place: Pick<TilePlace, 'x' | 'y'>): Opponent {
  const { width, height, r, g, b } = tile
  const size = width * height
  const y = new Float32Array(size)
  const p = new Float32Array(size)
  const q = new Float32Array(size)
  for (let i = 0; i < size; i++) {
    const red = r[i]!
    const green = g[i]!
    const blue = b[i]!
    y[i] = S3 * (red + green + blue)
    p[i] = S2 * (red - blue)
    q[i] = S6 * (red - 2 * green + blue)
  }
  const frame = { width, height, x: place.x, y: place.y }
  return {
    luma: { ...frame, samples: y },
    redBlue: { ...frame, samples: p },
    greenMagenta: { ...frame, samples: q },
  }
}

export function fromOpponent({ luma, redBlue, greenMagenta }: Opponent): Planes {
  const { width, height, samples: y } = luma
  const p = redBlue.samples
  const q = greenMagenta.samples
  const r = new Float32Array(y.length)
  const g = new Float32Array(y.length)
  const b = new Float32Array(y.length)
  for (let i = 0; i < y.length; i++) {
    const grey = S3 * y[i]!
    const side = S6 * q[i]!
    const diff = S2 * p[i]!
    r[i] = grey + side + diff
    g[i] = grey - 2 * side
    b[i] = grey + side - diff
  }
  return { width, height, r, g, b }
}

/** Adds a luma change to all three channels: hue stays, and grey pictures stay grey. */
export function addToChannels(tile: Planes, change: Float32Array): Planes {
  const add = (channel: Float32Array) => {
    const out = new Float32Array(channel.length)
    for (let i = 0; i < out.length; i++) out[i] = channel[i]! + change[i]!
    return out
  }
  return { width: tile.width, height: tile.height, r: add(tile.r), g: add(tile.g), b: add(tile.b) }
}

/** Perceived brightness (Rec. 709 weights on gamma-coded values), 0–1. */
export function lumaOf({ r, g, b }: Planes): Float32Array {
  const out = new Float32Array(r.length)
  for (let i = 0; i < out.length; i++) out[i] = luminance(r[i]!, g[i]!, b[i]!)
  return out
}
