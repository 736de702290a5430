// Whether a run on a small photo with a large plain border is judged as one on the photo alone (src/rulebook/runs/no-effect.ts, decision 0095):
// what was measured of both, and where the two judgements differ. Needs ../shared/data/train beside the checkout.
// Run: npx node bench/engine-padded.ts [part of a model's key] [photos]
import { pasteTile } from '#engine/image/cut-tile.ts'
import type { Planes } from '#engine/image/planes.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { keepRows, measureChange } from '#engine/run/measure-change.ts'
import { gaussianKernel } from '#engine/signal/blur-kernel.ts'
import { toSeparable } from '#engine/signal/separable.ts'
import { runModel } from '#engine/testing/run-model.ts'
import { addNoise, blurPicture, castPicture } from '#engine/testing/synthetic-damage.ts'
import { trainingPhotos } from '#engine/testing/training-photos.ts'
import { hasNoEffect, NO_EFFECT_MODELS } from '#rulebook/runs/no-effect.ts'

const [only = '', count = '2'] = process.argv.slice(2)
const SIDE_PX = 192
/** Times the side of the picture. */
const CANVAS = 3
const SEED = 5
const STATES: Readonly<Record<string, (photo: Planes) => Planes>> = {
  clean: (photo) => photo,
  noise: (photo) => addNoise(photo, 6, SEED),
  blur: (photo) => blurPicture(photo, toSeparable(gaussianKernel(1.5))),
  cast: (photo) => castPicture(photo, [1.25, 1, 0.8]),
}
const BORDERS = [255, 0, 238]

function rasterOf(photo: Planes, border?: number): Raster {
  const side = border === undefined ? SIDE_PX : CANVAS * SIDE_PX
  const raster = createRaster(side, side, 3, 8)
  raster.data.fill(border ?? 0)
  const at = border === undefined ? 0 : Math.round((side - SIDE_PX) / 2) + 5
  const place = { x: at, y: at, width: SIDE_PX, height: SIDE_PX }
  pasteTile(raster, photo, place, place)
  return raster
}

async function changeOf(modelKey: string, source: Raster) {
  const kept = keepRows(source)
  return measureChange(kept, await runModel(source, { modelKey, params: {}, tier: 'net' }))!
}

const photos = await trainingPhotos({ first: 3, step: 130 }, SIDE_PX)
let differ = 0
let all = 0
for (const modelKey of Object.keys(NO_EFFECT_MODELS).filter((key) => key.includes(only)))
  for (const [n, photo] of photos.slice(0, Number(count)).entries())
    for (const [state, damage] of Object.entries(STATES)) {
      const alone = await changeOf(modelKey, rasterOf(damage(photo)))
      const padded = await changeOf(modelKey, rasterOf(damage(photo), BORDERS[n % BORDERS.length]))
      const isSame = hasNoEffect(modelKey, alone) === hasNoEffect(modelKey, padded)
      all += 1
      if (!isSame) differ += 1
      const figures = [alone, padded].map(
        (change) =>
          `${change.meanLevels.toFixed(2).padStart(6)} ${(100 * change.visibleShare).toFixed(3).padStart(7)} % ${hasNoEffect(modelKey, change) ? 'none' : '    '}`,
      )
      console.log(modelKey.padEnd(34), String(n), state.padEnd(6), figures.join(' | '), isSame ? '' : 'differ')
    }
console.log(`${differ} of ${all} are judged otherwise with a border`)
