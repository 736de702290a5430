// Photographs as a camera takes them with far too little light, for bench/engine-sold.ts.
import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { wholeOf } from '#engine/image/rect.ts'
import { underexpose } from '#engine/testing/synthetic-damage.ts'

const SEED = 700
/** Two may be meant; from four on nothing is seen. */
const STOPS = [2, 4, 5] as const

export const darkCases = (truths: readonly Raster[]) =>
  STOPS.map((stops) => ({
    name: `Kodak, ${stops} stops too dark, lighting/adjust`,
    modelKey: 'lighting/adjust',
    cases: truths.map((truth, i) => {
      const source = underexposed(truth, stops, SEED + i)
      return { source, truth, plain: source }
    }),
  }))

function underexposed(truth: Raster, stops: number, seed: number): Raster {
  const whole = wholeOf(truth)
  const raster = createRaster(truth.width, truth.height, 3, 8)
  pasteTile(raster, underexpose(cutTile(truth, whole), stops, seed), whole, whole)
  return raster
}
