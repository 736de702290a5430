// Dust and scratches by the net: which pixels are marks, tile after tile; whether so much of the picture can be damage at all; then the
// marks are filled from around. The tiles' size never shows in the result.
import { INPAINT_REACH_PX, inpaint } from '../operations/inpaint.ts'
import { ABSTAIN_FRACTION, MARKS_HALO_PX, marksOf, widened } from '../operations/marks-of.ts'
import { lumaOf } from '../operations/opponent.ts'
import type { Raster } from '../picture/raster.ts'
import { cutTile, pasteTile } from '../tiles/cut-tile.ts'
import { overTiles } from '../tiles/over-tiles.ts'
import { grow, type Rect, tileGrid } from '../tiles/tile-grid.ts'
import { evenRect, type SameSizeNet } from './same-size-net.ts'

/** Memory of a tile is about 60 planes at half size (engine study §2.3). */
const TILE_PX = 448
/** Share of the filling in the work. */
const FILL_PART = 0.15

export async function runRepair(
  net: SameSizeNet,
  source: Raster,
  target: Raster,
  onDone: (part: number) => void,
  tilePx: number = TILE_PX,
): Promise<void> {
  const { width, height } = source
  const tiles = tileGrid(width, height, tilePx)
  const found = await markPicture(net, source, tiles, (part) => onDone((1 - FILL_PART) * part))
  const marks = widened(found, width, height)
  const isTexture = marks.reduce((sum, mark) => sum + mark, 0) > ABSTAIN_FRACTION * marks.length
  const fill = (core: Rect) => fillTile(source, target, isTexture ? undefined : marks, core)
  await overTiles(tiles, fill, (part) => onDone(1 - FILL_PART + FILL_PART * part))
}

/** 1 where the net sees a mark, without its margin. */
export async function markPicture(
  net: SameSizeNet,
  source: Raster,
  tiles: readonly Rect[],
  onDone: (part: number) => void,
): Promise<Uint8Array> {
  const marks = new Uint8Array(source.width * source.height)
  const mark = async (core: Rect) => {
    const frame = evenRect(grow(core, Math.max(net.reachPx, MARKS_HALO_PX)))
    const luma = lumaOf(cutTile(source, frame))
    const [logits] = await net.run([luma], [], frame)
    const found = marksOf(logits!, luma, frame.width, frame.height)
    for (let y = core.y; y < core.y + core.height; y++) {
      const from = (y - frame.y) * frame.width + core.x - frame.x
      marks.set(found.subarray(from, from + core.width), y * source.width + core.x)
    }
  }
  await overTiles(tiles, mark, onDone)
  return marks
}

function fillTile(source: Raster, target: Raster, marks: Uint8Array | undefined, core: Rect): void {
  const rect = within(grow(core, INPAINT_REACH_PX), source)
  const tile = cutTile(source, rect)
  const mask = marks && cutOut(marks, source.width, rect)
  pasteTile(target, mask?.includes(1) ? inpaint(tile, mask) : tile, rect, core)
}

function within({ x, y, width, height }: Rect, picture: { readonly width: number; readonly height: number }): Rect {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return {
    x: left,
    y: top,
    width: Math.min(picture.width, x + width) - left,
    height: Math.min(picture.height, y + height) - top,
  }
}

function cutOut(marks: Uint8Array, pictureWidth: number, { x, y, width, height }: Rect): Uint8Array {
  const out = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (y + row) * pictureWidth + x
    out.set(marks.subarray(from, from + width), row * width)
  }
  return out
}
