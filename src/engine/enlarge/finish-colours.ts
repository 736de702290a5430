// The last step: colours by Lanczos plus what the earlier steps changed in luma, and for faithful models a last
// back-projection of every channel.

import { cropSamples, cutTile } from '../image/cut-tile.ts'
import { addToChannels } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import type { Rect, Size } from '../image/rect.ts'
import { yccLuma } from '../image/ycc.ts'
import { resamplePlane } from '../resample/resample-plane.ts'
import { resampleTile } from '../resample/resample-tile.ts'
import { cutPlane } from '../resample/stored-plane.ts'
import { tapsFor } from '../resample/taps.ts'
import type { EnlargePlanes } from './enlarge-steps.ts'

const CHANNELS = ['r', 'g', 'b'] as const

export function finishColours(planes: EnlargePlanes, size: Size, core: Rect, allChannels: boolean): Planes {
  if (!allChannels) return coloursOf(planes, size, core)
  const { piece, columns, rows } = tapsFor(planes.source, size, core, 'lanczos3')
  const shrink = tapsFor(size, planes.source, piece, 'bicubic')
  const wide = coloursOf(planes, size, shrink.piece)
  const source = cutTile(planes.source, piece)
  const place = { ...core, x: core.x - shrink.piece.x, y: core.y - shrink.piece.y }
  const inner = (plane: Float32Array) => cropSamples(plane, wide.width, place)
  const result = { width: core.width, height: core.height, r: inner(wide.r), g: inner(wide.g), b: inner(wide.b) }
  for (const key of CHANNELS) {
    const missing = source[key]
    const shrunk = resamplePlane(wide[key], wide.width, shrink.columns, shrink.rows)
    for (let i = 0; i < missing.length; i++) missing[i]! -= shrunk[i]!
    const correction = resamplePlane(missing, piece.width, columns, rows)
    for (let i = 0; i < correction.length; i++) result[key][i]! += correction[i]!
  }
  return result
}

/** Lanczos overshoots at hard edges of each channel; the change in luma is the same for all three, so no colour fringes appear. */
function coloursOf({ source, from }: EnlargePlanes, size: Size, rect: Rect): Planes {
  const colours = resampleTile(source, size, rect, 'lanczos3')
  const [plain, change] = [yccLuma(colours), cutPlane(from, rect)]
  for (let i = 0; i < change.length; i++) change[i]! -= plain[i]!
  return addToChannels(colours, change)
}
