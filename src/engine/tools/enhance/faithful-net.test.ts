// No automatic enlargement below bicubic: photographs saved as JPEG, sharp and soft by nature, by the tools that own a net for damage;
// and what is really damaged is still its work.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Raster } from '../../image/raster.ts'
import { decodePicture } from '../../picture/decode-picture.ts'
import { sharpOf } from '../../testing/encode-sample.ts'
import { psnrY, resizeBicubic } from '../../testing/picture-quality.ts'
import { runModel } from '../../testing/run-model.ts'

const file = readFileSync(new URL('../../testing/kitten.webp', import.meta.url))
const photo = (await decodePicture(await sharp(file).resize(256, 192, { fit: 'cover' }).png().toBuffer())).colour
const half = { width: photo.width >> 1, height: photo.height >> 1 }
const BORDER_PX = 4

/** `truth` at half its size and through JPEG, blurred before by as much. */
async function small(truth: Raster, quality: number, blurPx = 0) {
  const shrunk = sharpOf(resizeBicubic(truth, half))
  const blurred =
    blurPx > 0 ? sharpOf((await decodePicture(await shrunk.blur(blurPx).png().toBuffer())).colour) : shrunk
  return (await decodePicture(await blurred.jpeg({ quality }).toBuffer())).colour
}

/** dB beyond bicubic. */
async function gain(tool: string, source: Raster, truth: Raster, jpegQuality: number) {
  const params = { output_height: truth.height }
  const own = await runModel(source, { modelKey: `enhance/standard/${tool}`, params, tier: 'net', jpegQuality })
  return psnrY(own, truth, BORDER_PX) - psnrY(resizeBicubic(source, truth), truth, BORDER_PX)
}

it.each([
  ['text-refine', 80],
  ['text-refine', 60],
  ['cgi', 75],
  ['low-resolution-v2', 75],
])('%s does not enlarge a photograph of JPEG quality %d below bicubic, sharp or soft', async (tool, quality) => {
  const soft = (await decodePicture(await sharpOf(photo).blur(1.6).png().toBuffer())).colour
  for (const truth of [photo, soft]) {
    expect(await gain(tool, await small(truth, quality), truth, quality)).toBeGreaterThan(0)
  }
})

it('Low Resolution recovers more of a blurred photograph than Standard does', async () => {
  const source = await small(photo, 60, 1.2)
  const [own, standard] = [
    await gain('low-resolution-v2', source, photo, 60),
    await gain('standard-v2', source, photo, 60),
  ]
  expect(own - standard).toBeGreaterThan(0.5)
})
