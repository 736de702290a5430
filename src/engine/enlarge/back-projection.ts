// Back-projection: the part of the source that shrinking the enlarged plane does not give back is enlarged and added.

import type { Rect } from '../image/rect.ts'
import { resamplePlane } from '../resample/resample-plane.ts'
import { cutPlane, resampleRect, type StoredPlane } from '../resample/stored-plane.ts'
import { tapsFor } from '../resample/taps.ts'

export function projectBack(enlarged: StoredPlane, source: StoredPlane, core: Rect, fidelity: number): Float32Array {
  const { piece, columns, rows } = tapsFor(source, enlarged, core, 'lanczos3')
  const missing = cutPlane(source, piece)
  const shrunk = resampleRect(enlarged, source, piece, 'bicubic')
  for (let i = 0; i < missing.length; i++) missing[i]! -= shrunk[i]!
  const correction = resamplePlane(missing, piece.width, columns, rows)
  const result = cutPlane(enlarged, core)
  for (let i = 0; i < result.length; i++) result[i]! += fidelity * correction[i]!
  return result
}
