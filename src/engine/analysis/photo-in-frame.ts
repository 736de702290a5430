// The plain frame around a photo, its mat or the paper it was scanned on, and bars above and below or on both sides: measured with them, the light of
// the photo is not seen. White bars make a night bright and black ones make a day dark, and a beige mat looks like a cast. What stands alone on a
// plain ground is no photo in a frame: its ground is part of the picture.
import { cropTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { type Rect, wholeOf } from '../image/rect.ts'
import { areNear, DRAWN, type Ground, PAPER, type Piece, piecesOf, unlikeShare } from './line-pieces.ts'
import { estimateNeutrals, pageLikeness } from './neutrals.ts'

/** Narrower ones change no measure; the edge of a mat inside a frame is as narrow as a line. */
const LEAST_PX = { outer: 4, inner: 1 } as const
/** Frame, mat, and its edge. */
const MOST_RINGS = 3
/** Two bars alone are a frame where they are about equally wide: a plain sky above plain snow is a photo. */
const EQUAL_PART = 0.8
/** And where they have a colour: no sky is snow in the same one. */
const CLIPPED = { black: 8 / 255, white: 247 / 255 } as const
/** Part of a line that makes it one of the frame: dust and a fold do not end it. */
const FRAME_PART = 0.9
/** Part of the first line inside a frame: a photo begins along all of it, a subject on a plain ground touches it here and there. */
const PHOTO_PART = { drawn: 0.5, paper: 0.75 } as const
/** Part of the photo's side: within so many lines it has begun, though JPEG ripples beside its edge and a scan lies askew. */
const ASKEW_PART = 0.03
/** Too little to measure. */
const LEAST_INSIDE_PX = 64

type Side = 'top' | 'bottom' | 'left' | 'right'
type Widths = Readonly<Record<Side, number>>
const SIDES = ['top', 'bottom', 'left', 'right'] as const
const NONE: Widths = { top: 0, bottom: 0, left: 0, right: 0 }

interface Bar {
  readonly px: number
  /** The middle of its outermost line. */
  readonly piece: Piece
}
type Bars = Readonly<Record<Side, Bar>>

/** What lies inside the frames of a picture's overview; all of it where there is none. */
export function photoIn(overview: Planes): Rect {
  let rect = wholeOf(overview)
  for (let ring = 0; ring < MOST_RINGS; ring++) {
    const inner = insideRing(overview, rect, ring === 0 ? LEAST_PX.outer : LEAST_PX.inner)
    if (!inner || isMarginOf(inner, rect, overview)) break
    rect = inner
  }
  return rect
}

/** Where paper lies around what is a page itself, it is its margin: without it there is less of the paper, by which a page is known. */
function isMarginOf(inner: Rect, outer: Rect, overview: Planes): boolean {
  const [inside, all] = [inner, outer].map((rect) => estimateNeutrals(cropTile(overview, rect)))
  return pageLikeness(inside!) > 0 && inside!.paperShare < all!.paperShare
}

function insideRing(overview: Planes, outer: Rect, leastPx: number): Rect | undefined {
  for (const ground of [DRAWN, PAPER]) {
    const bars = Object.fromEntries(SIDES.map((side) => [side, barOf(overview, outer, side, ground)])) as Record<
      Side,
      Bar
    >
    const cut = sidesOf(bars, ground, leastPx)
    if (cut.length > 0)
      return insideBars(overview, outer, ground, Object.fromEntries(cut.map((side) => [side, bars[side].px])))
  }
  return
}

/** Undefined where what lies inside is no photo. */
function insideBars(overview: Planes, outer: Rect, ground: Ground, bars: Partial<Widths>): Rect | undefined {
  const rest = without(outer, { ...NONE, ...bars })
  if (Math.min(rest.width, rest.height) < LEAST_INSIDE_PX) return
  const widths: Record<Side, number> = { ...NONE }
  for (const side of SIDES) {
    const px = bars[side]
    if (px === undefined) continue
    const askew = photoStart(overview, rest, side, ground)
    if (askew === undefined) return
    // The line in which frame and photo mix goes with the frame.
    widths[side] = px + askew + 1
  }
  return without(outer, widths)
}

/** Those on which a frame lies, or bars. */
function sidesOf(bars: Bars, ground: Ground, leastPx: number): readonly Side[] {
  const isWide = (side: Side) => bars[side].px >= leastPx
  if (SIDES.every((side) => isWide(side) && areNear(bars[side].piece, bars.top.piece, ground.lamp))) return SIDES
  if (ground !== DRAWN) return []
  const pairs = [['top', 'bottom'] as const, ['left', 'right'] as const]
  return pairs.filter((pair) => pair.every(isWide) && areBars(bars[pair[0]], bars[pair[1]])).flat()
}

function areBars(one: Bar, other: Bar): boolean {
  const { colour } = one.piece
  const isClipped = Math.max(...colour) < CLIPPED.black || Math.min(...colour) > CLIPPED.white
  const areEqual = Math.min(one.px, other.px) >= EQUAL_PART * Math.max(one.px, other.px)
  return areNear(one.piece, other.piece, DRAWN.near) && (areEqual || !isClipped)
}

/** Plain lines of one colour from an edge inwards. */
function barOf(overview: Planes, outer: Rect, side: Side, ground: Ground): Bar {
  const most = side === 'top' || side === 'bottom' ? outer.height : outer.width
  const first = piecesOf(overview, lineOf(outer, side, 0))
  const piece = first[first.length >> 1]!
  const asFromALamp = { ...ground, near: ground.lamp }
  const goesOn = (line: readonly Piece[], beside: readonly Piece[], like: Ground) =>
    unlikeShare(line, beside, like) <= 1 - FRAME_PART
  if (!goesOn(first, Array<Piece>(first.length).fill(piece), asFromALamp)) return { px: 0, piece }
  let [before, px] = [first, 1]
  for (; px < most; px++) {
    const next = piecesOf(overview, lineOf(outer, side, px))
    if (!goesOn(next, before, ground) || !goesOn(next, first, asFromALamp)) break
    before = next
  }
  return { px, piece }
}

/** How many lines after the plain ones; undefined where nothing begins that looks like a photo. */
function photoStart(overview: Planes, rest: Rect, side: Side, ground: Ground): number | undefined {
  const plain = piecesOf(overview, lineOf(rest, side, -1))
  const most = Math.floor(ASKEW_PART * Math.min(rest.width, rest.height))
  const begins = (like: Ground, part: number) => {
    for (let n = 0; n <= most; n++)
      if (unlikeShare(piecesOf(overview, lineOf(rest, side, n)), plain, like) > part) return n
    return
  }
  // A night in a black frame is hardly another black.
  return ground === DRAWN
    ? (begins(PAPER, PHOTO_PART.drawn) ?? begins(DRAWN, PHOTO_PART.drawn))
    : begins(PAPER, PHOTO_PART.paper)
}

/** Line number `n` from an edge of a rectangle inwards. */
function lineOf({ x, y, width, height }: Rect, side: Side, n: number): Rect {
  if (side === 'top') return { x, y: y + n, width, height: 1 }
  if (side === 'bottom') return { x, y: y + height - 1 - n, width, height: 1 }
  if (side === 'left') return { x: x + n, y, width: 1, height }
  return { x: x + width - 1 - n, y, width: 1, height }
}

const without = ({ x, y, width, height }: Rect, { top, bottom, left, right }: Widths): Rect => ({
  x: x + left,
  y: y + top,
  width: width - left - right,
  height: height - top - bottom,
})
