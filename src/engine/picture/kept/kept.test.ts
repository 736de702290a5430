// What a result keeps, read back by other people's readers: exifr, and exiftool where the machine has it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import exifr from 'exifr'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeCopy } from '../../child/encode-copy.ts'
import type { KeepRequest, KeptFacts } from '../../engine-types.ts'
import { sharpOf } from '../../testing/encode-sample.ts'
import { hasExiftool, labelByExifr, labelByExiftool } from '../../testing/read-label.ts'
import { syntheticRaster } from '../../testing/synthetic-picture.ts'
import { decodePicture } from '../decode-picture.ts'
import { samplesOf } from '../encode-png.ts'
import { writeResult } from '../write-result.ts'
import { keptMetadataOf } from './kept-metadata.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kept-'))
const at = (name: string) => path.join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const label = { producer: '001191350100M000100Y4310001', produceId: 'run-1', isVisible: false }
const photo = () =>
  sharpOf(syntheticRaster(320, 240))
    .withExif({
      IFD0: { Make: 'Canon', Model: 'Canon EOS R6', Artist: 'Somebody', DateTime: '2024:05:01 12:30:00' },
      IFD2: { DateTimeOriginal: '2024:05:01 12:30:00', FNumber: '28/10', BodySerialNumber: '1234567' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '31/1 13/1 4900/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '121/1 28/1 0/1',
      },
    })
    .withDensity(300)
const jpegPhoto = () => photo().jpeg({ quality: 90 }).toBuffer()

/** The result of a run that changed nothing, and its copies in the other formats. */
async function resultOf(source: Buffer, request: KeepRequest) {
  const { colour, alpha, metadata } = await decodePicture(source)
  const keptMetadata = keptMetadataOf(metadata, request)
  const copies = {
    thumbnailPath: at('thumb'),
    thumbnailSidePx: 200,
    thumbnailQuality: 0.8,
    viewPath: at('view'),
    viewMaxSidePx: 2048,
  }
  await writeResult(samplesOf(colour, alpha), keptMetadata, { ...copies, resultPath: at('result.png') })
  for (const format of ['jpeg', 'webp'] as const)
    await encodeCopy({ sourcePath: at('result.png'), targetPath: at(`result.${format}`), format, quality: 90 })
  return { facts: keptMetadata.facts as KeptFacts, colour }
}

const OURS = {
  Label: '1',
  ContentProducer: label.producer,
  ProduceID: 'run-1',
  ReservedCode1: '',
  ContentPropagator: '',
  PropagateID: '',
  ReservedCode2: '',
}

describe('what a result keeps', () => {
  it('writes one label of AI content into PNG, JPEG, WebP and the view, as two other readers find it', async () => {
    await resultOf(await jpegPhoto(), { label })
    for (const file of ['result.png', 'result.jpeg', 'result.webp', 'view']) {
      if (file !== 'result.webp') expect(await labelByExifr(at(file)), file).toEqual(OURS)
      if (hasExiftool) expect(labelByExiftool(at(file)), file).toEqual(OURS)
      expect(readFileSync(at(file)).toString('latin1').split('TC260:AIGC>').length, file).toBe(3)
    }
    const { xmp } = await sharp(readFileSync(at('result.webp'))).metadata()
    expect(xmp?.toString()).toContain('&quot;ProduceID&quot;:&quot;run-1&quot;')
  })

  it('keeps the label that came with the picture, wherever it stood, and names us as who passed it on', async () => {
    const theirs = { Label: '2', ContentProducer: 'someone-else', ProduceID: 'abc' }
    const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:q="http://www.tc260.org.cn/ns/AIGC/1.0/" q:AIGC="${JSON.stringify(theirs).replaceAll('"', '&quot;')}"/></rdf:RDF></x:xmpmeta>`
    const plain = () => sharpOf(syntheticRaster(64, 48))
    const sources = [
      await plain().withXmp(packet).jpeg().toBuffer(),
      await plain().withXmp(packet).webp().toBuffer(),
      await plain()
        .withExif({ IFD0: { ImageDescription: JSON.stringify({ AIGC: theirs }) } })
        .jpeg()
        .toBuffer(),
    ]
    for (const source of sources) {
      const { facts } = await resultOf(source, { label })
      expect(facts.label).toBe('preserved')
      expect(await labelByExifr(at('result.png'))).toMatchObject({
        ...theirs,
        ContentPropagator: label.producer,
        PropagateID: 'run-1',
      })
    }
    // A run on our own result: still the first producer's.
    await resultOf(readFileSync(at('result.jpeg')), { label: { ...label, produceId: 'run-2' } })
    expect(await labelByExifr(at('result.png'))).toMatchObject({ ...theirs, PropagateID: 'run-2' })
  })

  it('keeps date, camera and DPI in every format, and neither position nor serial number nor name', async () => {
    const { facts } = await resultOf(await jpegPhoto(), { label })
    expect(facts).toEqual({
      takenAt: '2024-05-01 12:30:00',
      camera: 'Canon EOS R6',
      dpi: 300,
      profile: 'srgb',
      position: 'removed',
      label: 'written',
      isMarked: false,
    })
    for (const file of ['result.png', 'result.jpeg', 'result.webp']) {
      const { exif, density } = await sharp(readFileSync(at(file))).metadata()
      const read = (await exifr.parse(exif!.subarray(exif!.toString('latin1', 0, 4) === 'Exif' ? 6 : 0), {
        gps: true,
      })) as Record<string, unknown>
      expect(read, file).toMatchObject({ Make: 'Canon', Model: 'Canon EOS R6', FNumber: 2.8 })
      expect(read.DateTimeOriginal, file).toBeInstanceOf(Date)
      expect(
        ['latitude', 'GPSLatitude', 'BodySerialNumber', 'SerialNumber', 'Artist'].filter((key) => key in read),
        file,
      ).toEqual([])
      if (file !== 'result.webp') expect(density, file).toBe(300)
    }
  })

  it('keeps the position on its owner’s word alone', async () => {
    const { facts } = await resultOf(await jpegPhoto(), { label, keepsPosition: true })
    expect(facts.position).toBe('kept')
    const { latitude } = (await exifr.gps(at('result.jpeg')))!
    expect(latitude).toBeCloseTo(31.23, 2)
  })

  it('touches no pixel, unless the operator wants the words to be seen: then only a corner', async () => {
    const { colour } = await resultOf(await jpegPhoto(), { label })
    const pixels = () =>
      sharp(readFileSync(at('result.png')))
        .raw()
        .toBuffer()
    expect((await pixels()).equals(Buffer.from(colour.data))).toBe(true)
    await resultOf(await jpegPhoto(), { label: { ...label, isVisible: true } })
    const marked = await pixels()
    const changed = { left: 320, top: 240, white: 0 }
    for (let i = 0; i < colour.data.length; i++) {
      if (marked[i] === colour.data[i]) continue
      changed.left = Math.min(changed.left, Math.floor(i / 3) % 320)
      changed.top = Math.min(changed.top, Math.floor(i / 960))
    }
    expect(changed.left).toBeGreaterThan(220)
    // At least a twentieth of the shortest side, which is 12 pixels here.
    expect(240 - changed.top).toBeGreaterThan(12)
    expect(240 - changed.top).toBeLessThan(48)
  })

  it('reads no further than a broken block goes', async () => {
    const source = await jpegPhoto()
    const tiff = source.indexOf('Exif\0\0', 0, 'latin1') + 6
    for (const at of [4, 8, 20, 30]) {
      const broken = Buffer.from(source)
      broken.fill(0xff, tiff + at, tiff + at + 4)
      const { metadata } = await decodePicture(broken)
      expect(keptMetadataOf(metadata, { label }).facts.label).toBe('written')
    }
  })
})
