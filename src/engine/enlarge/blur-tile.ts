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

export function blurTile(samples: Float32Array, width: number, { radius, weights }: GaussianTaps): Float32Array {
  const height = samples.length / width
  const across = new Float32Array(samples.length)
  for (let y = 0; y < height; y++) {
    for (let i = y * width + radius, end = (y + 1) * width - radius; i < end; i++) {
      let sum = samples[i]! * weights[0]!
      for (let k = 1; k <= radius; k++) sum += (samples[i - k]! + samples[i + k]!) * weights[k]!
      across[i] = sum
    }
  }
  const result = new Float32Array(samples.length)
  for (let y = radius; y < height - radius; y++) {
    const row = y * width
    for (let x = radius; x < width - radius; x++) result[row + x] = across[row + x]! * weights[0]!
    for (let k = 1; k <= radius; k++) {
      const weight = weights[k]!
      const step = k * width
      for (let i = row + radius; i < row + width - radius; i++)
        result[i]! += (across[i - step]! + across[i + step]!) * weight
    }
  }
  return result
}
