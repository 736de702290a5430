// What a consumer who sets nothing gets is never worse than doing less: whole models, everything automatic, on pictures whose truth is known.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { discKernel, gaussianKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { blankPaper, lettersOn } from '../testing/drawn-letters.ts'
import { psnrY, resizeBicubic } from '../testing/picture-quality.ts'
import { runModel } from '../testing/run-model.ts'
import { softOnTheRight } from '../testing/soft-on-the-right.ts'
import { addNoise, blurPicture, meanDeltaE } from '../testing/synthetic-damage.ts'

const BORDER_PX = 8
const ONE_PERCENT_LEVELS = 2.55
let photo: Raster

beforeAll(async () => {
  const { colour } = await decodePicture(readFileSync(join(import.meta.dirname, '../testing/kitten.webp')))
  photo = rasterOf(cutTile(colour, { x: 0, y: 0, width: colour.width & ~1, height: colour.height & ~1 }))
})

const sold = (modelKey: string, source: Raster, params = {}) => runModel(source, { modelKey, params, tier: 'net' })
const likeness = (a: Raster) => psnrY(a, photo, BORDER_PX)

describe('enlarging a clean photograph', () => {
  it.each(['standard-v2', 'high-fidelity-v2'])(
    '%s by itself beats bicubic and gives next to nothing away to its sliders at 0',
    async (model) => {
      const small = resizeBicubic(photo, { width: photo.width / 2, height: photo.height / 2 })
      const key = `enhance/standard/${model}`
      const params = { output_height: photo.height }
      const own = likeness(await sold(key, small, params))
      const plain = likeness(await sold(key, small, { ...params, denoise: 0, sharpen: 0, fix_compression: 0 }))
      expect(own).toBeGreaterThan(likeness(resizeBicubic(small, photo)))
      expect(own).toBeGreaterThan(plain - 0.1)
    },
  )
})

describe('Lens Blur', () => {
  it.each([
    ['soft by σ 1.6', gaussianKernel(1.6)],
    ['out of focus by 3 px', discKernel(3)],
  ] as const)('brings a photograph that is %s, with noise of 1 %%, 1.5 dB nearer', async (_, kernel) => {
    const soft = rasterOf(addNoise(blurPicture(planesOf(photo), toSeparable(kernel)), ONE_PERCENT_LEVELS, 5))
    expect(likeness(await sold('sharpen/standard/lens-blur', soft))).toBeGreaterThan(likeness(soft) + 1.5)
  })

  it('leaves a sharp one as it is', async () => {
    expect((await sold('sharpen/standard/lens-blur', photo)).data).toEqual(photo.data)
  })
})

describe.each(['refocus', 'lens-blur-v2'])('%s', (model) => {
  const key = `sharpen/standard/${model}`

  it('leaves a sharp photograph as it is, soft lawn and all', async () => {
    expect((await sold(key, photo)).data).toEqual(photo.data)
  })

  it('brings the soft half of a photograph nearer', async () => {
    const sharp = planesOf(photo)
    const soft = blurPicture(sharp, toSeparable(gaussianKernel(1.6)))
    const source = rasterOf(addNoise(softOnTheRight(sharp, soft), 1.5, 7))
    expect(likeness(await sold(key, source))).toBeGreaterThan(likeness(source) + 0.5)
  })
})

describe('a page of black letters on white paper', () => {
  it.each(['lighting/white-balance', 'lighting/adjust'])('%s keeps its colours and its paper', async (model) => {
    const page = lettersOn(blankPaper(256, 192))
    expect(meanDeltaE(planesOf(await sold(model, page)), planesOf(page))).toBeLessThan(1)
  })
})

function planesOf(raster: Raster): Planes {
  return cutTile(raster, { x: 0, y: 0, width: raster.width, height: raster.height })
}

function rasterOf(planes: Planes): Raster {
  const { width, height } = planes
  const raster = createRaster(width, height, 3, 8)
  const whole = { x: 0, y: 0, width, height }
  pasteTile(raster, planes, whole, whole)
  return raster
}
