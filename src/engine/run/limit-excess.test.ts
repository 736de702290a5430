// Strong and Extreme remove more than the noise: as much more as the picture bears.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyse } from '../analysis/analyse.ts'
import { analysisInputOf } from '../analysis/analysis-input.ts'
import { cutTile } from '../image/cut-tile.ts'
import type { Raster } from '../image/raster.ts'
import { wholeOf } from '../image/rect.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { addNoise, psnr } from '../testing/synthetic-damage.ts'
import { wovenPicture } from '../testing/woven-picture.ts'
import { makePlan, needsOf } from '../tools/make-plan.ts'
import { chooseMilderPlan, limitsOf } from './choose-milder-plan.ts'
import { rasterOf, stepsBefore, tried } from './try-plan.ts'

const CC = join(import.meta.dirname, '../../../../shared/data/bench/denoise/CC-pairs')
const SIDE_PX = 160
const planes = (raster: Raster) => cutTile(raster, wholeOf(raster))

const measured = (source: Raster) => analyse(analysisInputOf(source), needsOf('denoise/normal'))

/** Automatic, by the classical steps: as chosen, and with all that the model removes. */
function settled(source: Raster, tool: string, analysis = measured(source)) {
  const { crops } = analysisInputOf(source)
  const input = { modelKey: `denoise/${tool}`, params: {}, picture: source, analysis, autoSeed: 7 }
  const milder = chooseMilderPlan(input, crops)
  const made = (excess?: number) => {
    const plan = makePlan({ ...input, ...limitsOf(milder), ...(excess && { excess }), tier: 'classical' })
    return tried(stepsBefore(plan), source).after
  }
  return { milder, result: made(), whole: made(1) }
}

it('Extreme holds back where it would take the picture with the noise, and says so', () => {
  const woven = wovenPicture(240, 200)
  const { milder, result, whole } = settled(woven, 'extreme')
  expect(milder?.because).toContain('more-than-noise')
  expect(milder?.excess).toBeLessThan(1)
  expect(psnr(result, planes(woven))).toBeGreaterThan(psnr(whole, planes(woven)) + 1)
})

it('in strong noise Extreme removes more than Strong, and Strong more than Normal', async () => {
  const photo = await part(join(import.meta.dirname, '../testing/kitten.webp'))
  const source = rasterOf(addNoise(planes(photo), 25, 3))
  const analysis = measured(source)
  const [normal, strong, extreme] = ['normal', 'strong', 'extreme'].map((tool) => {
    const { result, milder } = settled(source, tool, analysis)
    expect(milder).toBeUndefined()
    return -psnr(result, planes(source))
  }) as [number, number, number]
  expect(strong).toBeGreaterThan(normal + 0.1)
  expect(extreme).toBeGreaterThan(strong + 0.1)
})

// The pictures are for measuring only, and not part of the repository.
describe.skipIf(!existsSync(CC))("a camera's noise (needs ../shared/data/bench)", () => {
  it.each(['normal', 'strong', 'extreme'])('%s takes it away', async (tool) => {
    const [source, truth] = await Promise.all(['real', 'mean'].map((w) => part(join(CC, `d800_iso3200_1_${w}.webp`))))
    const { result } = settled(source!, tool)
    expect(psnr(result, planes(truth!))).toBeGreaterThan(psnr(planes(source!), planes(truth!)) + 1)
  })
})

async function part(path: string): Promise<Raster> {
  const { colour } = await decodePicture(readFileSync(path))
  return rasterOf(cutTile(colour, { x: 64, y: 64, width: SIDE_PX, height: SIDE_PX }))
}
