// Averages each pixel with its two neighbours along the edge it lies on, as far as the structure tensor knows a direction.
import { cutPlane, type StoredPlane } from '../resample/stored-plane.ts'
import { grow, type Rect } from '../tiles/tile-grid.ts'
import { blurTile, gaussianTaps } from './blur-tile.ts'
import { sampleBicubic } from './sample-bicubic.ts'

/** Squared gradient (0–1 scale) below which a direction is taken for noise. */
const FLOOR = 8 / 255 ** 2

/** `windowPx`, in pixels of the plane: σ of the structure tensor's window and distance of the two neighbours. */
export function smoothAlongEdges(plane: StoredPlane, core: Rect, windowPx: number, strength: number): Float32Array {
  const taps = gaussianTaps(windowPx)
  const reach = windowPx
  const margin = Math.max(taps.radius + 1, Math.ceil(reach) + 3)
  const rect = grow(core, margin)
  const x = cutPlane(plane, rect)
  const [xx, xy, yy] = tensor(x, rect.width).map((part) => blurTile(part, rect.width, taps)) as Float32Array[]
  const result = new Float32Array(core.width * core.height)
  for (let v = 0, to = 0; v < core.height; v++) {
    for (let u = 0; u < core.width; u++, to++) {
      const i = (v + margin) * rect.width + u + margin
      const a = xx![i]!
      const b = 2 * xy![i]!
      const c = yy![i]!
      const length = Math.sqrt((a - c) ** 2 + b * b)
      const clear = length / (a + c + FLOOR)
      const weight = strength * clear * clear
      if (weight < 1e-3) {
        result[to] = x[i]!
        continue
      }
      // The half angle of the gradient direction, turned by 90°: along the edge.
      const cos2 = (a - c) / length
      const across = Math.sqrt((1 + cos2) / 2)
      const along = Math.sqrt((1 - cos2) / 2) * (b < 0 ? -1 : 1)
      const du = -along * reach
      const dv = across * reach
      const mean =
        (sampleBicubic(x, rect.width, u + margin + du, v + margin + dv) +
          sampleBicubic(x, rect.width, u + margin - du, v + margin - dv)) /
        2
      result[to] = x[i]! + weight * (mean - x[i]!)
    }
  }
  return result
}

/** Products of the central differences: gx², gx·gy, gy². */
function tensor(x: Float32Array, width: number): [Float32Array, Float32Array, Float32Array] {
  const xx = new Float32Array(x.length)
  const xy = new Float32Array(x.length)
  const yy = new Float32Array(x.length)
  for (let i = width + 1; i < x.length - width - 1; i++) {
    const gx = (x[i + 1]! - x[i - 1]!) / 2
    const gy = (x[i + width]! - x[i - width]!) / 2
    xx[i] = gx * gx
    xy[i] = gx * gy
    yy[i] = gy * gy
  }
  return [xx, xy, yy]
}
