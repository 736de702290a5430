// Text Refine on drawn strokes as letters have them: nearest of the standard models to the undamaged page, harder the further its
// slider stands, and gentle to a photograph under the letters.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodePicture } from '../picture/decode-picture.ts'
import { createRaster, type Raster } from '../picture/raster.ts'
import { sharpOf } from '../testing/encode-sample.ts'
import { psnrY, resizeBicubic, ssimY } from '../testing/picture-quality.ts'
import { runModel } from '../testing/run-model.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'

const WIDTH = 256
const HEIGHT = 192
const BORDER_PX = 8
const INK = 30
/** Ends of strokes inside a square of 10 × 10: seven signs of three to five strokes. */
const SIGNS = [
  [
    [1, 1, 9, 1],
    [5, 1, 5, 9],
    [1, 5, 9, 5],
    [2, 9, 8, 9],
  ],
  [
    [1, 9, 5, 1],
    [5, 1, 9, 9],
    [3, 6, 7, 6],
  ],
  [
    [1, 1, 1, 9],
    [1, 1, 8, 1],
    [8, 1, 8, 9],
    [1, 5, 8, 5],
    [1, 9, 8, 9],
  ],
  [
    [1, 3, 9, 3],
    [3, 1, 3, 9],
    [7, 1, 7, 9],
    [1, 7, 9, 7],
  ],
  [
    [5, 0, 5, 10],
    [1, 3, 9, 7],
    [9, 3, 1, 7],
  ],
  [
    [2, 1, 2, 9],
    [2, 1, 8, 4],
    [8, 4, 2, 5],
    [4, 5, 9, 9],
  ],
  [
    [1, 2, 9, 2],
    [1, 5, 9, 5],
    [1, 8, 9, 8],
    [5, 2, 5, 8],
  ],
] as const

/** Strokes of about two pixels over `ground`. */
function lettersOn(ground: Raster): Raster {
  const page = { ...ground, data: ground.data.slice() }
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 8; column++) {
      const sign = SIGNS[(row * 3 + column * 5) % SIGNS.length]!
      for (const stroke of sign) drawStroke(page, 10 + column * 31, 9 + row * 31, stroke)
    }
  return page
}

function drawStroke({ data, width, channels }: Raster, left: number, top: number, stroke: readonly number[]) {
  const [x0, y0, x1, y1] = stroke.map((value) => 2.3 * value) as [number, number, number, number]
  const length = Math.hypot(x1 - x0, y1 - y0)
  for (let y = -2; y < 27; y++)
    for (let x = -2; x < 27; x++) {
      const along = Math.min(1, Math.max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length ** 2))
      const distance = Math.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0))
      const cover = Math.min(1, Math.max(0, 1.6 - distance))
      for (let c = 0; c < channels; c++) {
        const i = ((top + y) * width + left + x) * channels + c
        data[i] = Math.round(data[i]! + cover * (INK - data[i]!))
      }
    }
}

const paper = createRaster(WIDTH, HEIGHT, 3, 8)
paper.data.fill(238)
const page = lettersOn(paper)
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
