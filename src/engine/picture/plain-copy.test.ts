// What goes elsewhere without being decoded: the same pixels, nothing about the person, and nothing whose numbers would then mean something else.
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { plainCopy } from './plain-copy.ts'

const width = 40
const height = 30
const noise = (channels: 1 | 3 | 4) =>
  sharp(Buffer.from(Array.from({ length: width * height * channels }, (_, i) => (i * 7919) % 251)), {
    raw: { width, height, channels },
  })
const TOLD = { IFD0: { Artist: 'Li Lei' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 0/1' } }
/** Behind the first block, as cameras and editors write it. */
function withText(png: Buffer): Buffer {
  const block = Buffer.from('tEXtAuthor\0Li Lei', 'latin1')
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(block.length - 4)
  sum.writeUInt32BE(crc32(block))
  return Buffer.concat([png.subarray(0, 33), length, block, sum, png.subarray(33)])
}
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe('a plain picture', () => {
  it.each([
    ['colour', 3, 'jpeg'],
    ['grey', 1, 'jpeg'],
    ['colour', 3, 'png'],
    ['grey', 1, 'png'],
  ] as const)('%s (%i) as %s keeps its pixels and loses what it tells', async (_name, channels, format) => {
    const space = channels === 1 ? 'b-w' : 'srgb'
    const image = noise(channels).toColourspace(space)
    const bytes =
      format === 'jpeg' ? await image.withExif(TOLD).jpeg().toBuffer() : withText(await image.png().toBuffer())
    const plain = plainCopy(bytes)!
    expect(plain).toMatchObject({ format, width, height })
    expect(plain.bytes.includes('Li Lei')).toBe(false)
    expect(bytes.includes('Li Lei')).toBe(true)
    expect((await sharp(plain.bytes).metadata()).exif).toBeUndefined()
    expect(await pixelsOf(plain.bytes)).toEqual(await pixelsOf(bytes))
  })

  it('of 16 bits, or with an sRGB profile in a JPEG, is one too', async () => {
    const deep = await noise(3).toColourspace('rgb16').png().toBuffer()
    expect(await sharp(plainCopy(deep)!.bytes).metadata()).toMatchObject({ depth: 'ushort' })
    for (const profile of ['srgb', 'p3'] as const)
      expect(plainCopy(await noise(3).withIccProfile(profile).jpeg().toBuffer())).toMatchObject({ format: 'jpeg' })
  })

  it('drops everything after its end', async () => {
    for (const image of [noise(3).jpeg(), noise(3).png()]) {
      const bytes = await image.toBuffer()
      expect(plainCopy(Buffer.concat([bytes, Buffer.from('a film of Li Lei')]))!.bytes).toEqual(plainCopy(bytes)!.bytes)
    }
  })
})

describe('left to the decoder', () => {
  it.each([
    ['a JPEG that lies on its side', () => noise(3).withMetadata({ orientation: 6 }).jpeg()],
    ['a PNG that lies on its side', () => noise(3).withMetadata({ orientation: 6 }).png()],
    ['ink colours', () => noise(3).toColourspace('cmyk').jpeg()],
    ['a PNG with a profile', () => noise(3).withIccProfile('p3').png()],
    ['transparency', () => noise(4).png()],
    ['a palette', () => noise(3).png({ palette: true })],
    ['another format', () => noise(3).webp()],
  ])('%s', async (_name, make) => {
    expect(plainCopy(await make().toBuffer())).toBeUndefined()
  })

  it('whatever is cut, at every byte, without an error', async () => {
    for (const image of [noise(3).withExif(TOLD).jpeg(), noise(3).png()]) {
      const bytes = await image.toBuffer()
      for (let end = 2; end < bytes.length - 1; end += 1) expect(plainCopy(bytes.subarray(0, end))).toBeUndefined()
    }
  })
})
