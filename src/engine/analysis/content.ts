// What a picture shows, as far as the choice of a tool needs it: writing, drawn flat areas, one colour only. A cell of
// writing has two tones and many crossings between them, a drawn area has no steps at all, and an old photo has one tint.

import type { Plane } from '../image/plane.ts'
import type { Planes } from '../image/planes.ts'
import { ramp } from '../image/ramp.ts'

export interface ContentEstimate {
  /** Part of the cells with contents that look like writing, 0–1. */
  readonly textShare: number
  /** Part of all cells without any structure, 0–1. */
  readonly flatShare: number
  /** Part of the cells with strong contents that have two tones and little between them, 0–1. */
  readonly twoToneShare: number
}

export interface ColourEstimate {
  /** Mean saturation, 0–1. */
  readonly saturation: number
  /** How far colours of equal brightness lie apart, 0–2: nothing in a grey or brownish print, whatever its tint. */
  readonly tintSpread: number
}

type Samples = Pick<Plane, 'width' | 'height' | 'samples'>

interface Range {
  readonly low: number
  readonly high: number
}

const CELL_PX = 16
/** A cell of less range than this is empty. */
const FLAT_RANGE = 0.035
/** Half a level. */
const PURE_RANGE = 0.5 / 255
const TEXT_RANGE = 0.35
const STRONG_RANGE = 0.15
/** A cell has two tones where more than this part of it lies within so much of its range of one of them. */
const TONES_OF_TEXT = { part: 0.7, near: 0.25 } as const
const TONES_OF_STRONG = { part: 0.75, near: 0.15 } as const
/** Crossings of the middle tone per row of the cell; a lone edge has one. */
const CROSSINGS_PER_ROW = 1.5

export function estimateContent(lumas: readonly Samples[]): ContentEstimate {
  let cells = 0
  let flat = 0
  let text = 0
  let strong = 0
  let twoTone = 0
  for (const luma of lumas)
    for (let y = 0; y + CELL_PX <= luma.height; y += CELL_PX)
      for (let x = 0; x + CELL_PX <= luma.width; x += CELL_PX) {
        cells++
        const range = rangeOf(luma, x, y)
        const contrast = range.high - range.low
        if (contrast < FLAT_RANGE) flat++
        else if (contrast > TEXT_RANGE && isText(luma, x, y, range)) text++
        if (contrast <= STRONG_RANGE) continue
        strong++
        if (hasTwoTones(luma, x, y, range, TONES_OF_STRONG)) twoTone++
      }
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  return { textShare: share(text, cells - flat), flatShare: share(flat, cells), twoToneShare: share(twoTone, strong) }
}

/** Cells of one value: nothing in such cells was seen by a camera; a scan has them where its paper was whitened. */
export interface PureCells {
  /** Part of all cells, 0–1. */
  readonly share: number
  /** Cells of which a few pixels only have another value, amid pure ones: dust on whitened paper. Writing and strokes have company. */
  readonly specks: number
}

export function pureCellsOf(lumas: readonly Samples[]): PureCells {
  let [cells, pure, specks] = [0, 0, 0]
  for (const luma of lumas) {
    const [across, down] = [Math.floor(luma.width / CELL_PX), Math.floor(luma.height / CELL_PX)]
    const isPure = Array.from({ length: across * down }, (_, i) => isOneValue(luma, i % across, Math.floor(i / across)))
    for (const [i, own] of isPure.entries()) {
      cells++
      if (own) pure++
      else if (isAmidPure(isPure, across, i) && isSpeck(luma, i % across, Math.floor(i / across))) specks++
    }
  }
  return { share: cells === 0 ? 0 : pure / cells, specks }
}

function isOneValue(luma: Samples, column: number, row: number): boolean {
  const { low, high } = rangeOf(luma, CELL_PX * column, CELL_PX * row)
  return high - low < PURE_RANGE
}

/** Not at the border, where what is cut off looks small. */
function isAmidPure(isPure: readonly boolean[], across: number, at: number): boolean {
  const column = at % across
  if (column === 0 || column === across - 1) return false
  return [-1, 0, 1].every((down) =>
    [-1, 0, 1].every((right) => (down === 0 && right === 0) || isPure[at + down * across + right] === true),
  )
}

/** As many pixels as a speck has, its soft rim included. */
const SPECK_PX = 30

/** The pixel beyond its corner is paper. */
function isSpeck({ width, samples }: Samples, column: number, row: number): boolean {
  const start = CELL_PX * (row * width + column)
  let other = 0
  for (let y = 0; y < CELL_PX; y++)
    for (let x = 0; x < CELL_PX; x++)
      if (Math.abs(samples[start + y * width + x]! - samples[start - width - 1]!) >= PURE_RANGE) other++
  return other <= SPECK_PX
}

function rangeOf({ width, samples }: Samples, x: number, y: number): Range {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let row = y; row < y + CELL_PX; row++)
    for (let i = row * width + x; i < row * width + x + CELL_PX; i++) {
      low = Math.min(low, samples[i]!)
      high = Math.max(high, samples[i]!)
    }
  return { low, high }
}

function isText(luma: Samples, x: number, y: number, range: Range): boolean {
  if (!hasTwoTones(luma, x, y, range, TONES_OF_TEXT)) return false
  const { width, samples } = luma
  const middle = (range.low + range.high) / 2
  let crossings = 0
  for (let row = y; row < y + CELL_PX; row++) {
    const start = row * width + x
    for (let i = start + 1; i < start + CELL_PX; i++) if (samples[i]! > middle !== samples[i - 1]! > middle) crossings++
  }
  return crossings > CROSSINGS_PER_ROW * CELL_PX
}

function hasTwoTones(
  { width, samples }: Samples,
  x: number,
  y: number,
  { low, high }: Range,
  { part, near }: { readonly part: number; readonly near: number },
): boolean {
  const reach = near * (high - low)
  let count = 0
  for (let row = y; row < y + CELL_PX; row++)
    for (let i = row * width + x; i < row * width + x + CELL_PX; i++)
      if (samples[i]! - low < reach || high - samples[i]! < reach) count++
  return count > part * CELL_PX * CELL_PX
}

const BRIGHTNESS_CLASSES = 16

export function estimateColours({ r, g, b }: Planes): ColourEstimate {
  const classes = Array.from({ length: BRIGHTNESS_CLASSES }, () => [moments(), moments()] as const)
  let saturation = 0
  for (let i = 0; i < r.length; i++) {
    const high = Math.max(r[i]!, g[i]!, b[i]!)
    if (high > 0) saturation += (high - Math.min(r[i]!, g[i]!, b[i]!)) / high
    const brightness = (r[i]! + g[i]! + b[i]!) / 3
    const at = Math.min(BRIGHTNESS_CLASSES - 1, Math.max(0, Math.floor(brightness * BRIGHTNESS_CLASSES)))
    const [towardsGreen, towardsBlue] = classes[at]!
    add(towardsGreen, r[i]! - g[i]!)
    add(towardsBlue, r[i]! - b[i]!)
  }
  const count = Math.max(1, r.length)
  const tintSpread = classes.flat().reduce((sum, kept) => sum + spreadOf(kept) * kept.count, 0) / count
  return { saturation: saturation / count, tintSpread }
}

/**
 * What colours of equal brightness differ by, as a part of the colour there is. Measured: sepia prints 0.10 to 0.25 (nine), the palest colour photograph
 * 0.26 (an autochrome), casts and dark rooms from 0.30.
 */
const TINTED = { whole: 0.2, none: 0.28 } as const
/** Root mean square below which there is no colour to speak of. */
const COLOURLESS = 1 / 255

/** 0–1: how certainly all colour is one tint, as that of a sepia print. */
export function tintingOf(photo: Planes): number {
  const { r, g, b } = photo
  let squares = 0
  for (let i = 0; i < r.length; i++) squares += (r[i]! - g[i]!) ** 2 + (r[i]! - b[i]!) ** 2
  const colour = Math.sqrt(squares / Math.max(1, r.length))
  return colour < COLOURLESS ? 0 : ramp(estimateColours(photo).tintSpread / colour, TINTED.none, TINTED.whole)
}

interface Moments {
  count: number
  sum: number
  squares: number
}

const moments = (): Moments => ({ count: 0, sum: 0, squares: 0 })

function add(kept: Moments, value: number): void {
  kept.count++
  kept.sum += value
  kept.squares += value * value
}

const spreadOf = ({ count, sum, squares }: Moments): number =>
  count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
