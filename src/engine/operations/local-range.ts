// Smallest and largest value around each pixel (van Herk 1992): the leash on every sharpening step, against halos and ringing.

export interface LocalRange {
  readonly low: Float32Array
  readonly high: Float32Array
}

/** Over a square of 2·radius+1 pixels, cut at the edges. */
export function localRange(samples: Float32Array, width: number, height: number, radius: number): LocalRange {
  return {
    low: extreme(samples, width, height, radius, Math.min, Number.POSITIVE_INFINITY),
    high: extreme(samples, width, height, radius, Math.max, Number.NEGATIVE_INFINITY),
  }
}

type Pick = (a: number, b: number) => number

function extreme(samples: Float32Array, width: number, height: number, radius: number, pick: Pick, start: number) {
  const rows = new Float32Array(samples.length)
  for (let y = 0; y < height; y++) slide(samples, rows, y * width, 1, width, radius, pick, start)
  const out = new Float32Array(samples.length)
  for (let x = 0; x < width; x++) slide(rows, out, x, width, height, radius, pick, start)
  return out
}

/** Running extremes from both sides of blocks as long as the window: three comparisons per pixel for any radius. */
function slide(
  source: Float32Array,
  target: Float32Array,
  from: number,
  step: number,
  length: number,
  radius: number,
  pick: Pick,
  start: number,
) {
  const window = 2 * radius + 1
  const padded = Math.ceil((length + 2 * radius) / window) * window
  const forward = new Float32Array(padded)
  const backward = new Float32Array(padded)
  const at = (i: number) => (i < radius || i >= length + radius ? start : source[from + (i - radius) * step]!)
  for (let i = 0; i < padded; i++) forward[i] = i % window === 0 ? at(i) : pick(forward[i - 1]!, at(i))
  for (let i = padded - 1; i >= 0; i--) backward[i] = i % window === window - 1 ? at(i) : pick(backward[i + 1]!, at(i))
  for (let i = 0; i < length; i++) target[from + i * step] = pick(backward[i]!, forward[i + window - 1]!)
}
