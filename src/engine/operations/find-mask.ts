// Dust and scratches by the net: the mask of what is to be inpainted, tile after tile, and whether so much of it can be damage at
// all. The tiles' size never shows in the result.

import { cutTile } from '../image/cut-tile.ts'
import { dilate } from '../image/dilate.ts'
import { lumaOf } from '../image/opponent.ts'
import type { Raster } from '../image/raster.ts'
import { alignedRect, grow, type Rect } from '../image/rect.ts'
import type { MaskNet } from '../nets/mask-net.ts'
import { classifyRegions } from './classify-regions.ts'
import type { DamageMask } from './fill-mask.ts'
import { ABSTAIN_FRACTION, MASK_HALO_PX, maskFromLogits } from './mask-from-logits.ts'

/** Writes into `found` how likely damage is inside the tile. `found` has a byte for each pixel of the picture. */
export async function findMask(net: MaskNet, source: Raster, core: Rect, found: Uint8Array): Promise<void> {
  const frame = alignedRect(grow(core, Math.max(net.haloPx, MASK_HALO_PX)), net.stepPx)
  const luma = lumaOf(cutTile(source, frame))
  const logits = await net.run(luma, frame.width)
  const inside = { ...core, x: core.x - frame.x, y: core.y - frame.y }
  const mask = maskFromLogits(logits, { samples: luma, width: frame.width, height: frame.height }, inside)
  for (let row = 0; row < core.height; row++)
    found.set(mask.subarray(row * core.width, (row + 1) * core.width), (core.y + row) * source.width + core.x)
}

/** The mask to inpaint: damage with a margin; empty where there is none, or so much that it must be texture. */
export function damageOf(found: Uint8Array, source: Raster): DamageMask | undefined {
  if (isNothingOrTexture(found)) return undefined
  const { width, height } = source
  const damage = classifyRegions(found, source)
  const map = dilate(damage, width, height, new Uint8Array(new SharedArrayBuffer(found.length)))
  return isNothingOrTexture(map) ? undefined : { map, width, height }
}

function isNothingOrTexture(mask: Uint8Array): boolean {
  const count = countOf(mask)
  return count === 0 || count > ABSTAIN_FRACTION * mask.length
}

function countOf(mask: Uint8Array): number {
  let count = 0
  for (let i = 0; i < mask.length; i++) if (mask[i]) count++
  return count
}
