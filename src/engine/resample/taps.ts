// Polyphase weights of one axis, with correct half-pixel centres: sample i of n covers the interval [i/n, (i+1)/n] of the picture.
// Positions are picture coordinates (they may be negative: mirrored surroundings), so every tile gets the same weights.
import type { Rect, Size } from '../image/rect.ts'
import { KERNELS, type KernelName } from './kernels.ts'

export interface Axis {
  /** Samples of the whole picture along this axis. */
  readonly sourceSize: number
  readonly targetSize: number
}

export interface Taps {
  readonly count: number
  readonly tapsPerSample: number
  /** Index into the given piece of the first tap of every target sample. */
  readonly starts: Int32Array
  readonly weights: Float32Array
}

const centreOf = (axis: Axis, i: number) => ((i + 0.5) * axis.sourceSize) / axis.targetSize - 0.5
/** Shrinking widens the kernel, which is the anti-alias filter. */
const widthOf = (axis: Axis) => Math.max(1, axis.sourceSize / axis.targetSize)

/** The source interval that target samples [from, from + count) need. */
export function sourceSpan(
  axis: Axis,
  kernel: KernelName,
  from: number,
  count: number,
): { from: number; count: number } {
  const radius = KERNELS[kernel].radius * widthOf(axis)
  const first = Math.ceil(centreOf(axis, from) - radius - 1e-9)
  const last = Math.floor(centreOf(axis, from + count - 1) + radius + 1e-9)
  return { from: first, count: last - first + 1 }
}

/**
 * Weights for target samples [from, from + count) out of the source `piece`.
 * Taps beyond the piece use its edge sample: correct only where the caller discards the value.
 */
export function makeTaps(
  axis: Axis,
  kernelName: KernelName,
  target: { from: number; count: number },
  piece: { from: number; count: number },
): Taps {
  const kernel = KERNELS[kernelName]
  const width = widthOf(axis)
  const radius = kernel.radius * width
  const tapsPerSample = Math.min(piece.count, Math.ceil(2 * radius) + 1)
  const starts = new Int32Array(target.count)
  const weights = new Float32Array(target.count * tapsPerSample)
  for (let i = 0; i < target.count; i++) {
    const centre = centreOf(axis, target.from + i)
    const first = Math.ceil(centre - radius - 1e-9)
    const start = Math.max(0, Math.min(piece.count - tapsPerSample, first - piece.from))
    starts[i] = start
    fillWeights(weights, i * tapsPerSample, tapsPerSample, (tap) => kernel.at((tap - centre) / width), {
      first,
      last: Math.floor(centre + radius + 1e-9),
      origin: piece.from + start,
    })
  }
  return { count: target.count, tapsPerSample, starts, weights }
}

function fillWeights(
  weights: Float32Array,
  at: number,
  taps: number,
  weightOf: (tap: number) => number,
  span: { first: number; last: number; origin: number },
) {
  let sum = 0
  for (let tap = span.first; tap <= span.last; tap++) sum += weightOf(tap)
  for (let tap = span.first; tap <= span.last; tap++) {
    const slot = Math.max(0, Math.min(taps - 1, tap - span.origin))
    weights[at + slot]! += weightOf(tap) / sum
  }
}

/** The piece of the source that a rectangle of the target needs, and the weights of both axes. */
export function tapsFor(source: Size, target: Size, rect: Rect, kernel: KernelName) {
  const across = { sourceSize: source.width, targetSize: target.width }
  const down = { sourceSize: source.height, targetSize: target.height }
  const x = sourceSpan(across, kernel, rect.x, rect.width)
  const y = sourceSpan(down, kernel, rect.y, rect.height)
  return {
    piece: { x: x.from, y: y.from, width: x.count, height: y.count },
    columns: makeTaps(across, kernel, { from: rect.x, count: rect.width }, x),
    rows: makeTaps(down, kernel, { from: rect.y, count: rect.height }, y),
  }
}
