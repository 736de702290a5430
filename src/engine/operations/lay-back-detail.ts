// Fine structure that a denoiser took away comes back as far as it is larger than noise: `original_detail` of the denoising tools.
import type { Plane } from './plane.ts'

/** Neighbours that are looked at. */
export const LAY_BACK_HALO_PX = 1

/**
 * What the filter took away comes back where it is larger than noise: its local mean square over 3×3 pixels is cored
 * at the noise level. Strictly growing with `amount`, nothing at 0.
 */
export function layBackDetail(noisy: Plane, clean: Float32Array, levels: number, amount: number): Float32Array {
  // Without noise nothing was taken away, and the part below would be 0 / 0.
  if (amount <= 0 || levels <= 0) return clean
  const { width, height, samples } = noisy
  const noise = (levels / 255) ** 2
  const out = clean.slice()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let energy = 0
      for (let dy = -1; dy <= 1; dy++) {
        const row = Math.min(height - 1, Math.max(0, y + dy)) * width
        for (let dx = -1; dx <= 1; dx++) {
          const i = row + Math.min(width - 1, Math.max(0, x + dx))
          energy += (samples[i]! - clean[i]!) ** 2
        }
      }
      const excess = energy / 9 + 0.25 * noise
      const i = y * width + x
      out[i]! += amount * (samples[i]! - clean[i]!) * (excess / (excess + noise))
    }
  return out
}
