// One tile of the enlarged luma by a third-party net. Its input is the picture's colours without any surroundings beyond the picture's edge: its own padding
// with zeros has half the error of mirrored surroundings there.
import { cropSamples, cutTile } from '../image/cut-tile.ts'
import type { Raster } from '../image/raster.ts'
import { alignedRect, grow, type Rect, type Size } from '../image/rect.ts'
import { yccLuma } from '../image/ycc.ts'
import { resamplePlane } from '../resample/resample-plane.ts'
import { tapsFor } from '../resample/taps.ts'
import type { ColourNet } from './colour-net.ts'

/** The rectangle `core` of the luma of the picture enlarged to `size`. */
export async function enlargeByPack(net: ColourNet, source: Raster, size: Size, core: Rect): Promise<Float32Array> {
  const whole = { width: source.width * net.factor, height: source.height * net.factor }
  const { piece, columns, rows } = tapsFor(whole, size, core, 'lanczos3')
  const inner = within(piece, whole)
  const luma = await enlargedRect(net, source, inner)
  const isWhole = size.width === whole.width && size.height === whole.height
  if (isWhole) return cropSamples(luma, inner.width, { ...core, x: core.x - inner.x, y: core.y - inner.y })
  return resamplePlane(extended(luma, inner, piece), piece.width, columns, rows)
}

/** `rect` lies in the enlarged picture. */
async function enlargedRect({ factor, overlapPx, run }: ColourNet, source: Raster, rect: Rect): Promise<Float32Array> {
  const frame = alignedRect(rect, factor)
  const low = { x: frame.x / factor, y: frame.y / factor, width: frame.width / factor, height: frame.height / factor }
  const given = within(grow(low, overlapPx), source)
  const { r, g, b } = cutTile(source, given)
  const samples = new Float32Array(3 * r.length)
  for (const [i, plane] of [r, g, b].entries()) samples.set(plane, i * r.length)
  const answer = await run(samples, given.width)
  const size = { width: given.width * factor, height: given.height * factor }
  const plane = (i: number) => answer.subarray((i * answer.length) / 3, ((i + 1) * answer.length) / 3)
  const luma = yccLuma({ ...size, r: plane(0), g: plane(1), b: plane(2) })
  return cropSamples(luma, size.width, { ...rect, x: rect.x - given.x * factor, y: rect.y - given.y * factor })
}

function within({ x, y, width, height }: Rect, size: Size): Rect {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return {
    x: left,
    y: top,
    width: Math.min(size.width, x + width) - left,
    height: Math.min(size.height, y + height) - top,
  }
}

/** Beyond the edge, the edge samples are repeated. */
function extended(samples: Float32Array, inner: Rect, rect: Rect): Float32Array {
  if (inner.width === rect.width && inner.height === rect.height) return samples
  const result = new Float32Array(rect.width * rect.height)
  const at = (i: number, from: number, count: number) => Math.max(0, Math.min(count - 1, i - from))
  for (let y = 0, to = 0; y < rect.height; y++) {
    const row = at(rect.y + y, inner.y, inner.height) * inner.width
    for (let x = 0; x < rect.width; x++) result[to++] = samples[row + at(rect.x + x, inner.x, inner.width)]!
  }
  return result
}
