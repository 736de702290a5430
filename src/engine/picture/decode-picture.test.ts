import { describe, expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { jpegSteps } from '../signal/jpeg-tables.ts'
import { bmp24, sharpOf } from '../testing/encode-sample.ts'
import { meanDifference } from '../testing/run-plan.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import { decodeBmp } from './decode-bmp.ts'
import { decodePicture, type Picture } from './decode-picture.ts'
import { encodePng, samplesOf } from './encode-png.ts'
import { keptMetadataOf } from './kept/kept-metadata.ts'
import { withKeptMetadata } from './kept/png-blocks.ts'
import { readFacts } from './read-facts.ts'

const picture = syntheticRaster(40, 24)
const pngOf = async ({ colour, alpha, metadata }: Picture) =>
  withKeptMetadata(await encodePng(samplesOf(colour, alpha)), keptMetadataOf(metadata, {}))

/** The picture turned as each EXIF orientation stores it, so that applying the orientation gives `picture` back. */
function stored(orientation: number): Raster {
  const swaps = orientation >= 5
  const { width, height } = picture
  const target = createRaster(swaps ? height : width, swaps ? width : height, 3, 8)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const rx = width - 1 - x
      const ry = height - 1 - y
      const [u, v] = [
        [x, y],
        [rx, y],
        [rx, ry],
        [x, ry],
        [y, x],
        [y, rx],
        [ry, rx],
        [ry, x],
      ][orientation - 1] as [number, number]
      for (let c = 0; c < 3; c++) target.data[(v * target.width + u) * 3 + c] = picture.data[(y * width + x) * 3 + c]!
    }
  }
  return target
}

describe('decoding', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('applies EXIF orientation %i and keeps no EXIF', async (orientation) => {
    const bytes = await sharpOf(stored(orientation))
      .withMetadata({ orientation })
      .tiff({ compression: 'lzw' })
      .toBuffer()
    const { facts } = await readFacts(bytes)
    expect([facts.width, facts.height]).toEqual([40, 24])
    const decoded = await decodePicture(bytes)
    expect(decoded.colour.data).toEqual(picture.data)
    const again = await readFacts(await pngOf(decoded))
    expect(again.metadata?.orientation ?? 1).toBe(1)
    expect(again.metadata?.exif).toBeUndefined()
  })

  it('[UPLOAD-15] reads jpeg, png, bmp, webp and tiff, and [UPLOAD-16] gif', async () => {
    const source = sharpOf(picture)
    const files = {
      jpeg: await source.clone().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(),
      png: await source.clone().png().toBuffer(),
      bmp: bmp24(picture),
      webp: await source.clone().webp({ lossless: true }).toBuffer(),
      tiff: await source.clone().tiff({ compression: 'lzw' }).toBuffer(),
      gif: await source.clone().gif().toBuffer(),
    }
    for (const [format, bytes] of Object.entries(files)) {
      const decoded = await decodePicture(bytes)
      expect(decoded.format).toBe(format)
      expect(meanDifference(decoded.colour, picture)).toBeLessThan(format === 'jpeg' || format === 'gif' ? 4 : 0.001)
    }
  })

  it('reads the quality of a JPEG from its tables', async () => {
    for (const quality of [25, 60, 90]) {
      const decoded = await decodePicture(await sharpOf(picture).jpeg({ quality }).toBuffer())
      expect(decoded.jpegQuality).toBe(quality)
      expect(decoded.jpegSteps).toEqual(jpegSteps(quality).luma)
    }
  })

  it('refuses a bitmap that is shorter than its header says', () => {
    expect(() => decodeBmp(bmp24(picture).subarray(0, 500))).toThrow(expect.objectContaining({ code: 'corrupt' }))
  })

  it('refuses vector pictures, texts and nothing at all', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const text of [svg, `<?xml version="1.0"?>${svg}`, '<html></html>', '%PDF-1.4', '']) {
      await expect(decodePicture(Buffer.from(text))).rejects.toMatchObject({ code: 'unsupported-format' })
    }
  })
})

describe('decoding and encoding again', () => {
  it('keeps 8-bit colours bit for bit', async () => {
    const decoded = await decodePicture(await pngOf(await decodePicture(await sharpOf(picture).png().toBuffer())))
    expect(decoded.colour.data).toEqual(picture.data)
  })

  it('keeps 16 bits, in colour and in grey', async () => {
    for (const channels of [3, 1] as const) {
      const deep = syntheticRaster(33, 17, channels, 16)
      const space = channels === 3 ? 'rgb16' : 'grey16'
      const decoded = await decodePicture(await sharpOf(deep).toColourspace(space).png().toBuffer())
      expect(decoded.colour.bits).toBe(16)
      const again = await decodePicture(await pngOf(decoded))
      expect(again.colour.bits).toBe(16)
      expect(again.colour.channels).toBe(channels)
      expect(again.colour.data).toEqual(deep.data)
    }
  })

  it('keeps grey grey', async () => {
    const decoded = await decodePicture(
      await sharpOf(syntheticRaster(30, 20, 1))
        .toColourspace('b-w')
        .jpeg()
        .toBuffer(),
    )
    expect(decoded.colour.channels).toBe(1)
    expect((await readFacts(await pngOf(decoded))).metadata?.space).toBe('b-w')
  })

  it('keeps transparency, and hides no black under it', async () => {
    const width = 30
    const rgba = new Uint8Array(width * 20 * 4)
    for (let i = 0; i < width * 20; i++) {
      const visible = i % width >= 15
      rgba.set(visible ? [200, 100, 50, 255] : [0, 0, 0, 0], i * 4)
    }
    const { default: sharp } = await import('sharp')
    const bytes = await sharp(rgba, { raw: { width, height: 20, channels: 4 } })
      .png()
      .toBuffer()
    const decoded = await decodePicture(bytes)
    expect(decoded.alpha?.data[0]).toBe(0)
    expect(decoded.alpha?.data[20]).toBe(255)
    // The colour has bled 8 pixels into the invisible half.
    expect([...decoded.colour.data.subarray(8 * 3, 8 * 3 + 3)]).toEqual([200, 100, 50])
    expect([...decoded.colour.data.subarray(0, 3)]).toEqual([0, 0, 0])
    const again = await decodePicture(await pngOf(decoded))
    expect(again.alpha?.data).toEqual(decoded.alpha?.data)
  })

  it('keeps a Display P3 picture in its own colours, with its profile', async () => {
    const bytes = await sharpOf(picture).withIccProfile('p3').png().toBuffer()
    const { default: sharp } = await import('sharp')
    const values = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer()
    const decoded = await decodePicture(bytes)
    const profile = decoded.metadata?.icc
    expect(profile).toBeDefined()
    expect(Buffer.from(decoded.colour.data.slice())).toEqual(values)
    const result = await pngOf(decoded)
    expect((await readFacts(result)).metadata?.icc).toEqual(profile)
    expect(Buffer.from((await decodePicture(result)).colour.data.slice())).toEqual(values)
  })

  it('turns CMYK into sRGB', async () => {
    const bytes = await sharpOf(picture).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
    const decoded = await decodePicture(bytes)
    expect(decoded.colour.channels).toBe(3)
    expect(meanDifference(decoded.colour, picture)).toBeLessThan(20)
  })
})
