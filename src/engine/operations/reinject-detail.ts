// Reinjects fine structure that a denoiser removed, as far as it exceeds the noise: `original_detail` of the denoising tools.
import type { Plane } from '../image/plane.ts'

/** Radius of the neighbourhood. */
export const REINJECT_HALO_PX = 1

/**
 * What the filter removed is added back where it exceeds the noise: its local mean square over 3×3 pixels is cored
 * at the noise level. Strictly growing with `amount`, nothing at 0.
 */
export function reinjectDetail(noisy: Plane, clean: Float32Array, levels: number, amount: number): Float32Array {
  // Without noise nothing was removed, and the share below would be 0 / 0.
  if (amount <= 0 || levels <= 0) return clean
  const { width, height, samples } = noisy
  const noise = (levels / 255) ** 2
  const rows = energyOfRows(noisy, clean)
  const out = new Float32Array(clean.length)
  for (let y = 0; y < height; y++) {
    const at = y * width
    const above = Math.max(0, y - 1) * width
    const below = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++) {
      const excess = (rows[above + x]! + rows[at + x]! + rows[below + x]!) / 9 + 0.25 * noise
      out[at + x] = clean[at + x]! + amount * (samples[at + x]! - clean[at + x]!) * (excess / (excess + noise))
    }
  }
  return out
}

/** Square of what was removed, summed over each pixel and its two neighbours in the row. */
function energyOfRows({ width, height, samples }: Plane, clean: Float32Array): Float32Array {
  const squares = new Float32Array(samples.length)
  for (let i = 0; i < squares.length; i++) squares[i] = (samples[i]! - clean[i]!) ** 2
  const sums = new Float32Array(samples.length)
  for (let y = 0; y < height; y++) {
    const last = (y + 1) * width - 1
    for (let i = y * width; i <= last; i++) {
      const left = Math.max(y * width, i - 1)
      sums[i] = squares[left]! + squares[i]! + squares[Math.min(last, i + 1)]!
    }
  }
  return sums
}
