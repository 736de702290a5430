// Dust and scratches by the net: which pixels of a picture are marks, tile after tile, and whether so much of it can be damage at
// all. The tiles' size never shows in the result.

import { cutTile } from '../image/cut-tile.ts'
import { dilate } from '../image/dilate.ts'
import { lumaOf } from '../image/opponent.ts'
import type { Raster } from '../image/raster.ts'
import type { Size } from '../image/rect.ts'
import { alignedRect, grow, type Rect } from '../image/rect.ts'
import type { MarkNet } from '../nets/mask-net.ts'
import type { Marks } from './fill-mask.ts'
import { ABSTAIN_FRACTION, MARKS_HALO_PX, marksOf } from './mask-from-logits.ts'

/** Writes 1 into `found` where the net sees a mark inside the tile, without its margin. `found` has a byte for each pixel of the picture. */
export async function findMarks(net: MarkNet, source: Raster, core: Rect, found: Uint8Array): Promise<void> {
  const frame = alignedRect(grow(core, Math.max(net.reachPx, MARKS_HALO_PX)), net.stepPx)
  const luma = lumaOf(cutTile(source, frame))
  const logits = await net.run(luma, frame.width)
  const inside = { ...core, x: core.x - frame.x, y: core.y - frame.y }
  const marks = marksOf(logits, { samples: luma, width: frame.width, height: frame.height }, inside)
  for (let row = 0; row < core.height; row++)
    found.set(marks.subarray(row * core.width, (row + 1) * core.width), (core.y + row) * source.width + core.x)
}

/** What is filled: the marks with their margin, or nothing where none are found or so many that they are the picture's texture. */
export function damageOf(found: Uint8Array, { width, height }: Size): Marks | undefined {
  const map = dilate(found, width, height, new Uint8Array(new SharedArrayBuffer(found.length)))
  const count = countOf(map)
  return count === 0 || count > ABSTAIN_FRACTION * map.length ? undefined : { map, width, height }
}

function countOf(marks: Uint8Array): number {
  let count = 0
  for (let i = 0; i < marks.length; i++) count += marks[i]!
  return count
}
