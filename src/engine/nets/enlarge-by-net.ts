// One tile of the enlarged luma by a net: cut with surroundings, double, and shrink where the result wants less than the double.

import { cropSamples } from '../image/cut-tile.ts'
import { alignedRect, grow, type Rect, type Size } from '../image/rect.ts'
import { resamplePlane } from '../resample/resample-plane.ts'
import { cutPlane, type StoredPlane } from '../resample/stored-plane.ts'
import { tapsFor } from '../resample/taps.ts'
import type { EnlargeNet } from './enlarge-net.ts'

/** The rectangle `core` of the plane enlarged to `size`, which is at most `net.factor` times as large. */
export async function enlargeByNet(net: EnlargeNet, plane: StoredPlane, size: Size, core: Rect): Promise<Float32Array> {
  const whole = { width: plane.width * net.factor, height: plane.height * net.factor }
  if (size.width === whole.width && size.height === whole.height) return enlargedRect(net, plane, core)
  const { piece, columns, rows } = tapsFor(whole, size, core, 'lanczos3')
  return resamplePlane(await enlargedRect(net, plane, piece), piece.width, columns, rows)
}

/** A rectangle of the plane enlarged by the whole factor; it may reach beyond the picture. */
async function enlargedRect(
  { factor, reachPx, stepPx, run }: EnlargeNet,
  plane: StoredPlane,
  rect: Rect,
): Promise<Float32Array> {
  const frame = alignedRect(rect, factor * stepPx)
  const low = {
    x: frame.x / factor,
    y: frame.y / factor,
    width: frame.width / factor,
    height: frame.height / factor,
  }
  const source = grow(low, reachPx)
  const enlarged = await run(cutPlane(plane, source), source.width)
  return cropSamples(enlarged, frame.width, { ...rect, x: rect.x - frame.x, y: rect.y - frame.y })
}
