// The most salient window of a picture, for a patch: the strongest structure that is neither black nor white, people's faces and hands
// first (by their colour; mistaking sand and wood for skin does no harm).
import type { PictureSpot } from '../engine-types.ts'
import type { Planes } from '../image/planes.ts'
import type { Size } from '../image/rect.ts'

/** Beyond these (0–1) there is nothing to see. */
const SEEN = { from: 0.04, to: 0.96 } as const
/** Weight of structure in the colour of skin. */
const SKIN_WEIGHT = 3
/** Skin: part of the way from red to yellow, and of colour in the brightest channel. */
const SKIN_HUE = { from: 0.15, to: 0.6 } as const
const SKIN_SATURATION = { from: 0.2, to: 0.65 } as const
/** Keeps noise in the darkest places from counting as structure. */
const SHADE = 0.15
/** A window in the outermost corner counts this much less than one in the middle: what matters rarely lies at the edge. */
const EDGE_PENALTY = 0.3

/** `part` is the window's share of width and height (0–1). */
export function salientSpot(overview: Planes, part: Size): PictureSpot {
  const { width, height } = overview
  const sums = integralOf(structureOf(overview), width, height)
  const [w, h] = [windowOf(part.width, width), windowOf(part.height, height)]
  let best = { x: 0.5, y: 0.5 }
  let most = -1
  for (let y = 0; y + h <= height; y += Math.max(1, h >> 2))
    for (let x = 0; x + w <= width; x += Math.max(1, w >> 2)) {
      const middle = { x: (x + w / 2) / width, y: (y + h / 2) / height }
      const far = Math.hypot(middle.x - 0.5, middle.y - 0.5) / Math.SQRT1_2
      const found = sumIn(sums, width, { x, y, width: w, height: h }) * (1 - EDGE_PENALTY * far)
      if (found > most) [most, best] = [found, middle]
    }
  return best
}

const windowOf = (part: number, size: number): number => Math.max(1, Math.min(size, Math.round(part * size)))

/** How much the green differs from its right and lower neighbours, relative to its own brightness: a face in the shade is one, too. */
function structureOf({ width, height, r, g, b }: Planes): Float64Array {
  const structure = new Float64Array(width * height)
  for (let y = 0; y + 1 < height; y++)
    for (let x = 0; x + 1 < width; x++) {
      const at = y * width + x
      const value = g[at]!
      if (value < SEEN.from || value > SEEN.to) continue
      const change = Math.abs(g[at + 1]! - value) + Math.abs(g[at + width]! - value)
      structure[at] = (change / (value + SHADE)) * (isSkin(r[at]!, value, b[at]!) ? SKIN_WEIGHT : 1)
    }
  return structure
}

/** The hue of skin of any shade: red before green before blue, neither grey nor glaring. */
function isSkin(red: number, green: number, blue: number): boolean {
  if (red <= green || green <= blue) return false
  const hue = (green - blue) / (red - blue)
  const saturation = (red - blue) / red
  return (
    hue > SKIN_HUE.from && hue < SKIN_HUE.to && saturation > SKIN_SATURATION.from && saturation < SKIN_SATURATION.to
  )
}

/** One row and column more than the picture. */
function integralOf(values: Float64Array, width: number, height: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += values[y * width + x]!
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  return sums
}

function sumIn(
  sums: Float64Array,
  pictureWidth: number,
  rect: Size & { readonly x: number; readonly y: number },
): number {
  const at = (x: number, y: number) => sums[y * (pictureWidth + 1) + x]!
  const [right, bottom] = [rect.x + rect.width, rect.y + rect.height]
  return at(right, bottom) - at(rect.x, bottom) - at(right, rect.y) + at(rect.x, rect.y)
}
