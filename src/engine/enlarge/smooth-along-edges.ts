// Averages each pixel with its two neighbours along the edge it lies on, as far as the structure tensor knows a direction.

import type { Rect } from '../image/rect.ts'
import type { StoredPlane } from '../resample/stored-plane.ts'
import { gaussianTaps } from '../signal/separable.ts'
import { edgeTile } from './edge-tile.ts'

/** `windowPx`, in pixels of the plane: σ of the structure tensor's window and distance of the two neighbours. */
export function smoothAlongEdges(plane: StoredPlane, core: Rect, windowPx: number, strength: number): Float32Array {
  const taps = gaussianTaps(windowPx)
  return edgeTile(plane, core, taps, windowPx).smooth({ strength, reach: windowPx })
}
