// Where a result differs most from its picture, so that the view can open there (decision 0145). The light versions are compared, drawn small:
// only which spot wins matters, not by how much.
import type { StartJob } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'
import type { Point, Size } from './compare-geometry.ts'

/** Red, green, blue and alpha per pixel; both pictures drawn at the same size. */
export interface Drawn extends Size {
  readonly data: Uint8ClampedArray
}

/** Longer side of the drawing. Measured: 1024 × 683 take 6 ms to compare; smaller ones lose fine grain. */
const LONGER_SIDE_PX = 1024
const CELL_PX = 8
/** Mean difference of a channel in the window, of 255 levels, below which there is no spot to show. */
const NOTHING_LEVELS = 0.2
/** A change of light or colour moves whole areas one way; noise, edges and specks cancel out within a cell or stand apart. */
const BROAD_SHARE = 0.6
const ALIKE_RATIO = 2

interface Cells {
  readonly columns: number
  readonly rows: number
  /** Mean absolute difference per cell. */
  readonly changes: Float32Array
  readonly meanChange: number
  /** How much of the change is the same for whole cells. */
  readonly broadShare: number
}

/** Middle of the window with most change, 0–1 of width and height; undefined where the whole picture shows more. */
export function mostChanged(before: Drawn, after: Drawn, window: Size): Point | undefined {
  const cells = cellsOf(before, after)
  const { columns, rows } = cells
  const across = Math.min(columns, Math.max(1, Math.round((window.width * columns) / before.width)))
  const down = Math.min(rows, Math.max(1, Math.round((window.height * rows) / before.height)))
  const best = bestWindow(cells, across, down)
  if (best.mean < NOTHING_LEVELS) return undefined
  if (cells.broadShare > BROAD_SHARE && best.mean < ALIKE_RATIO * cells.meanChange) return undefined
  return { x: (best.column + across / 2) / columns, y: (best.row + down / 2) / rows }
}

function cellsOf({ width, height, data }: Drawn, after: Drawn): Cells {
  const columns = Math.ceil(width / CELL_PX)
  const rows = Math.ceil(height / CELL_PX)
  const changes = new Float32Array(columns * rows)
  const shifts = new Float32Array(columns * rows)
  const counts = new Float32Array(columns * rows)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const cell = ((y / CELL_PX) | 0) * columns + ((x / CELL_PX) | 0)
      for (let channel = at; channel < at + 3; channel++) {
        const change = after.data[channel]! - data[channel]!
        changes[cell]! += Math.abs(change)
        shifts[cell]! += change
      }
      counts[cell]! += 3
    }
  }
  let change = 0
  let shift = 0
  for (let cell = 0; cell < changes.length; cell++) {
    change += changes[cell]!
    shift += Math.abs(shifts[cell]!)
    changes[cell]! /= counts[cell]!
  }
  return { columns, rows, changes, meanChange: change / (width * height * 3), broadShare: shift / (change || 1) }
}

function bestWindow({ columns, rows, changes }: Cells, across: number, down: number) {
  const stride = columns + 1
  const sums = new Float64Array(stride * (rows + 1))
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      sums[(row + 1) * stride + column + 1] =
        changes[row * columns + column]! +
        sums[row * stride + column + 1]! +
        sums[(row + 1) * stride + column]! -
        sums[row * stride + column]!
  let best = { column: 0, row: 0, mean: -1 }
  for (let row = 0; row + down <= rows; row++)
    for (let column = 0; column + across <= columns; column++) {
      const [top, foot] = [row * stride + column, (row + down) * stride + column]
      const mean = (sums[foot + across]! - sums[foot]! - sums[top + across]! + sums[top]!) / (across * down)
      if (mean > best.mean) best = { column, row, mean }
    }
  return best
}

/** A picture as the view shows it, and whose it is: the pixels of another host's address are closed to pages, so it is read through this service. */
export interface Readable {
  readonly address: string
  readonly tilesOf?: StartJob['source']
}

async function loaded({ address, tilesOf }: Readable): Promise<HTMLImageElement> {
  const isHere = new URL(address, location.href).origin === location.origin
  const image = new Image()
  image.src = isHere ? address : await addressHere(tilesOf)
  await image.decode()
  return image
}

async function addressHere(of: Readable['tilesOf']): Promise<string> {
  if (!of) throw new Error("A picture of another host that is nobody's")
  const { address } = await ('uploadId' in of
    ? processingClient.uploads.view({ id: of.uploadId })
    : processingClient.jobs.view({ id: of.parentJobId }))
  return address
}

function draw(image: HTMLImageElement, { width, height }: Size): Drawn {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(image, 0, 0, width, height)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

/** The spot in pixels of `space`; `window` is what the pane shows of it at 100 %. Rejects where pictures cannot be read. */
export async function findSpot(
  pictures: readonly [before: Readable, after: Readable],
  space: Size,
  window: Size,
  idle: () => Promise<void>,
): Promise<Point | undefined> {
  const [before, after] = await Promise.all(pictures.map(loaded))
  await idle()
  const scale = Math.min(1, LONGER_SIDE_PX / Math.max(space.width, space.height))
  const size = {
    width: Math.max(1, Math.round(space.width * scale)),
    height: Math.max(1, Math.round(space.height * scale)),
  }
  const spot = mostChanged(draw(before!, size), draw(after!, size), {
    width: window.width * scale,
    height: window.height * scale,
  })
  return spot && { x: spot.x * space.width, y: spot.y * space.height }
}
