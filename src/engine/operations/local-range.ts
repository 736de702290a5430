// Smallest and largest value around each pixel: the leash on every sharpening step, against halos and ringing.
// Windows are doubled until two of them cover the wanted one: few plain passes over memory for any radius.

export interface LocalRange {
  readonly low: Float32Array
  readonly high: Float32Array
}

/** Over a square of 2·radius+1 pixels, cut at the edges. */
export function localRange(samples: Float32Array, width: number, height: number, radius: number): LocalRange {
  return {
    low: extreme(samples, width, height, radius, false),
    high: extreme(samples, width, height, radius, true),
  }
}

function extreme(samples: Float32Array, width: number, height: number, radius: number, isHigh: boolean): Float32Array {
  const outside = isHigh ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const window = 2 * radius + 1
  const rows = new Float32Array((height + 2 * radius) * width).fill(outside)
  const line = new Float32Array(width + 2 * radius)
  for (let y = 0; y < height; y++) {
    line.fill(outside)
    line.set(samples.subarray(y * width, (y + 1) * width), radius)
    gather(line, 1, window, isHigh)
    rows.set(line.subarray(0, width), (y + radius) * width)
  }
  gather(rows, width, window, isHigh)
  return rows.slice(0, width * height)
}

/** In place: every value becomes the extreme of itself and the `window` − 1 values that follow at distance `step`. */
function gather(values: Float32Array, step: number, window: number, isHigh: boolean) {
  let span = 1
  for (; 2 * span <= window; span *= 2) combine(values, span * step, isHigh)
  if (span < window) combine(values, (window - span) * step, isHigh)
}

function combine(values: Float32Array, ahead: number, isHigh: boolean) {
  const end = values.length - ahead
  if (isHigh) {
    for (let i = 0; i < end; i++) if (values[i + ahead]! > values[i]!) values[i] = values[i + ahead]!
  } else {
    for (let i = 0; i < end; i++) if (values[i + ahead]! < values[i]!) values[i] = values[i + ahead]!
  }
}
