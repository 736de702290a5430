// Raster ↔ float tiles. Outside the picture the samples are mirrored (the edge pixel once more, as in common bicubic code).
import type { Planes } from './planes.ts'
import { type Raster, sampleMax } from './raster.ts'
import type { Rect } from './rect.ts'

/** Index of the sample used for position `i` of an axis of `size` samples (mirrored). */
export function mirrored(i: number, size: number): number {
  const period = 2 * size
  const j = ((i % period) + period) % period
  return j < size ? j : period - 1 - j
}

/** The same for `count` positions from `from` on. */
export const mirroredRange = (from: number, count: number, size: number): Int32Array =>
  Int32Array.from({ length: count }, (_, i) => mirrored(from + i, size))

/** The first, and one past the last, of the `count` positions from `from` on that lie on the axis itself. */
function insideOf(from: number, count: number, size: number): readonly [number, number] {
  const first = Math.max(0, Math.min(count, -from))
  return [first, Math.max(first, Math.min(count, size - from))]
}

/** A piece of the picture as three float planes (0–1); grey fills all three. The piece may reach beyond the picture. */
export function cutTile(raster: Raster, rect: Rect): Planes {
  const { width, height } = rect
  if (raster.channels === 1) {
    const r = cutGrey(raster, rect)
    return { width, height, r, g: r.slice(), b: r.slice() }
  }
  const plane = () => new Float32Array(width * height)
  const planes = { width, height, r: plane(), g: plane(), b: plane() }
  const line = new Float32Array(width * raster.channels)
  const scale = 1 / sampleMax(raster.bits)
  for (let y = 0; y < height; y++) {
    readRow(raster, rect, y, line)
    splitRow(line, scale, planes, y)
  }
  return planes
}

/** The same of a picture of one channel. */
export function cutGrey({ data, width, height, bits }: Raster, rect: Rect): Float32Array {
  const target = new Float32Array(rect.width * rect.height)
  cutSamples({ data, width, height, scale: 1 / sampleMax(bits), low: 0 }, rect, target, rect.width)
  return target
}

/** Integers of one channel; the value is scale × integer + low. */
export interface StoredSamples {
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly low: number
}

/** A rectangle of samples, mirrored beyond their edges, into lines of `stride` floats. */
export function cutSamples(samples: StoredSamples, rect: Rect, target: Float32Array, stride: number): void {
  const { scale, low } = samples
  for (let y = 0; y < rect.height; y++) {
    const line = target.subarray(y * stride, y * stride + rect.width)
    readRow({ ...samples, channels: 1 }, rect, y, line)
    for (let x = 0; x < line.length; x++) line[x] = line[x]! * scale + low
  }
}

/**
 * Row `y` of the piece, as numbers of the picture. The runtime's own copy turns them into floats, whatever their depth, so the loops over
 * them see one type only: half the time (measured: loops that met both depths took 3 to 4 ns for a sample, and 7 for writing it).
 */
function readRow(
  from: Pick<Raster, 'data' | 'width' | 'height' | 'channels'>,
  rect: Rect,
  y: number,
  line: Float32Array,
) {
  const { data, width, height, channels } = from
  const [first, past] = insideOf(rect.x, rect.width, width)
  const row = mirrored(rect.y + y, height) * width
  const at = (x: number) => (row + x) * channels
  line.set(data.subarray(at(rect.x + first), at(rect.x + past)), first * channels)
  const mirror = (x: number) => {
    for (let c = 0; c < channels; c++) line[x * channels + c] = data[at(mirrored(rect.x + x, width)) + c]!
  }
  for (let x = 0; x < first; x++) mirror(x)
  for (let x = past; x < rect.width; x++) mirror(x)
}

function splitRow(line: Float32Array, scale: number, { width, r, g, b }: Planes, y: number): void {
  for (let i = 0, to = y * width; i < line.length; i += 3, to++) {
    r[to] = line[i]! * scale
    g[to] = line[i + 1]! * scale
    b[to] = line[i + 2]! * scale
  }
}

/** The tile without `by` pixels on every side. */
export function trimTile(tile: Planes, by: number): Planes {
  return cropTile(tile, { x: by, y: by, width: tile.width - 2 * by, height: tile.height - 2 * by })
}

export function cropTile({ width, r, g, b }: Planes, rect: Rect): Planes {
  const part = (samples: Float32Array) => cropSamples(samples, width, rect)
  return { width: rect.width, height: rect.height, r: part(r), g: part(g), b: part(b) }
}

/** A rectangle of a plane with lines of `width` samples; the plane itself when that is all of it. */
export function cropSamples(samples: Float32Array, width: number, { x, y, ...size }: Rect): Float32Array {
  if (x === 0 && y === 0 && width === size.width && samples.length === size.width * size.height) return samples
  const result = new Float32Array(size.width * size.height)
  for (let row = 0; row < size.height; row++) {
    const from = (y + row) * width + x
    result.set(samples.subarray(from, from + size.width), row * size.width)
  }
  return result
}

/** Writes the part `core` of a tile that starts at `origin` (picture coordinates) into the raster, clamped and rounded. */
export function pasteTile(raster: Raster, tile: Planes, origin: Rect, core: Rect): void {
  if (raster.channels === 1) pasteGrey(raster, greyOf(tile), tile.width, origin, core)
  else
    writeRows(raster, tile.width, origin, core, (line, from) => interleaveRow(line, tile, from, sampleMax(raster.bits)))
}

/** The same of a picture of one channel. */
export function pasteGrey(raster: Raster, plane: Float32Array, stride: number, origin: Rect, core: Rect): void {
  const max = sampleMax(raster.bits)
  writeRows(raster, stride, origin, core, (line, from) => {
    for (let x = 0; x < line.length; x++) line[x] = numberOf(plane[from + x]!, max)
  })
}

/** `fill` gets the place in the tile's planes where the row begins. */
function writeRows(
  { width, channels, data }: Raster,
  stride: number,
  origin: Rect,
  core: Rect,
  fill: (line: Uint16Array, from: number) => void,
): void {
  const line = new Uint16Array(core.width * channels)
  for (let y = 0; y < core.height; y++) {
    fill(line, (core.y - origin.y + y) * stride + core.x - origin.x)
    data.set(line, ((core.y + y) * width + core.x) * channels)
  }
}

function interleaveRow(line: Uint16Array, { r, g, b }: Planes, from: number, max: number): void {
  for (let to = 0; to < line.length; to += 3, from++) {
    line[to] = numberOf(r[from]!, max)
    line[to + 1] = numberOf(g[from]!, max)
    line[to + 2] = numberOf(b[from]!, max)
  }
}

function numberOf(sample: number, max: number): number {
  const value = sample * max + 0.5
  return value > 0 ? (value < max ? value : max) : 0
}

/** Operations may tint a grey picture by rounding; a grey source gives a grey result. */
function greyOf({ r, g, b }: Planes): Float32Array {
  const grey = new Float32Array(r.length)
  for (let i = 0; i < grey.length; i++) grey[i] = (r[i]! + g[i]! + b[i]!) / 3
  return grey
}
