// Operations one after the other on one tile.

import { trimTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import type { Size } from '../image/rect.ts'
import { grow, type Rect } from '../image/rect.ts'
import type { TileOperation } from './tile-operation.ts'

export const haloOf = (operations: readonly TileOperation[]): number =>
  operations.reduce((sum, { haloPx }) => sum + haloPx, 0)

/** `tile` is `core` with at least the halo of all operations on every side; the answer is `core` and what is left around it. */
export function runOperations(
  operations: readonly TileOperation[],
  tile: Planes,
  core: Rect,
  picture: Size,
): { readonly tile: Planes; readonly rect: Rect } {
  let [rect, done] = [grow(core, (tile.width - core.width) / 2), tile]
  for (const [i, operation] of operations.entries()) {
    // The halos of those that ran are spent.
    const needed = grow(core, haloOf(operations.slice(i)))
    done = trimTile(done, (rect.width - needed.width) / 2)
    rect = needed
    const place = { x: rect.x, y: rect.y, pictureWidth: picture.width, pictureHeight: picture.height }
    done = operation.run(done, place)
  }
  return { tile: done, rect }
}
