// Photographs with drawn dust and scratches, many and few, for bench/engine-sold.ts.
import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { wholeOf } from '#engine/image/rect.ts'
import { FEW_SCRATCHES, MANY_SCRATCHES, type ScratchAmount, scratchPicture } from '#engine/testing/synthetic-damage.ts'

const SEED = 300

export const scratchedCases = (truths: readonly Raster[]) =>
  Object.entries({ many: MANY_SCRATCHES, few: FEW_SCRATCHES }).map(([name, amount]) => ({
    name: `Kodak, ${name} drawn scratches, dust-scratch`,
    modelKey: 'restore/dust-scratch',
    cases: truths.map((truth, i) => {
      const source = scratched(truth, amount, SEED + i)
      return { source, truth, plain: source }
    }),
  }))

function scratched(truth: Raster, amount: ScratchAmount, seed: number): Raster {
  const whole = wholeOf(truth)
  const raster = createRaster(truth.width, truth.height, 3, 8)
  pasteTile(raster, scratchPicture(cutTile(truth, whole), seed, amount).picture, whole, whole)
  return raster
}
