// One tile of the enlarged luma by a net: cut with surroundings, double, and shrink where the result wants less than the double.
import { resamplePlane } from '../resample/resample-plane.ts'
import { cutPlane, type StoredPlane } from '../resample/stored-plane.ts'
import { type Size, tapsFor } from '../resample/taps.ts'
import type { Rect } from '../tiles/tile-grid.ts'
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
  const x = Math.floor(rect.x / factor)
  const y = Math.floor(rect.y / factor)
  const sideOf = (from: number, past: number) => stepPx * Math.ceil((Math.ceil(past / factor) - from) / stepPx)
  const width = sideOf(x, rect.x + rect.width)
  const height = sideOf(y, rect.y + rect.height)
  const wide = width + 2 * reachPx
  const source = cutPlane(plane, { x: x - reachPx, y: y - reachPx, width: wide, height: height + 2 * reachPx })
  const enlarged = await run(source, wide)
  return cropped(enlarged, width * factor, { ...rect, x: rect.x - x * factor, y: rect.y - y * factor })
}

function cropped(samples: Float32Array, width: number, { x, y, ...size }: Rect): Float32Array {
  if (x === 0 && y === 0 && width === size.width && samples.length === size.width * size.height) return samples
  const result = new Float32Array(size.width * size.height)
  for (let row = 0; row < size.height; row++) {
    const from = (y + row) * width + x
    result.set(samples.subarray(from, from + size.width), row * size.width)
  }
  return result
}
