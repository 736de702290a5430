// The bounded number of pixels that the analysis looks at: crops on an even grid and an overview of the whole picture.
import { type AnalysisCrop, CROP_COUNT, CROP_SIDE_PX, OVERVIEW_SIDE_PX } from '../analysis/picture-analysis.ts'
import type { Planes } from '../operation.ts'
import type { Raster } from '../picture/raster.ts'
import { cutTile } from '../tiles/cut-tile.ts'

/** Crops side by side along one axis: all of it when it is short, else evenly spread. */
function startsAlong(size: number): number[] {
  const most = Math.floor(Math.sqrt(CROP_COUNT))
  const count = Math.min(most, Math.ceil(size / CROP_SIDE_PX))
  if (count <= 1) return [Math.max(0, Math.floor((size - CROP_SIDE_PX) / 2))]
  const last = Math.max(0, size - CROP_SIDE_PX)
  return Array.from({ length: count }, (_, i) => Math.floor((i * last) / (count - 1)))
}

export function collectCrops(raster: Raster): AnalysisCrop[] {
  const width = Math.min(CROP_SIDE_PX, raster.width)
  const height = Math.min(CROP_SIDE_PX, raster.height)
  return startsAlong(raster.height).flatMap((y) =>
    startsAlong(raster.width).map((x) => ({
      planes: cutTile(raster, { x, y, width, height }),
      place: { x, y, pictureWidth: raster.width, pictureHeight: raster.height },
    })),
  )
}

/** Means of equal boxes, so that no detail folds into false patterns. */
export function overviewOf(raster: Raster): Planes {
  const factor = Math.max(1, Math.ceil(Math.max(raster.width, raster.height) / OVERVIEW_SIDE_PX))
  const width = Math.max(1, Math.floor(raster.width / factor))
  const height = Math.max(1, Math.floor(raster.height / factor))
  const overview = {
    width,
    height,
    r: new Float32Array(width * height),
    g: new Float32Array(0),
    b: new Float32Array(0),
  }
  overview.g = new Float32Array(width * height)
  overview.b = new Float32Array(width * height)
  for (let y = 0; y < height; y++) addStrip(raster, overview, y, factor)
  return overview
}

function addStrip(raster: Raster, overview: Planes, row: number, factor: number) {
  const rows = Math.min(factor, raster.height - row * factor)
  const columns = Math.min(overview.width * factor, raster.width)
  const strip = cutTile(raster, { x: 0, y: row * factor, width: columns, height: rows })
  const share = 1 / (rows * Math.min(factor, columns))
  const cells = Int32Array.from({ length: columns }, (_, x) => row * overview.width + Math.floor(x / factor))
  for (const key of ['r', 'g', 'b'] as const) {
    const from = strip[key]
    const to = overview[key]
    for (let y = 0, i = 0; y < rows; y++) for (let x = 0; x < columns; x++, i++) to[cells[x]!]! += from[i]! * share
  }
}
