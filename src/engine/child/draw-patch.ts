// A free look before a run: the run's own tiles that one spot of the result needs, and nothing else.
import { writeFile } from 'node:fs/promises'
import { salientSpot } from '../analysis/salient-spot.ts'
import type { PatchOutcome, PatchRequest, PictureSpot } from '../engine-types.ts'
import { pasteTile } from '../image/cut-tile.ts'
import { copyPart, createRaster, type Raster } from '../image/raster.ts'
import { type Rect, type Size, wholeOf } from '../image/rect.ts'
import { encodePng, samplesOf } from '../picture/encode-png.ts'
import { drawMark } from '../picture/kept/draw-mark.ts'
import { withKeptMetadata } from '../picture/kept/png-blocks.ts'
import { resampleAlpha } from '../resample/resample-alpha.ts'
import { resampleTile } from '../resample/resample-tile.ts'
import { sizeAfter } from '../run/run-tile.ts'
import { createTileThreads } from '../run/tile-threads.ts'
import { type ProcessOptions, prepareRun, runPasses } from './prepared-run.ts'

export async function drawPatch(request: PatchRequest, options: ProcessOptions): Promise<PatchOutcome> {
  const threads = createTileThreads(options.threads)
  try {
    const { alpha, work, overview, keptMetadata, ...known } = await prepareRun(threads, request, options)
    const result = known.choice.plan.passes.reduce<Size>((size, pass) => sizeAfter(pass, size), known.picture)
    const size = { width: Math.min(request.sidePx, result.width), height: Math.min(request.sidePx, result.height) }
    const part = { width: size.width / result.width, height: size.height / result.height }
    const spot = request.spot ?? salientSpot(overview, part)
    const wanted = placeOf(spot, size, result)
    // Before the passes: the picture is freed when the first is done.
    const before = pieceOf(work.raster, result, wanted)
    const made = await runPasses({ ...known.choice, threads, meter: known.meter, options, wanted }, work)
    const both = sideBySide(before, pieceOf(made, result, wanted))
    const seenThrough = alpha && pieceOf(resampleAlpha(alpha, result), result, wanted)
    const samples = samplesOf(both, seenThrough && sideBySide(seenThrough, seenThrough))
    if (keptMetadata.facts.isMarked) await drawMark(samples)
    await writeFile(request.targetPath, withKeptMetadata(await encodePng(samples), keptMetadata))
    return { ...size, spot, resultWidth: result.width, resultHeight: result.height }
  } finally {
    await threads.close()
  }
}

/** Entirely inside the result, its middle as near to the spot as possible. */
function placeOf(spot: PictureSpot, { width, height }: Size, result: Size): Rect {
  const start = (middle: number, length: number, all: number) =>
    Math.max(0, Math.min(all - length, Math.round(middle * all - length / 2)))
  return { x: start(spot.x, width, result.width), y: start(spot.y, height, result.height), width, height }
}

/** A rectangle of a picture as it looks in the result's size. */
function pieceOf(picture: Raster, result: Size, rect: Rect): Raster {
  const piece = createRaster(rect.width, rect.height, picture.channels, picture.bits)
  if (picture.width === result.width && picture.height === result.height) copyPart(picture, rect, piece, { x: 0, y: 0 })
  else pasteTile(piece, resampleTile(picture, result, rect, 'bicubic'), wholeOf(rect), wholeOf(rect))
  return piece
}

function sideBySide(left: Raster, right: Raster): Raster {
  const { width, height, channels, bits } = left
  const both = createRaster(2 * width, height, channels, bits)
  copyPart(left, wholeOf(left), both, { x: 0, y: 0 })
  copyPart(right, wholeOf(right), both, { x: width, y: 0 })
  return both
}
