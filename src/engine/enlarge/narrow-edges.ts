// Makes edges narrower by moving samples away from the middle of the edge, along the slope of the blurred edge strength.
// Moving never invents brightness: every value is one that stands nearby.
import { cutPlane, type StoredPlane } from '../resample/stored-plane.ts'
import { grow, type Rect } from '../tiles/tile-grid.ts'
import { blurTile, gaussianTaps } from './blur-tile.ts'
import { sampleBicubic } from './sample-bicubic.ts'

/** In source pixels: blur of the edge strength, and the farthest move. */
const WINDOW = 0.5
const MAX_MOVE = 0.4
/** Edge strength (0–1 per pixel) below which nothing moves much: grain and flat areas stay. */
const FLOOR = 4 / 255

export function narrowEdges(plane: StoredPlane, core: Rect, factor: number, amount: number): Float32Array {
  const taps = gaussianTaps(WINDOW * factor)
  const farthest = MAX_MOVE * factor
  const margin = Math.max(taps.radius + 2, Math.ceil(farthest) + 3)
  const rect = grow(core, margin)
  const x = cutPlane(plane, rect)
  const { width } = rect
  const strength = blurTile(edgeStrength(x, width), width, taps)
  const result = new Float32Array(core.width * core.height)
  for (let v = 0, to = 0; v < core.height; v++) {
    for (let u = 0; u < core.width; u++, to++) {
      const i = (v + margin) * width + u + margin
      const scale = (-amount * factor) / (2 * (strength[i]! + FLOOR))
      let du = (strength[i + 1]! - strength[i - 1]!) * scale
      let dv = (strength[i + width]! - strength[i - width]!) * scale
      const move = Math.sqrt(du * du + dv * dv)
      if (move > farthest) {
        du *= farthest / move
        dv *= farthest / move
      }
      result[to] = move < 1e-3 ? x[i]! : sampleBicubic(x, width, u + margin + du, v + margin + dv)
    }
  }
  return result
}

function edgeStrength(x: Float32Array, width: number): Float32Array {
  const strength = new Float32Array(x.length)
  for (let i = width + 1; i < x.length - width - 1; i++) {
    const gx = (x[i + 1]! - x[i - 1]!) / 2
    const gy = (x[i + width]! - x[i - width]!) / 2
    strength[i] = Math.sqrt(gx * gx + gy * gy)
  }
  return strength
}
