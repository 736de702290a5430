// Photographs with drawn dust and scratches, many and few, for bench/engine-sold.ts.
import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { wholeOf } from '#engine/image/rect.ts'
import { FEW_MARKS, MANY_MARKS, type MarkAmount, scratchPicture } from '#engine/testing/synthetic-damage.ts'

const SEED = 300

export const markedCases = (truths: readonly Raster[]) =>
  Object.entries({ many: MANY_MARKS, few: FEW_MARKS }).map(([name, amount]) => ({
    name: `Kodak, ${name} drawn marks, dust-scratch`,
    modelKey: 'restore/dust-scratch',
    cases: truths.map((truth, i) => {
      const source = marked(truth, amount, SEED + i)
      return { source, truth, plain: source }
    }),
  }))

function marked(truth: Raster, amount: MarkAmount, seed: number): Raster {
  const whole = wholeOf(truth)
  const raster = createRaster(truth.width, truth.height, 3, 8)
  pasteTile(raster, scratchPicture(cutTile(truth, whole), seed, amount).picture, whole, whole)
  return raster
}
