// The plain frame around a photo, and bars above and below or on both sides: measured with them, the light of the photo is not seen. White
// bars make a night bright and black ones make a day dark. What stands alone on a plain ground is no photo in a frame: its ground is part of the picture.
import { cropTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { type Rect, wholeOf } from '../image/rect.ts'
import { PLAIN_LEVELS } from './plain-border.ts'

/** How far samples of one line, and lines of one frame, may lie apart (0–1). */
const PLAIN = PLAIN_LEVELS / 255
/** Narrower ones change no measure. */
const LEAST_PX = 4
/** Two bars alone are a frame where they are about equally wide: a plain sky above plain snow is a photo. */
const EQUAL_PART = 0.8
/** Of the first line inside a frame: a photo begins along all of it, a subject on a plain ground touches it here and there. */
const PHOTO_PART = 0.5
/** Too little to measure. */
const LEAST_INSIDE_PX = 64

type Colour = readonly number[]
interface Bar {
  readonly px: number
  readonly colour: Colour
}

/** What lies inside the frame of a picture's overview; all of it where there is none. */
export function insideFrame(overview: Planes): Planes {
  const { width, height } = overview
  const row = (y: number): Rect => ({ x: 0, y, width, height: 1 })
  const column = (x: number): Rect => ({ x, y: 0, width: 1, height })
  const top = barOf(overview, height, row)
  const bottom = barOf(overview, height, (n) => row(height - 1 - n))
  const left = barOf(overview, width, column)
  const right = barOf(overview, width, (n) => column(width - 1 - n))
  const hasAll = [top, bottom, left, right].every((bar) => bar.px >= LEAST_PX && isAlike(bar.colour, top.colour))
  const rect = {
    ...wholeOf(overview),
    ...((hasAll || areBars(top, bottom)) && between('y', 'height', top, bottom, height)),
    ...((hasAll || areBars(left, right)) && between('x', 'width', left, right, width)),
  }
  if (Math.min(rect.width, rect.height) < LEAST_INSIDE_PX) return overview
  const edges: [Bar, Rect, boolean][] = [
    [top, { ...rect, height: 1 }, rect.y > 0],
    [bottom, { ...rect, height: 1, y: rect.y + rect.height - 1 }, rect.y > 0],
    [left, { ...rect, width: 1 }, rect.x > 0],
    [right, { ...rect, width: 1, x: rect.x + rect.width - 1 }, rect.x > 0],
  ]
  const isPhoto = edges.every(([bar, line, isCut]) => !isCut || otherShare(overview, line, bar) > PHOTO_PART)
  return isPhoto ? cropTile(overview, rect) : overview
}

/** Part of the samples of a line that have not the colour of the bar. */
function otherShare({ width, r, g, b }: Planes, line: Rect, { colour }: Bar): number {
  let others = 0
  for (let y = line.y; y < line.y + line.height; y++)
    for (let x = line.x; x < line.x + line.width; x++) {
      const i = y * width + x
      if ([r[i]!, g[i]!, b[i]!].some((value, c) => Math.abs(value - colour[c]!) > PLAIN)) others++
    }
  return others / (line.width * line.height)
}

/** The line in which frame and photo mix goes with the frame. */
const between = (start: 'x' | 'y', length: 'width' | 'height', near: Bar, far: Bar, all: number) => ({
  [start]: near.px + 1,
  [length]: all - near.px - far.px - 2,
})

const areBars = (one: Bar, other: Bar): boolean =>
  Math.min(one.px, other.px) >= Math.max(LEAST_PX, EQUAL_PART * Math.max(one.px, other.px)) &&
  isAlike(one.colour, other.colour)

const isAlike = (one: Colour, other: Colour): boolean => one.every((value, i) => Math.abs(value - other[i]!) <= PLAIN)

/** Plain lines of one colour from an edge inwards. */
function barOf(overview: Planes, most: number, lineOf: (n: number) => Rect): Bar {
  const colour = plainColour(overview, lineOf(0))
  if (!colour) return { px: 0, colour: [] }
  const goesOn = (px: number) => {
    const next = plainColour(overview, lineOf(px))
    return next !== undefined && isAlike(colour, next)
  }
  let px = 1
  while (px < most && goesOn(px)) px++
  return { px, colour }
}

/** Of a line; undefined where it is not plain. */
function plainColour(overview: Planes, line: Rect): Colour | undefined {
  const colour: number[] = []
  for (const plane of [overview.r, overview.g, overview.b]) {
    let [low, high] = [1, 0]
    for (let y = line.y; y < line.y + line.height; y++)
      for (let x = line.x; x < line.x + line.width; x++) {
        const value = plane[y * overview.width + x]!
        low = Math.min(low, value)
        high = Math.max(high, value)
      }
    if (high - low > PLAIN) return
    colour.push((low + high) / 2)
  }
  return colour
}
