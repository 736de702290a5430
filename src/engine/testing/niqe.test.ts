// NIQE with our own fit knows damage without knowing the truth. Needs ../shared/data/train; elsewhere the formula alone is tested.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pasteTile } from '../image/cut-tile.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { sharpOf } from './encode-sample.ts'
import { type NiqeModel, niqe, niqeModelOf } from './niqe.ts'
import { blockFeatures, FEATURES } from './niqe-features.ts'
import { addNoise, syntheticRaster } from './synthetic-picture.ts'
import { hasTrainingPhotos, trainingPhotos } from './training-photos.ts'

const model: NiqeModel = JSON.parse(
  readFileSync(new URL('../../../bench/models/niqe-model.json', import.meta.url), 'utf8'),
)
const SIDE_PX = 384

async function blurred(picture: Raster, sigma: number): Promise<Raster> {
  const data = await sharpOf(picture).blur(sigma).raw().toBuffer()
  return { ...picture, data: new Uint8Array(data) }
}

async function photos(): Promise<Raster[]> {
  const planes = await trainingPhotos({ first: 5, step: 45 }, SIDE_PX)
  return planes.map((plane) => {
    const raster = createRaster(plane.width, plane.height, 3, 8)
    const whole = { x: 0, y: 0, width: plane.width, height: plane.height }
    pasteTile(raster, plane, whole, whole)
    return raster
  })
}

const score = (picture: Raster) => niqe(picture, model)!
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('NIQE', () => {
  it.skipIf(!hasTrainingPhotos())('photographs score worse when they are blurred, noisy or both', async () => {
    const clean = await photos()
    const soft = await Promise.all(clean.map((photo) => blurred(photo, 1.5)))
    const noisy = clean.map((photo) => addNoise(photo, 15))
    const best = mean(clean.map(score))
    expect(mean(soft.map(score))).toBeGreaterThan(best + 1)
    expect(mean(noisy.map(score))).toBeGreaterThan(best + 1)
    expect(mean(soft.map((photo) => score(addNoise(photo, 15))))).toBeGreaterThan(best + 1)
  })

  it.skipIf(!hasTrainingPhotos())('more blur and more noise score worse than less', async () => {
    const clean = await photos()
    const soft = async (sigma: number) =>
      mean((await Promise.all(clean.map((photo) => blurred(photo, sigma)))).map(score))
    expect(await soft(2.5)).toBeGreaterThan(await soft(1.2))
    const noisy = (levels: number) => mean(clean.map((photo) => score(addNoise(photo, levels))))
    expect(noisy(25)).toBeGreaterThan(noisy(8))
  })

  it('has 36 features of each block and none where there is nothing to see', () => {
    const blocks = blockFeatures(addNoise(syntheticRaster(200, 100), 3))
    expect(blocks).toHaveLength(2)
    expect(blocks[0]!.values).toHaveLength(FEATURES)
    expect(blockFeatures(createRaster(192, 96, 1, 8))).toHaveLength(0)
    expect(niqe(createRaster(192, 96, 1, 8), model)).toBeUndefined()
  })

  it('finds the normal distribution in pure noise: its shape is 2', () => {
    const grey = createRaster(384, 384, 1, 8)
    grey.data.fill(128)
    const shapes = blockFeatures(addNoise(grey, 20)).map(({ values }) => values[0]!)
    expect(mean(shapes)).toBeGreaterThan(1.8)
    expect(mean(shapes)).toBeLessThan(3.2)
  })

  it('is nothing for a picture with the very blocks that the model was fitted on', () => {
    const picture = addNoise(syntheticRaster(768, 768), 4)
    const own = niqeModelOf(blockFeatures(picture).map(({ values }) => values))
    expect(niqe(picture, own)).toBeCloseTo(0, 2)
    expect(niqe(addNoise(picture, 20, 9), own)).toBeGreaterThan(1)
  })
})
