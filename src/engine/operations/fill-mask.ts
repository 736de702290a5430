// Inpaints what the mask of a whole picture covers in one of its tiles.

import { mirrored, mirroredRange } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import type { Rect } from '../image/rect.ts'
import { INPAINT_HALO_PX, inpaint } from './inpaint.ts'

/** Pixels of surroundings that a filled pixel needs. */
export const FILL_HALO_PX = INPAINT_HALO_PX

export interface DamageMask {
  /** 1 where the picture is to be filled; threads share it. */
  readonly map: Uint8Array
  readonly width: number
  readonly height: number
}

/** `rect` says where the tile lies in the picture; beyond its edges the mask is mirrored as the pixels are. */
export function fillMask(tile: Planes, damage: DamageMask, rect: Rect): Planes {
  const mask = cutMask(damage, rect)
  return mask.includes(1) ? inpaint(tile, mask) : tile
}

function cutMask({ map, width, height }: DamageMask, rect: Rect): Uint8Array {
  const out = new Uint8Array(rect.width * rect.height)
  const columns = mirroredRange(rect.x, rect.width, width)
  for (let y = 0, to = 0; y < rect.height; y++) {
    const row = mirrored(rect.y + y, height) * width
    for (let x = 0; x < rect.width; x++) out[to++] = map[row + columns[x]!]!
  }
  return out
}
