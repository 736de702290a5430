// Old photos: find dust and scratches, fill them from their surroundings, touch nothing else (engine study §3.2 "Restore").

import { SCRATCH_MASK_HALO_PX, scratchMask } from '../analysis/scratch-mask.ts'
import { lumaOf } from '../image/opponent.ts'
import { INPAINT_REACH_PX, inpaint } from './inpaint.ts'
import type { TileOperation } from './tile-operation.ts'

export interface RepairScratchesSettings {
  /** Noise in 8-bit levels: grain must not be taken for dust. */
  readonly noiseSigma: number
}

export function repairScratches({ noiseSigma }: RepairScratchesSettings): TileOperation {
  return {
    stage: 'repair',
    haloPx: SCRATCH_MASK_HALO_PX + INPAINT_REACH_PX,
    costPerMegapixel: 0.45,
    run(tile, place) {
      const frame = { width: tile.width, height: tile.height, x: place.x, y: place.y }
      const pictureSidePx = Math.min(place.pictureWidth, place.pictureHeight)
      const mask = scratchMask({ ...frame, samples: lumaOf(tile) }, { noiseSigma: noiseSigma / 255, pictureSidePx })
      return mask.includes(1) ? inpaint(tile, mask) : tile
    },
  }
}
