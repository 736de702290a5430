// Back-projection: the part of the source that shrinking the enlarged plane does not give back is enlarged and added. With a tolerance, what is
// finer than its neighbourhood and smaller than the source's own damage is left: blocks and ripples of a bad file stay out.

import { cropSamples } from '../image/cut-tile.ts'
import { grow, type Rect } from '../image/rect.ts'
import { resamplePlane } from '../resample/resample-plane.ts'
import { cutPlane, resampleRect, type StoredPlane } from '../resample/stored-plane.ts'
import { tapsFor } from '../resample/taps.ts'
import { gaussianBlur } from '../signal/separable.ts'

/** In source pixels: brightness of larger areas is always the source's. */
const COARSE = gaussianBlur(2)

export function backProject(
  enlarged: StoredPlane,
  source: StoredPlane,
  core: Rect,
  { fidelity, tolerance = 0 }: { readonly fidelity: number; readonly tolerance?: number | undefined },
): Float32Array {
  const { piece, columns, rows } = tapsFor(source, enlarged, core, 'lanczos3')
  const missing = tolerance > 0 ? beyond(tolerance, enlarged, source, piece) : missingIn(enlarged, source, piece)
  const correction = resamplePlane(missing, piece.width, columns, rows)
  const result = cutPlane(enlarged, core)
  for (let i = 0; i < result.length; i++) result[i]! += fidelity * correction[i]!
  return result
}

function missingIn(enlarged: StoredPlane, source: StoredPlane, piece: Rect): Float32Array {
  const missing = cutPlane(source, piece)
  const shrunk = resampleRect(enlarged, source, piece, 'bicubic')
  for (let i = 0; i < missing.length; i++) missing[i]! -= shrunk[i]!
  return missing
}

function beyond(tolerance: number, enlarged: StoredPlane, source: StoredPlane, piece: Rect): Float32Array {
  const wide = grow(piece, COARSE.radius)
  const missing = missingIn(enlarged, source, wide)
  const coarse = COARSE.blur(missing, wide.width)
  for (let i = 0; i < missing.length; i++) {
    const fine = missing[i]! - coarse[i]!
    missing[i] = coarse[i]! + Math.sign(fine) * Math.max(0, Math.abs(fine) - tolerance)
  }
  return cropSamples(missing, wide.width, { ...piece, x: COARSE.radius, y: COARSE.radius })
}
