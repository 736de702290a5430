// Makes edges narrower by moving samples away from the middle of the edge, along the slope of the blurred edge strength.
// Moving never invents brightness: every value is taken from nearby.

import type { Rect } from '../image/rect.ts'
import type { StoredPlane } from '../resample/stored-plane.ts'
import { gaussianTaps } from '../signal/separable.ts'
import { edgeTile } from './edge-tile.ts'

/** In source pixels: blur of the edge strength, and the farthest move. */
const WINDOW = 0.5
const MAX_MOVE = 0.4

export function warpEdges(plane: StoredPlane, core: Rect, factor: number, amount: number): Float32Array {
  const taps = gaussianTaps(WINDOW * factor)
  const farthest = MAX_MOVE * factor
  return edgeTile(plane, core, taps, farthest).warp({ pull: (amount * factor) / 2, farthest })
}
