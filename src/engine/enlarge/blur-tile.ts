// Gaussian blur of one tile; values nearer to its edge than the radius are not valid. The order of the sums is fixed,
// so a pixel gets the same bits in every tile.

export interface GaussianTaps {
  readonly radius: number
  readonly weights: Float64Array
}

export function gaussianTaps(sigma: number): GaussianTaps {
  const radius = Math.max(1, Math.ceil(2.5 * sigma))
  const weights = Float64Array.from({ length: radius + 1 }, (_, i) => Math.exp(-(i * i) / (2 * sigma * sigma)))
  const sum = weights.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0)
  return { radius, weights: weights.map((weight) => weight / sum) }
}

export function blurTile(samples: Float32Array, width: number, taps: GaussianTaps): Float32Array {
  const { radius } = taps
  const height = samples.length / width
  const across = new Float32Array(samples.length)
  const line = new Float64Array(Math.max(0, width - 2 * radius))
  for (let y = 0; y < height; y++) {
    blurLine(samples, y * width + radius, 1, taps, line)
    across.set(line, y * width + radius)
  }
  const result = new Float32Array(samples.length)
  for (let y = radius; y < height - radius; y++) {
    blurLine(across, y * width + radius, width, taps, line)
    result.set(line, y * width + radius)
  }
  return result
}

/** Two pairs of neighbours per pass, so that the running sums are read and written half as often. */
function blurLine(
  source: Float32Array,
  start: number,
  step: number,
  { radius, weights }: GaussianTaps,
  sums: Float64Array,
) {
  const count = sums.length
  for (let x = 0; x < count; x++) sums[x] = source[start + x]! * weights[0]!
  for (let k = 1; k <= radius; k += 2) {
    const next = Math.min(k + 1, radius)
    const near = weights[k]!
    const far = next > k ? weights[next]! : 0
    const a = start - k * step
    const b = start + k * step
    const c = start - next * step
    const d = start + next * step
    for (let x = 0; x < count; x++)
      sums[x] = sums[x]! + (source[a + x]! + source[b + x]!) * near + (source[c + x]! + source[d + x]!) * far
  }
}
