// Fills thin damage from both sides: along sixteen directions the nearest sound pixels on either side are joined, and those
// directions count most whose ends are near and agree, so edges run on under a scratch (directional interpolation,
// order-free, hence the same for every tile).
import type { Planes } from '../image/planes.ts'

/** Sound pixels are looked for this far away; wider damage keeps their middle. */
export const INPAINT_HALO_PX = 16
const DIRECTIONS = 16
/** Difference of the two ends (0–1) at which a direction's weight has fallen to 1/e. */
const AGREEMENT = 0.05
/** Weight of a direction that ends on one side only. */
const ONE_SIDED = 0.02

/** New planes; pixels where `mask` is 0 are copied. */
export function inpaint(tile: Planes, mask: Uint8Array): Planes {
  const out = { ...tile, r: tile.r.slice(), g: tile.g.slice(), b: tile.b.slice() }
  const steps = Array.from({ length: DIRECTIONS }, (_, k) => ({
    dx: Math.cos((Math.PI * k) / DIRECTIONS),
    dy: Math.sin((Math.PI * k) / DIRECTIONS),
  }))
  const join = joinerOf(tile, mask)
  for (let y = 0; y < tile.height; y++)
    for (let x = 0; x < tile.width; x++) {
      if (!mask[y * tile.width + x]) continue
      const mix = { r: 0, g: 0, b: 0, weight: 0 }
      for (const { dx, dy } of steps) join(x, y, dx, dy, mix)
      if (mix.weight === 0) continue
      const i = y * tile.width + x
      out.r[i] = mix.r / mix.weight
      out.g[i] = mix.g / mix.weight
      out.b[i] = mix.b / mix.weight
    }
  return out
}

interface Mix {
  r: number
  g: number
  b: number
  weight: number
}

interface End {
  readonly at: number
  readonly distance: number
}

/** Adds to `mix` what a direction says of a pixel. */
function joinerOf(tile: Planes, mask: Uint8Array) {
  const soundPixel = soundPixelFinder(tile, mask)
  return (x: number, y: number, dx: number, dy: number, mix: Mix): void => {
    const a = soundPixel(x, y, dx, dy)
    const b = soundPixel(x, y, -dx, -dy)
    if (a && b) {
      const gap = Math.abs(greenish(tile, a.at) - greenish(tile, b.at))
      const weight = Math.exp(-gap / AGREEMENT) / (a.distance + b.distance) ** 2
      const near = b.distance / (a.distance + b.distance)
      add(tile, a.at, weight * near, mix)
      add(tile, b.at, weight * (1 - near), mix)
    } else if (a ?? b) {
      const end = (a ?? b)!
      add(tile, end.at, ONE_SIDED / end.distance ** 2, mix)
    }
  }
}

const greenish = ({ r, g, b }: Planes, i: number) => 0.25 * r[i]! + 0.6 * g[i]! + 0.15 * b[i]!

function add({ r, g, b }: Planes, at: number, weight: number, mix: Mix) {
  mix.r += weight * r[at]!
  mix.g += weight * g[at]!
  mix.b += weight * b[at]!
  mix.weight += weight
}

const soundPixelFinder =
  ({ width, height }: Planes, mask: Uint8Array) =>
  (x: number, y: number, dx: number, dy: number): End | undefined => {
    for (let t = 1; t <= INPAINT_HALO_PX; t++) {
      const px = Math.round(x + t * dx)
      const py = Math.round(y + t * dy)
      if (px < 0 || py < 0 || px >= width || py >= height) return undefined
      const at = py * width + px
      if (!mask[at]) return { at, distance: t }
    }
    return undefined
  }
