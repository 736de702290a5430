// Text Refine on drawn strokes as letters have them: nearest of the standard models to the undamaged page, harder the further its
// slider stands, and gentle to a photograph under the letters.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Raster } from '../../image/raster.ts'
import { decodePicture } from '../../picture/decode-picture.ts'
import { blankPaper, lettersOn } from '../../testing/drawn-letters.ts'
import { sharpOf } from '../../testing/encode-sample.ts'
import { psnrY, resizeBicubic, ssimY } from '../../testing/picture-quality.ts'
import { runModel } from '../../testing/run-model.ts'
import { syntheticRaster } from '../../testing/synthetic-picture.ts'

const WIDTH = 256
const HEIGHT = 192
const BORDER_PX = 8
const page = lettersOn(blankPaper(WIDTH, HEIGHT))
const half = { width: WIDTH / 2, height: HEIGHT / 2 }
let small: Raster

/** Half the size, as a JPEG file of this quality. */
async function shrunk(truth: Raster, quality: number): Promise<Raster> {
  const file = await sharpOf(resizeBicubic(truth, half)).jpeg({ quality }).toBuffer()
  return (await decodePicture(file)).colour
}

beforeAll(async () => {
  small = await shrunk(page, 75)
})

const enlarged = (model: string, source = small, params = {}) =>
  runModel(source, {
    modelKey: `enhance/standard/${model}`,
    params: { output_height: HEIGHT, ...params },
    tier: 'net',
    jpegQuality: 75,
  })

describe('Text Refine', () => {
  it('is nearer to the undamaged letters than every other standard model', async () => {
    const score = async (model: string) => {
      const result = await enlarged(model)
      return { ssim: ssimY(result, page, BORDER_PX), psnr: psnrY(result, page, BORDER_PX) }
    }
    const own = await score('text-refine')
    for (const other of ['standard-v2', 'high-fidelity-v2', 'low-resolution-v2', 'cgi']) {
      const { ssim, psnr } = await score(other)
      expect(own.ssim - ssim, other).toBeGreaterThan(0.003)
      expect(own.psnr - psnr, other).toBeGreaterThan(0.1)
    }
  })

  it('draws strokes further from their ground the stronger it is', async () => {
    const contrasts: number[] = []
    for (const strength of [0.01, 0.35, 0.7, 1]) {
      const { data } = await enlarged('text-refine', small, { strength })
      const spread = Array.from(data).reduce((sum, value) => sum + Math.abs(value - 134), 0) / data.length
      contrasts.push(spread)
    }
    for (let i = 1; i < contrasts.length; i++) expect(contrasts[i]! - contrasts[i - 1]!).toBeGreaterThan(0.05)
  })

  it('leaves a photograph under the letters as near to the truth as the standard model does', async () => {
    const truth = lettersOn(syntheticRaster(WIDTH, HEIGHT))
    const source = await shrunk(truth, 75)
    const [own, standard] = [await enlarged('text-refine', source), await enlarged('standard-v2', source)]
    expect(psnrY(own, truth, BORDER_PX)).toBeGreaterThan(psnrY(standard, truth, BORDER_PX))
  })
})
