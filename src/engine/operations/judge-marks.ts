// Which of the marks that the net found are damage. The net sees one spot at a time; here each mark is judged as a whole, by what lies on
// both sides of it and by how much damage the rest of the picture shows: one thin line in a picture without any is a rope, not a scratch.
// The weights are a logistic regression over marks of held-out training photographs (bench/fit-marks.ts, decision 0135).
import { connectedRegions } from '../image/connected-regions.ts'
import { dilate } from '../image/dilate.ts'
import type { Raster } from '../image/raster.ts'
import { type MarkTraits, type SeenMark, seenMark } from './mark-traits.ts'

export interface Weights extends MarkTraits {
  readonly always: number
}

/** Of a mark by itself. */
const ALONE: Weights = {
  always: -4.35,
  peak: 0.39,
  likelihood: 4.56,
  area: -2.59,
  length: 2.09,
  width: 0.05,
  bright: 0.91,
  tone: -1.68,
  flankGap: -4.02,
  texture: 4.01,
  moreColour: -3.77,
  lessColour: 0.4,
}
/** Of a mark in its picture: with what the other marks say. */
const AMONG_OTHERS: Weights & OtherMarks = {
  always: 0.03,
  peak: 0.9,
  likelihood: 4.04,
  area: -2.54,
  length: 2.01,
  width: -0.13,
  bright: 0.84,
  tone: -1.47,
  flankGap: -2.28,
  texture: 3.04,
  moreColour: -4.33,
  lessColour: 0.12,
  damage: -0.36,
  marks: 2.61,
  doubted: -4.02,
}
/**
 * Log-odds from which on a mark is damage: in a picture that looks clean it must be surer. A print with many likely marks and hardly a sure
 * one has damage that the drawn marks of the fit do not resemble, wide tears and cracks, so all of it is valued too low.
 */
const DAMAGE_FROM = { damaged: -0.5, unlike: -2, clean: 1.5 } as const
/**
 * A picture is damaged where so many marks would be damage in a clean one, or where so many likely ones cover that share of it. Old
 * photographs show many doubtful marks beside a few cracks, so a count of sure ones alone left them as they were.
 */
const DAMAGED_PICTURE = { sureMarks: 3, likelyMarks: 4, likelyShare: 0.0012 } as const
const LIKELY_FROM = 0
/** A picture of two marks, both wrong, has nothing that speaks against them: a sure mark must convince by itself too. */
const ALONE_FROM = 0
/** A mark counts as evidence from this likelihood on, with no more than so many pixels, and as one of the marks from the second on. */
const EVIDENCE = { from: 0.3, mostPx: 100, markFrom: 0.5, doubtedBelow: 0.2 } as const

/** What the other marks of the picture say, as binary logarithms. */
interface OtherMarks {
  readonly damage: number
  readonly marks: number
  /** How many look like no damage: windows, a fence, leaves. */
  readonly doubted: number
}

export interface Mark extends SeenMark {
  readonly pixels: readonly number[]
}

/** 1 where damage lies, else 0. `found` holds the net's answers (mask-from-logits.ts). */
export function judgeMarks(found: Uint8Array, source: Raster): Uint8Array {
  const marks = marksOf(found, source)
  const odds = oddsOf(marks)
  const isSure = marks.map(({ traits }, k) => odds[k]! >= DAMAGE_FROM.clean && weighed(ALONE, traits) >= ALONE_FROM)
  const state = stateOf(marks, odds, isSure.filter(Boolean).length, found.length)
  const damage = new Uint8Array(found.length)
  for (const [k, { pixels }] of marks.entries())
    if (state === 'clean' ? isSure[k] : odds[k]! >= DAMAGE_FROM[state]) for (const i of pixels) damage[i] = 1
  return damage
}

function stateOf(
  marks: readonly Mark[],
  odds: readonly number[],
  sure: number,
  areaPx: number,
): keyof typeof DAMAGE_FROM {
  const { sureMarks, likelyMarks, likelyShare } = DAMAGED_PICTURE
  if (sure >= sureMarks) return 'damaged'
  const likely = marks.filter((_, k) => odds[k]! >= LIKELY_FROM)
  const likelyPx = likely.reduce((sum, { pixels }) => sum + pixels.length, 0)
  return likely.length >= likelyMarks && likelyPx >= likelyShare * areaPx ? 'unlike' : 'clean'
}

/** Log-odds of each mark's being damage. */
export function oddsOf(marks: readonly Mark[]): number[] {
  const others = othersOf(marks)
  return marks.map(({ traits }, k) => weighed(AMONG_OTHERS, { ...traits, ...others[k]! }))
}

/** What runs along the picture's border is its frame. */
export function marksOf(found: Uint8Array, source: Raster): Mark[] {
  const covered = dilate(found, source.width, source.height)
  const picture = { source, found, covered }
  return connectedRegions(found, source)
    .map((pixels) => ({ pixels, ...seenMark(pixels, picture) }))
    .filter(({ isFlanked }) => isFlanked)
}

/** For each mark what all others say. */
export function othersOf(marks: readonly Mark[], weights: Weights = ALONE): OtherMarks[] {
  const evidence = marks.map(({ pixels, traits }) => {
    const likelihood = 1 / (1 + Math.exp(-weighed(weights, traits)))
    return {
      damage: likelihood > EVIDENCE.from ? likelihood * Math.min(EVIDENCE.mostPx, pixels.length) : 0,
      marks: likelihood > EVIDENCE.markFrom ? 1 : 0,
      doubted: likelihood < EVIDENCE.doubtedBelow ? 1 : 0,
    }
  })
  const all = { damage: 0, marks: 0, doubted: 0 }
  for (const { damage, marks, doubted } of evidence) {
    all.damage += damage
    all.marks += marks
    all.doubted += doubted
  }
  return evidence.map((own) => ({
    damage: Math.log2(1 + Math.max(0, all.damage - own.damage)) / 8,
    marks: Math.log2(1 + all.marks - own.marks) / 4,
    doubted: Math.log2(1 + all.doubted - own.doubted) / 4,
  }))
}

/** Log-odds. */
function weighed<Values extends object>(weights: Values & { readonly always: number }, values: Values): number {
  let sum = weights.always
  for (const key of Object.keys(values) as (keyof Values)[]) sum += (weights[key] as number) * (values[key] as number)
  return sum
}
