import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingDegrees } from '#rulebook/runs/picture-findings.ts'
import { failureOf } from '../child/failure.ts'
import { EngineError } from '../engine-error.ts'
import type { EngineProgress, ProcessRequest } from '../engine-types.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import { createRaster } from '../image/raster.ts'
import { lineKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { sharpOf } from '../testing/encode-sample.ts'
import { blurPicture } from '../testing/synthetic-damage.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { createLocalEngine } from './local-engine.ts'
import { createRunQueue } from './run-queue.ts'

const engine = createLocalEngine()
let folder = ''
const at = (name: string) => path.join(folder, name)
const copies = () => ({
  thumbnailPath: at('thumb.jpg'),
  thumbnailSidePx: 200,
  thumbnailQuality: 0.8,
  viewPath: at('view'),
  viewMaxSidePx: 300,
})
const request = (changes: Partial<ProcessRequest> = {}): ProcessRequest => ({
  sourcePath: at('photo.jpg'),
  resultPath: at('result.png'),
  modelKey: 'enhance/standard/high-fidelity-v2',
  params: {},
  ...copies(),
  ...changes,
})
/** Long enough to be interrupted: heavy denoising of 1.5 megapixels. */
const longRequest = () => request({ sourcePath: at('large.png'), modelKey: 'denoise/extreme' })
const leftovers = () => readdirSync(folder).filter((name) => name.includes('.part') || name === 'result.png')
const childrenAlive = () =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'engine-child'])
    .stdout.toString()
    .trim()

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'engine-test-'))
  const small = syntheticRaster(320, 240)
  writeFileSync(
    at('photo.jpg'),
    await sharpOf(small)
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg({ quality: 90 })
      .toBuffer(),
  )
  writeFileSync(
    at('large.png'),
    await sharpOf(addNoise(syntheticRaster(1500, 1000), 15))
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The table of a JPEG that its quality scales: 16 at quality 50. */
const firstQuantizerOf = (jpeg: Buffer) => jpeg[jpeg.indexOf(Buffer.from([0xff, 0xdb])) + 5]
const QUANTIZER_OF_QUALITY_80 = 6

describe('inspecting an upload', () => {
  it('[MEDIA-01] [UPLOAD-18] makes a JPEG thumbnail that fits into 200x200, and a view', async () => {
    const facts = await engine.inspect({ sourcePath: at('photo.jpg'), ...copies() })
    expect(facts).toEqual({
      format: 'jpeg',
      mimeType: 'image/jpeg',
      width: 320,
      height: 240,
      hasAlpha: false,
      bitsPerSample: 8,
      isAnimated: false,
      viewMimeType: 'image/jpeg',
    })
    const thumbnail = await sharp(readFileSync(at('thumb.jpg'))).metadata()
    expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['jpeg', 200, 150])
    expect(firstQuantizerOf(readFileSync(at('thumb.jpg')))).toBe(QUANTIZER_OF_QUALITY_80)
    const view = await sharp(readFileSync(at('view'))).metadata()
    expect([view.format, view.width, view.height, view.exif]).toEqual(['jpeg', 300, 225, undefined])
  })

  it('believes the bytes and not the name', async () => {
    writeFileSync(at('lie.png'), readFileSync(at('photo.jpg')))
    expect((await engine.inspect({ sourcePath: at('lie.png'), ...copies() })).format).toBe('jpeg')
  })

  it('says corrupt for a cut file and leaves nothing behind', async () => {
    const bytes = readFileSync(at('photo.jpg'))
    writeFileSync(at('cut.jpg'), bytes.subarray(0, bytes.length / 2))
    await expect(engine.inspect({ sourcePath: at('cut.jpg'), ...copies() })).rejects.toMatchObject({ code: 'corrupt' })
    expect(leftovers()).toEqual([])
  })
})

describe('processing', () => {
  it('enlarges, reports every stage in rising fractions, and writes result, view and thumbnail', async () => {
    const progress: EngineProgress[] = []
    const outcome = await engine.process(request({ params: { output_height: 480 } }), {
      onProgress: (step) => progress.push(step),
    })
    expect([outcome.width, outcome.height, outcome.inputWidth, outcome.inputHeight]).toEqual([640, 480, 320, 240])
    expect(outcome.report).toMatchObject({ tier: 'net', stages: expect.arrayContaining(['enlarge']) })
    expect(outcome.report.estimates).toMatchObject({ jpegQuality: 90, lumaMedian: expect.closeTo(0.5, 0) })
    expect(Object.values(outcome.report.estimates).every(Number.isFinite)).toBe(true)
    const result = await sharp(readFileSync(at('result.png'))).metadata()
    expect([result.format, result.width, result.height, result.exif]).toEqual(['png', 640, 480, undefined])
    expect(existsSync(at('thumb.jpg'))).toBe(true)
    const fractions = progress.map(({ fraction }) => fraction)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
    expect(progress[0]!.stage).toBe('decode')
    expect(progress.at(-1)!.stage).toBe('encode')
    rmSync(at('result.png'))
  })

  it('gives the same bytes again, with one thread or two', async () => {
    writeFileSync(at('middle.png'), await sharpOf(syntheticRaster(400, 300)).png().toBuffer())
    const params = { texture: 1, output_height: 640, denoise: 0 }
    const run = async (threads: number) => {
      const one = createLocalEngine({ threads })
      const { report } = await one.process(
        request({ sourcePath: at('middle.png'), modelKey: 'enhance/generative/redefine', params }),
      )
      const bytes = readFileSync(at('result.png'))
      rmSync(at('result.png'))
      return { seed: report.seed, bytes }
    }
    const [two, one] = [await run(2), await run(1)]
    expect(two.seed).toBe(one.seed)
    expect(two.bytes.equals(one.bytes)).toBe(true)
  }, 180_000)

  it.each([
    ['enhance/standard/standard-v2'],
    ['denoise/normal'],
    ['sharpen/standard/natural'],
    ['lighting/adjust'],
    ['restore/dust-scratch'],
  ])('%s keeps transparency and 16 bits', async (modelKey) => {
    const deep = new Uint16Array(80 * 60 * 4)
    for (let i = 0; i < 80 * 60; i++) deep.set([30_000 + 7 * i, 20_000, 9000, i % 80 < 40 ? 0 : 65_535], i * 4)
    const bytes = await sharp(deep, { raw: { width: 80, height: 60, channels: 4 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    writeFileSync(at('deep.png'), bytes)
    const outcome = await engine.process(request({ sourcePath: at('deep.png'), modelKey }))
    const result = await sharp(readFileSync(at('result.png'))).metadata()
    expect([result.depth, result.hasAlpha, result.width]).toEqual(['ushort', true, outcome.width])
    expect(outcome.viewMimeType).toBe('image/png')
    rmSync(at('result.png'))
  })
})

describe('an end before the end', () => {
  it('a cancel kills the child and leaves nothing behind', async () => {
    const stop = new AbortController()
    const run = engine.process(longRequest(), {
      signal: stop.signal,
      onProgress: ({ stage }) => stage !== 'decode' && stop.abort(),
    })
    await expect(run).rejects.toMatchObject({ code: 'cancelled' })
    expect(leftovers()).toEqual([])
    expect(childrenAlive()).toBe('')
  })

  it('so does the time limit', async () => {
    await expect(engine.process(longRequest(), { timeoutMs: 300 })).rejects.toMatchObject({ code: 'timeout' })
    expect(leftovers()).toEqual([])
    expect(childrenAlive()).toBe('')
  })

  it('so does the memory limit', async () => {
    const small = createLocalEngine({ runMemoryLimitBytes: 100 * 2 ** 20 })
    await expect(small.process(longRequest())).rejects.toMatchObject({ code: 'out-of-memory' })
    expect(leftovers()).toEqual([])
  })

  it('a child that dies is a crash of the run only', async () => {
    await expect(engine.process(request({ modelKey: 'no/such-model' }))).rejects.toMatchObject({ code: 'crashed' })
    const memory = await engine.inspect({ sourcePath: at('photo.jpg'), ...copies() })
    expect(memory.width).toBe(320)
  })

  it('a disk without room has its own code', () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    expect(failureOf(full).code).toBe('disk-full')
    expect(failureOf(new EngineError('corrupt')).code).toBe('corrupt')
    expect(failureOf(new RangeError('Array buffer allocation failed')).code).toBe('out-of-memory')
    expect(failureOf(new Error('anything else')).code).toBe('crashed')
  })
})

it('lets one run through at a time, and those who wait may leave', async () => {
  const queue = createRunQueue(1)
  const leave = await queue.enter()
  const stop = new AbortController()
  const impatient = queue.enter(stop.signal)
  const patient = queue.enter()
  stop.abort()
  await expect(impatient).rejects.toMatchObject({ code: 'cancelled' })
  leave()
  const leaveToo = await patient
  const third = queue.enter()
  leaveToo()
  expect(await third).toBeTypeOf('function')
})

describe('measuring a picture', () => {
  it('reports noise, light, content and size, and writes nothing', async () => {
    const before = readdirSync(folder).sort()
    const clean = await engine.measure({ sourcePath: at('photo.jpg') })
    const noisy = await engine.measure({ sourcePath: at('large.png') })
    expect(clean).toMatchObject({ width: 320, height: 240, jpegQuality: 90 })
    expect(noisy.noiseSigma).toBeGreaterThan(10)
    expect(noisy.noiseSigma).toBeGreaterThan(2 * clean.noiseSigma!)
    for (const value of Object.values(noisy)) expect(Number.isFinite(value)).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(before)
  })

  it('reports a straight smear, its length and its confidence', async () => {
    const place = { x: 0, y: 0, width: 640, height: 480 }
    const still = cutTile(addNoise(syntheticRaster(640, 480), 20), place)
    const smeared = createRaster(640, 480, 3, 8)
    pasteTile(smeared, blurPicture(still, toSeparable(lineKernel(0.4, 14))), place, place)
    writeFileSync(at('smeared.jpg'), await sharpOf(smeared).jpeg({ quality: 92 }).toBuffer())
    const found = await engine.measure({ sourcePath: at('smeared.jpg') })
    expect(found.motionPx).toBeGreaterThan(12)
    expect(found.motionPx).toBeLessThan(16)
    expect(findingDegrees(found)!.motion).toBe(2)
    expect(findingDegrees(await engine.measure({ sourcePath: at('large.png') }))!.motion).toBe(0)
  })

  it('refuses a file that is not a picture, and ends within its time', async () => {
    writeFileSync(at('no-picture.jpg'), 'not a picture')
    await expect(engine.measure({ sourcePath: at('no-picture.jpg') })).rejects.toMatchObject({
      code: 'unsupported-format',
    })
    await expect(engine.measure({ sourcePath: at('large.png') }, { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'timeout',
    })
    expect(childrenAlive()).toBe('')
  })
})
