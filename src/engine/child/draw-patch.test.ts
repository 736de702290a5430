// A patch promises what the run will give: bit for bit, for every model, at a spot whose tiles are not the picture's only ones.
// In this process: the two children of a comparison start for longer than they compute (1.2 of 2 s of processor time each).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { sharpOf } from '../testing/encode-sample.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { drawPatch } from './draw-patch.ts'
import { processPicture } from './process-picture.ts'

// Two tiles each way: of a net (above 515 px), of filters (above 294 px), of an enlarged result (above 588 px of it).
const FILTERED = { width: 528, height: 520, params: {} }
const ENLARGED = { width: 304, height: 296, params: { output_height: 592 } }
const SIDE_PX = 96
/** At the edge of a tile, so that what is computed first is needed beyond it, and away from the other two tiles. */
const SPOT = { x: 0.76, y: 0.592 }
const OPTIONS = { threads: 1, memoryLimitBytes: Number.POSITIVE_INFINITY, onProgress: () => {} }
let folder = ''
const at = (name: string) => path.join(folder, name)
const nameOf = ({ width }: { readonly width: number }) => at(`${width}.jpg`)

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'draw-patch-test-'))
  for (const { width, height } of [FILTERED, ENLARGED]) {
    const picture = await sharpOf(addNoise(syntheticRaster(width, height), 9))
      .jpeg({ quality: 60 })
      .toBuffer()
    writeFileSync(nameOf({ width }), picture)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(MODELS.map(({ key }) => key))('a patch is bit for bit what the run gives there: %s', async (modelKey) => {
  const source = modelKey.startsWith('enhance/') ? ENLARGED : FILTERED
  const common = { sourcePath: nameOf(source), modelKey, params: source.params }
  const patch = { ...common, targetPath: at('patch.png'), sidePx: SIDE_PX, spot: SPOT }
  const copies = { thumbnailPath: at('thumb.jpg'), thumbnailSidePx: 20, thumbnailQuality: 0.8, viewPath: at('view') }
  const { width, height, resultWidth, resultHeight } = await drawPatch(patch, OPTIONS)
  const run = await processPicture({ ...common, ...copies, viewMaxSidePx: 50, resultPath: at('result.png') }, OPTIONS)
  expect([resultWidth, resultHeight]).toEqual([run.width, run.height])
  const piece = (name: string, left: number, top: number) =>
    sharp(readFileSync(at(name)))
      .extract({ left, top, width, height })
      .raw()
      .toBuffer()
  const left = Math.round(SPOT.x * run.width - width / 2)
  const top = Math.round(SPOT.y * run.height - height / 2)
  expect(Buffer.compare(await piece('patch.png', width, 0), await piece('result.png', left, top))).toBe(0)
})
