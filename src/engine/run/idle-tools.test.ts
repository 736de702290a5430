// What is said to be idle gives the picture back; what would help it is not said to be idle.
import { expect, it } from 'vitest'
import { idleKey, TRIED_TOOLS } from '#rulebook/runs/advised-tools.ts'
import { analyse } from '../analysis/analyse.ts'
import { analysisInputOf } from '../analysis/analysis-input.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { wholeOf } from '../image/rect.ts'
import { gaussianKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { psnrY } from '../testing/picture-quality.ts'
import { runModel } from '../testing/run-model.ts'
import { addNoise, blurPicture } from '../testing/synthetic-damage.ts'
import { wovenPicture } from '../testing/woven-picture.ts'
import { idleTools } from './idle-tools.ts'

const woven = wovenPicture(384, 384)
const whole = wholeOf(woven)
const soft = rasterOf(blurPicture(cutTile(woven, whole), toSeparable(gaussianKernel(1.6))))
const noisy = rasterOf(addNoise(cutTile(soft, whole), 12, 3))
/** Invisible noise. */
const SAME_DB = 45

function rasterOf(planes: Parameters<typeof pasteTile>[1]): Raster {
  const raster = createRaster(woven.width, woven.height, 3, 8)
  pasteTile(raster, planes, whole, whole)
  return raster
}

it.each([
  ['a clean picture full of strokes', woven, 'sharpen/standard/motion-blur', ['lens-blur', 'lens-blur-v2']],
  ['a noisy one', noisy, 'denoise/normal', ['lens-blur', 'lens-blur-v2']],
])('%s: idle tools give it back, the one that helps does not', async (_name, source, helps, idleSharpening) => {
  const seen = analysisInputOf(source)
  const idle = idleTools([...TRIED_TOOLS], source, analyse(seen), seen.crops)
  expect(Object.keys(idle)).toEqual(idleSharpening.map((name) => idleKey(`sharpen/standard/${name}`)))
  const sold = (modelKey: string) => runModel(source, { modelKey, params: {}, tier: 'net' })
  expect(psnrY(await sold(helps), source, 0)).toBeLessThan(SAME_DB)
  for (const modelKey of TRIED_TOOLS)
    if (idle[idleKey(modelKey)]) expect(psnrY(await sold(modelKey), source, 0)).toBeGreaterThan(SAME_DB)
})

it('noise that the trial takes for texture is not said to be taken away', () => {
  const seen = analysisInputOf(woven)
  const analysis = analyse(seen)
  const quiet = { ...analysis, whiteNoise: { luma: 0, chroma: 0 }, lumaNoiseByScale: [8, 6, 4] as const }
  expect(idleTools(['denoise/normal'], woven, quiet, seen.crops)[idleKey('denoise/normal')]).toBe(1)
})
