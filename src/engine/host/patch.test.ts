// A patch through a real child of the engine; that it is what the run gives for every model: child/draw-patch.test.ts.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharpOf } from '../testing/encode-sample.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { wovenPicture } from '../testing/woven-picture.ts'
import { createLocalEngine } from './local-engine.ts'

const engine = createLocalEngine()
const [WIDTH_PX, HEIGHT_PX] = [400, 320]
const SIDE_PX = 96
const SPOT = { x: 0.63, y: 0.58 }
let folder = ''
const at = (name: string) => path.join(folder, name)
const noMore = () => readdirSync(folder).filter((name) => name.includes('.part'))

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'patch-test-'))
  const picture = addNoise(syntheticRaster(WIDTH_PX, HEIGHT_PX), 9)
  writeFileSync(at('photo.jpg'), await sharpOf(picture).jpeg({ quality: 60 }).toBuffer())
  writeFileSync(
    at('low.jpg'),
    await sharpOf(addNoise(syntheticRaster(200, 160), 9))
      .jpeg({ quality: 60 })
      .toBuffer(),
  )
  writeFileSync(
    at('clear.png'),
    await sharp(await sharpOf(picture).png().toBuffer())
      .joinChannel(Buffer.alloc(WIDTH_PX * HEIGHT_PX, 90), { raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 1 } })
      .png()
      .toBuffer(),
  )
  writeFileSync(at('woven.png'), await sharpOf(wovenPicture(400, 320)).png().toBuffer())
  writeFileSync(at('small.png'), await sharpOf(syntheticRaster(64, 40)).png().toBuffer())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (modelKey: string, params: Record<string, number>, sourcePath: string) =>
  engine.process({
    sourcePath,
    resultPath: at('result.png'),
    thumbnailPath: at('thumb.jpg'),
    thumbnailSidePx: 20,
    thumbnailQuality: 0.8,
    viewPath: at('view'),
    viewMaxSidePx: 50,
    modelKey,
    params,
  })

const draw = (modelKey: string, params: Record<string, number>, sourcePath: string) =>
  engine.drawPatch({ sourcePath, targetPath: at('patch.png'), modelKey, params, sidePx: SIDE_PX, spot: SPOT })

const piece = (name: string, left: number, top: number, width: number, height: number) =>
  sharp(readFileSync(at(name)))
    .extract({ left, top, width, height })
    .raw()
    .toBuffer()

/** A patch, and the same place of the run's result. */
async function compare(modelKey: string, params: Record<string, number>, sourcePath: string) {
  const { width, height, resultWidth, resultHeight } = await draw(modelKey, params, sourcePath)
  const { width: wholeWidth, height: wholeHeight, report } = await run(modelKey, params, sourcePath)
  expect([resultWidth, resultHeight]).toEqual([wholeWidth, wholeHeight])
  const left = Math.round(SPOT.x * wholeWidth - width / 2)
  const top = Math.round(SPOT.y * wholeHeight - height / 2)
  return {
    after: await piece('patch.png', width, 0, width, height),
    truth: await piece('result.png', left, top, width, height),
    report,
  }
}

describe('a patch is bit for bit what the run gives there', () => {
  it('with values of a person, and a picture that is enlarged six times', async () => {
    const { after, truth } = await compare(
      'enhance/standard/standard-v2',
      { output_height: 960, denoise: 40 },
      at('low.jpg'),
    )
    expect(Buffer.compare(after, truth)).toBe(0)
  })

  it('where the check takes a milder plan, as the report of the run says', async () => {
    const { after, truth, report } = await compare('denoise/normal', {}, at('woven.png'))
    expect(Buffer.compare(after, truth)).toBe(0)
    expect(report.milder).toEqual({ plan: 'milder', because: ['texture-taken'] })
  })

  it('with transparency', async () => {
    const { after, truth } = await compare('denoise/strong', {}, at('clear.png'))
    expect(Buffer.compare(after, truth)).toBe(0)
  })
})

it('its left half is the picture itself where the size stays', async () => {
  const { width, height } = await draw('denoise/normal', {}, at('photo.jpg'))
  const before = await piece('patch.png', 0, 0, width, height)
  const after = await piece('patch.png', width, 0, width, height)
  const left = Math.round(SPOT.x * WIDTH_PX - width / 2)
  const top = Math.round(SPOT.y * HEIGHT_PX - height / 2)
  expect(Buffer.compare(before, await piece('photo.jpg', left, top, width, height))).toBe(0)
  expect(Buffer.compare(before, after)).not.toBe(0)
})

it('is the whole result where that is smaller, and finds its spot by itself', async () => {
  const made = await engine.drawPatch({
    sourcePath: at('small.png'),
    targetPath: at('patch.png'),
    modelKey: 'denoise/normal',
    params: {},
    sidePx: 512,
  })
  expect(made).toMatchObject({ width: 64, height: 40, spot: { x: 0.5, y: 0.5 } })
  expect(await sharp(at('patch.png')).metadata()).toMatchObject({ width: 128, height: 40 })
})

it('carries the label of AI content, and leaves nothing behind when it is stopped', async () => {
  const request = {
    sourcePath: at('photo.jpg'),
    targetPath: at('labelled.png'),
    modelKey: 'denoise/normal',
    params: {},
    sidePx: 64,
    label: { producer: 'huanying', produceId: 'patch', isVisible: false },
  }
  await engine.drawPatch(request)
  expect(readFileSync(at('labelled.png')).includes('AIGC')).toBe(true)
  const stopped = engine.drawPatch({ ...request, targetPath: at('never.png') }, { signal: AbortSignal.timeout(50) })
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
  expect(noMore()).toEqual([])
  expect(readdirSync(folder)).not.toContain('never.png')
})
