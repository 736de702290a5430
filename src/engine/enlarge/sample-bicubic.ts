// The value of a tile between its samples (Keys' cubic, a = −0.5). Callers keep two samples of distance to the tile's edge.

export function sampleBicubic(samples: Float32Array, width: number, x: number, y: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const fx = x - x0
  const fy = y - y0
  const wx0 = fx * (-0.5 + fx * (1 - 0.5 * fx))
  const wx1 = 1 + fx * fx * (-2.5 + 1.5 * fx)
  const wx2 = fx * (0.5 + fx * (2 - 1.5 * fx))
  const wx3 = fx * fx * (-0.5 + 0.5 * fx)
  const wy0 = fy * (-0.5 + fy * (1 - 0.5 * fy))
  const wy1 = 1 + fy * fy * (-2.5 + 1.5 * fy)
  const wy2 = fy * (0.5 + fy * (2 - 1.5 * fy))
  const wy3 = fy * fy * (-0.5 + 0.5 * fy)
  const a = (y0 - 1) * width + x0 - 1
  const b = a + width
  const c = b + width
  const d = c + width
  return (
    wy0 * (wx0 * samples[a]! + wx1 * samples[a + 1]! + wx2 * samples[a + 2]! + wx3 * samples[a + 3]!) +
    wy1 * (wx0 * samples[b]! + wx1 * samples[b + 1]! + wx2 * samples[b + 2]! + wx3 * samples[b + 3]!) +
    wy2 * (wx0 * samples[c]! + wx1 * samples[c + 1]! + wx2 * samples[c + 2]! + wx3 * samples[c + 3]!) +
    wy3 * (wx0 * samples[d]! + wx1 * samples[d + 1]! + wx2 * samples[d + 2]! + wx3 * samples[d + 3]!)
  )
}
