// Fills the marks of a whole picture that lie in one of its tiles.

import { mirrored, mirroredRange } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import type { Rect } from '../image/rect.ts'
import { INPAINT_REACH_PX, inpaint } from './inpaint.ts'

/** Pixels of surroundings that a filled pixel needs. */
export const FILL_HALO_PX = INPAINT_REACH_PX

export interface Marks {
  /** 1 where the picture is to be filled; threads share it. */
  readonly map: Uint8Array
  readonly width: number
  readonly height: number
}

/** `rect` says where the tile lies in the picture; beyond its edges the marks are mirrored as the pixels are. */
export function fillMarks(tile: Planes, marks: Marks, rect: Rect): Planes {
  const mask = cutMarks(marks, rect)
  return mask.includes(1) ? inpaint(tile, mask) : tile
}

function cutMarks({ map, width, height }: Marks, rect: Rect): Uint8Array {
  const out = new Uint8Array(rect.width * rect.height)
  const columns = mirroredRange(rect.x, rect.width, width)
  for (let y = 0, to = 0; y < rect.height; y++) {
    const row = mirrored(rect.y + y, height) * width
    for (let x = 0; x < rect.width; x++) out[to++] = map[row + columns[x]!]!
  }
  return out
}
