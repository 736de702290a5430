// The bounded sample of pixels that the analysis reads: crops on an even grid inside a frame or a large plain border, and an overview of the whole picture.

import { cutTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { type Raster, sampleMax } from '../image/raster.ts'
import { type Rect, scaledRect } from '../image/rect.ts'
import { photoIn } from './photo-in-frame.ts'
import {
  type AnalysisCrop,
  type AnalysisInput,
  CROP_COUNT,
  CROP_SIDE_PX,
  OVERVIEW_SIDE_PX,
} from './picture-analysis.ts'
import { insideBorder } from './plain-border.ts'

/** Crops side by side along one axis: all of it when it is short, else evenly spread. */
function startsAlong(size: number): number[] {
  const most = Math.floor(Math.sqrt(CROP_COUNT))
  const count = Math.min(most, Math.ceil(size / CROP_SIDE_PX))
  if (count <= 1) return [Math.max(0, Math.floor((size - CROP_SIDE_PX) / 2))]
  const last = Math.max(0, size - CROP_SIDE_PX)
  return Array.from({ length: count }, (_, i) => Math.floor((i * last) / (count - 1)))
}

export function analysisInputOf(raster: Raster, jpegQuality?: number, jpegSteps?: Float64Array): AnalysisInput {
  const overview = overviewOf(raster)
  const inFrame = photoIn(overview)
  return { crops: cropsIn(raster, photoOf(raster, overview, inFrame)), overview, inFrame, jpegQuality, jpegSteps }
}

function cropsIn(raster: Raster, inside: Rect): AnalysisCrop[] {
  const width = Math.min(CROP_SIDE_PX, inside.width)
  const height = Math.min(CROP_SIDE_PX, inside.height)
  return startsAlong(inside.height).flatMap((down) =>
    startsAlong(inside.width).map((along) => {
      const [x, y] = [inside.x + along, inside.y + down]
      return {
        planes: cutTile(raster, { x, y, width, height }),
        place: { x, y, pictureWidth: raster.width, pictureHeight: raster.height },
      }
    }),
  )
}

/** In a frame without noise a photo's noise would not be seen, nor in a large border. */
function photoOf(raster: Raster, overview: Planes, inFrame: Rect): Rect {
  if (inFrame.width === overview.width && inFrame.height === overview.height) return insideBorder(raster)
  return scaledRect(inFrame, Math.floor(raster.width / overview.width))
}

/** Means of equal boxes, so that no detail folds into false patterns. */
export function overviewOf(raster: Raster): Planes {
  const factor = Math.max(1, Math.ceil(Math.max(raster.width, raster.height) / OVERVIEW_SIDE_PX))
  const width = Math.max(1, Math.floor(raster.width / factor))
  const height = Math.max(1, Math.floor(raster.height / factor))
  const plane = () => new Float32Array(width * height)
  const overview = { width, height, r: plane(), g: plane(), b: plane() }
  for (let y = 0; y < height * factor && y < raster.height; y++) addRow(raster, overview, y, factor)
  return overview
}

/** Adds a row of the picture to the boxes it lies in. */
function addRow(
  { width, height, channels, bits, data }: Raster,
  { r, g, b, ...overview }: Planes,
  y: number,
  factor: number,
) {
  const row = Math.floor(y / factor)
  const across = Math.min(factor, width)
  const share = 1 / (Math.min(factor, height - row * factor) * across * sampleMax(bits))
  // Grey pictures fill all three planes.
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2]
  for (let cell = row * overview.width, at = y * width * channels; cell < (row + 1) * overview.width; cell++) {
    let [red, greens, blues] = [0, 0, 0]
    for (let x = 0; x < across; x++, at += channels) {
      red += data[at]!
      greens += data[at + green]!
      blues += data[at + blue]!
    }
    r[cell]! += red * share
    g[cell]! += greens * share
    b[cell]! += blues * share
  }
}
