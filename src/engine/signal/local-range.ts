// Smallest and largest value around each pixel: the leash on every sharpening step, against halos and ringing.
// Windows are doubled until two of them cover the wanted one: few plain passes over memory for any radius.
import { SINGLE_BYTES, VECTOR_BYTES } from '../wasm/f32x4.ts'
import { placesIn } from '../wasm/wasm-emitter.ts'
import { rangeKernel } from './local-range-kernel.ts'

export interface LocalRange {
  readonly low: Float32Array
  readonly high: Float32Array
}

/** Over a square of 2·radius+1 pixels, cut at the edges. */
export function localRange(samples: Float32Array, width: number, height: number, radius: number): LocalRange {
  return {
    low: extreme(samples, width, height, radius, 'least'),
    high: extreme(samples, width, height, radius, 'most'),
  }
}

const OUTSIDE = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY } as const

/** Lines are `2 · radius` longer than the plane's, so that no window reaches into the next one. */
function extreme(samples: Float32Array, width: number, height: number, radius: number, which: 'least' | 'most') {
  const { memory, [which]: combine } = rangeKernel()
  const stride = width + 2 * radius
  const count = (height + 2 * radius) * stride
  const [at] = placesIn(memory, [count * SINGLE_BYTES + VECTOR_BYTES])
  const values = new Float32Array(memory.buffer, at, count).fill(OUTSIDE[which])
  for (let y = 0; y < height; y++)
    values.set(samples.subarray(y * width, (y + 1) * width), (y + radius) * stride + radius)
  const end = at + count * SINGLE_BYTES
  gather(combine, at, end, SINGLE_BYTES, 2 * radius + 1)
  gather(combine, at, end, stride * SINGLE_BYTES, 2 * radius + 1)
  const result = new Float32Array(samples.length)
  for (let y = 0; y < height; y++) result.set(values.subarray(y * stride, y * stride + width), y * width)
  return result
}

type Combine = (from: number, end: number, ahead: number) => void

/** In place: every value becomes the extreme of itself and the `window` − 1 values that follow at distance `stepBytes`. */
function gather(combine: Combine, from: number, end: number, stepBytes: number, window: number) {
  const ahead = (steps: number) => {
    if (end - steps * stepBytes > from) combine(from, end - steps * stepBytes, steps * stepBytes)
  }
  let span = 1
  for (; 2 * span <= window; span *= 2) ahead(span)
  if (span < window) ahead(window - span)
}
