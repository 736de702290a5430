// Raster ↔ float tiles. Outside the picture the samples are mirrored (the edge pixel once more, as in common bicubic code).
import type { Planes } from '../operation.ts'
import { type Raster, sampleMax } from '../picture/raster.ts'
import type { Rect } from './tile-grid.ts'

/** Index of the sample that stands for position `i` of an axis of `size` samples. */
export function mirrored(i: number, size: number): number {
  const period = 2 * size
  const j = ((i % period) + period) % period
  return j < size ? j : period - 1 - j
}

/** The same for `count` positions from `from` on. */
export const mirroredRange = (from: number, count: number, size: number): Int32Array =>
  Int32Array.from({ length: count }, (_, i) => mirrored(from + i, size))

/** Of `count` positions from `from` on, those that lie on the axis itself: the first, and one past the last. */
function insideOf(from: number, count: number, size: number): readonly [number, number] {
  const first = Math.max(0, Math.min(count, -from))
  return [first, Math.max(first, Math.min(count, size - from))]
}

/** A piece of the picture as three float planes (0–1); grey fills all three. The piece may reach beyond the picture. */
export function cutTile(raster: Raster, rect: Rect): Planes {
  const count = rect.width * rect.height
  const r = new Float32Array(count)
  if (raster.channels === 1) {
    cutChannel(raster, rect, 0, r)
    return { width: rect.width, height: rect.height, r, g: r.slice(), b: r.slice() }
  }
  const g = new Float32Array(count)
  const b = new Float32Array(count)
  cutChannel(raster, rect, 0, r)
  cutChannel(raster, rect, 1, g)
  cutChannel(raster, rect, 2, b)
  return { width: rect.width, height: rect.height, r, g, b }
}

/** One channel of the piece as floats (0–1). */
export function cutChannel(raster: Raster, rect: Rect, channel: number, target: Float32Array): void {
  const { width, height, channels, data, bits } = raster
  const meaning = { scale: 1 / sampleMax(bits), low: 0 }
  cutSamples({ data, width, height, channels, channel, ...meaning }, rect, target, rect.width)
}

/** Whole numbers of one channel among others; each stands for scale × number + low. */
export interface StoredSamples {
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly channel: number
  readonly scale: number
  readonly low: number
}

/** A rectangle of samples, mirrored beyond their edges, into lines of `stride` floats. */
export function cutSamples(samples: StoredSamples, rect: Rect, target: Float32Array, stride: number): void {
  const { data, width, height, channels, channel, scale, low } = samples
  const [from, to] = insideOf(rect.x, rect.width, width)
  const columns = mirroredRange(rect.x, rect.width, width)
  for (let y = 0; y < rect.height; y++) {
    const row = mirrored(rect.y + y, height) * width * channels + channel
    const at = y * stride
    const mirror = (x: number) => {
      target[at + x] = data[row + columns[x]! * channels]! * scale + low
    }
    for (let x = 0; x < from; x++) mirror(x)
    for (let x = from, source = row + (rect.x + from) * channels; x < to; x++, source += channels)
      target[at + x] = data[source]! * scale + low
    for (let x = to; x < rect.width; x++) mirror(x)
  }
}

/** Writes the part `core` of a tile that starts at `origin` (picture coordinates) into the raster, clamped and rounded. */
export function pasteTile(raster: Raster, tile: Planes, origin: Rect, core: Rect): void {
  if (raster.channels === 1) {
    pasteChannel(raster, greyOf(tile), tile.width, origin, core, 0)
    return
  }
  pasteChannel(raster, tile.r, tile.width, origin, core, 0)
  pasteChannel(raster, tile.g, tile.width, origin, core, 1)
  pasteChannel(raster, tile.b, tile.width, origin, core, 2)
}

export function pasteChannel(
  raster: Raster,
  plane: Float32Array,
  planeWidth: number,
  origin: Rect,
  core: Rect,
  channel: number,
): void {
  const { width, channels, data, bits } = raster
  const max = sampleMax(bits)
  for (let y = 0; y < core.height; y++) {
    let from = (core.y - origin.y + y) * planeWidth + core.x - origin.x
    let to = ((core.y + y) * width + core.x) * channels + channel
    for (let x = 0; x < core.width; x++, from++, to += channels) {
      const value = plane[from]! * max + 0.5
      data[to] = value > 0 ? (value < max ? value : max) : 0
    }
  }
}

/** Operations may tint a grey picture by rounding; a grey source gives a grey result. */
function greyOf({ r, g, b }: Planes): Float32Array {
  const grey = new Float32Array(r.length)
  for (let i = 0; i < grey.length; i++) grey[i] = (r[i]! + g[i]! + b[i]!) / 3
  return grey
}
