// Photographs with white noise, for bench/engine-sold.ts. Strong and Extreme remove more than the noise, and must not remove the picture.
import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { wholeOf } from '#engine/image/rect.ts'
import { addNoise } from '#engine/testing/synthetic-damage.ts'

const SEED = 300
/** Levels of noise with the least mean gain in dB; a short run takes the two pictures with most texture. */
const LEAST_GAINS = {
  normal: { 3: 1, 15: 6, 50: 9.5 },
  strong: { 3: 0, 8: 0, 25: 4 },
  extreme: { 3: 0, 8: 0, 25: 3 },
} as const

export const noisyCases = (truths: readonly Raster[]) =>
  Object.entries(LEAST_GAINS).flatMap(([tool, gains]) =>
    Object.entries(gains).map(([sigma, meanGain]) => ({
      name: `Kodak, noise σ ${sigma}, denoise ${tool}`,
      modelKey: `denoise/${tool}`,
      cases: truths.map((truth, i) => {
        const source = noisy(truth, Number(sigma), SEED + i)
        return { source, truth, plain: source }
      }),
      meanGain,
    })),
  )

function noisy(truth: Raster, sigma: number, seed: number): Raster {
  const whole = wholeOf(truth)
  const raster = createRaster(truth.width, truth.height, 3, 8)
  pasteTile(raster, addNoise(cutTile(truth, whole), sigma, seed), whole, whole)
  return raster
}
