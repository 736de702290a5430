// What a file saved twice says of itself is its last saving alone; its blocks still hold the one before.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodePicture } from '../picture/decode-picture.ts'
import { readJpegQuality } from '../picture/read-jpeg-quality.ts'
import { sharpOf } from '../testing/encode-sample.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { printScreen, wovenPicture } from '../testing/woven-picture.ts'
import { analyse } from './analyse.ts'
import { analysisInputOf } from './analysis-input.ts'

const kitten = readFileSync(new URL('../testing/kitten.webp', import.meta.url))
const saved = (file: Buffer, quality: number) => sharp(file).jpeg({ quality }).toBuffer()
/** As a person crops it, off the grid of the first file. */
const cropped = async (file: Buffer) => {
  const { width, height } = await sharp(file).metadata()
  return sharp(file)
    .extract({ left: 3, top: 5, width: width - 3, height: height - 5 })
    .png()
    .toBuffer()
}

const NOTHING_ELSE = { motion: false, scratches: false, softPlaces: false }

async function qualityOf(file: Buffer): Promise<number> {
  const { colour, jpegQuality, jpegSteps } = await decodePicture(file)
  return analyse(analysisInputOf(colour, jpegQuality, jpegSteps), NOTHING_ELSE).jpegQuality
}

describe('a picture saved as JPEG twice', () => {
  it.each([30, 50, 70, 80])('counts by its first saving of quality %d', async (quality) => {
    expect(await qualityOf(await saved(await saved(kitten, quality), 92))).toBe(quality)
  })

  it.each([30, 50, 70, 80])('and where it was cropped in between (%d)', async (quality) => {
    expect(await qualityOf(await saved(await cropped(await saved(kitten, quality)), 95))).toBe(quality)
  })

  it('and where the last file was no JPEG', async () => {
    expect(await qualityOf(await cropped(await saved(kitten, 40)))).toBeLessThanOrEqual(40)
  })
})

it.each([48, 64, 96])('a clean photograph of %d px that was never a JPEG shows no blocks', async (width) => {
  expect(await qualityOf(await sharp(kitten).resize(width).png().toBuffer())).toBe(100)
})

describe('a picture saved once', () => {
  it.each([60, 85, 92, 95])('counts by its tables (%d)', async (quality) => {
    expect(await qualityOf(await saved(kitten, quality))).toBe(quality)
  })

  it('so does one whose first saving was the better one, or was lost when it was made smaller', async () => {
    expect(await qualityOf(await saved(await saved(kitten, 95), 70))).toBe(70)
    const smaller = await sharp(await saved(kitten, 40))
      .resize(200)
      .png()
      .toBuffer()
    expect(await qualityOf(await saved(smaller, 92))).toBe(92)
  })

  it.each([
    ['noise', addNoise(syntheticRaster(256, 192), 8)],
    ['drawn shapes', syntheticRaster(256, 192)],
    ['fine strokes', wovenPicture(256, 192)],
    ['a print screen of eight pixels', printScreen(256, 192, 8)],
  ])('so does %s', async (_, raster) => {
    expect(await qualityOf(await sharpOf(raster).jpeg({ quality: 92 }).toBuffer())).toBe(92)
  })
})

/** Flat steps, as sharp's table 1; cameras and editors have others. */
const flat = (file: Buffer, quality: number) => sharp(file).jpeg({ quality, quantisationTable: 1 }).toBuffer()

describe("a file whose tables are not libjpeg's", () => {
  it.each([60, 77, 83, 86, 89, 90, 91, 95])('saved once, counts by them (%d)', async (quality) => {
    const file = await flat(kitten, quality)
    expect(await qualityOf(file)).toBe(readJpegQuality(file))
  })

  it('and saved twice, by its first saving', async () => {
    expect(await qualityOf(await flat(await saved(await cropped(await saved(kitten, 50)), 95), 95))).toBe(50)
    expect(await qualityOf(await flat(await cropped(await saved(kitten, 50)), 93))).toBe(50)
  })
})
