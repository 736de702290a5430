// Classifies the marks (damage candidates) that the net found. The net sees one spot at a time; here each mark is judged as a whole, by what lies on
// both sides of it and by how much damage the rest of the picture shows: one thin line in a picture without any is a rope, not a scratch.
// The weights are a logistic regression over marks of held-out training photographs (bench/fit-marks.ts, decision 0135).
import { overviewOf } from '../analysis/collect-crops.ts'
import { estimateColours } from '../analysis/content.ts'
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
/** Of a mark in its picture: with the evidence of the other marks. */
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
/** From this many certain marks on a picture counts as damaged, and every mark that is more likely damage than not is filled. */
const DAMAGED_FROM_MARKS = 3
const SURE_FROM = 1.5
const LIKELY_FROM = 0
/** Log-odds by its own traits alone that a mark needs to convince. */
const ALONE_FROM = 0
/**
 * In a picture that looks clean, marks are filled from these log-odds on while the expected gain of all that is filled exceeds this many of its standard
 * deviations: one large doubtful mark, if wrong, costs more than three small ones gain.
 */
const IN_CLEAN = { from: 0.5, deviations: 2 } as const
/**
 * An old print of one tone with many likely marks, hardly a sure one and little else that was marked has damage that the drawn marks of the
 * fit do not resemble, wide tears and cracks, so all of it is valued too low.
 */
const UNLIKE_PRINT = {
  likelyMarks: 4,
  likelyOfPicture: 0.0012,
  likelyOfMarked: 0.5,
  tintSpread: 0.06,
  filledFrom: -2,
} as const
/** A mark counts as evidence from this likelihood on, with no more than so many pixels, and as one of the marks from the second on. */
const EVIDENCE = { from: 0.3, mostPx: 100, markFrom: 0.5, doubtedBelow: 0.2 } as const

/** Evidence of the other marks of the picture, as binary logarithms. */
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
  const damage = new Uint8Array(found.length)
  for (const { pixels } of filledOf(marks, oddsOf(marks), source)) for (const i of pixels) damage[i] = 1
  return damage
}

function filledOf(marks: readonly Mark[], odds: readonly number[], source: Raster): readonly Mark[] {
  const from = (least: number) => marks.filter((_, k) => odds[k]! >= least)
  if (from(SURE_FROM).filter(convincesAlone).length >= DAMAGED_FROM_MARKS) return from(LIKELY_FROM)
  if (isUnlikePrint(from(LIKELY_FROM), marks, source)) return from(UNLIKE_PRINT.filledFrom)
  const filled = worthFilling(marks, odds)
  return filled.some(convincesAlone) ? filled : []
}

/** Two wrong marks support each other, so a mark must also convince by its own traits. */
const convincesAlone = ({ traits }: Mark): boolean => weighed(ALONE, traits) >= ALONE_FROM

/**
 * From the likeliest on, as long as the whole keeps its promise. What filling a mark changes is gained where it is damage and lost where it is part of the
 * picture, so with the likelihood p it is worth 2p − 1 of it on the mean, with a deviation of 2 √(p (1 − p)).
 */
function worthFilling(marks: readonly Mark[], odds: readonly number[]): Mark[] {
  const likeliestFirst = [...marks.keys()].filter((k) => odds[k]! >= IN_CLEAN.from).sort((a, b) => odds[b]! - odds[a]!)
  const filled: Mark[] = []
  let [gain, variance] = [0, 0]
  for (const k of likeliestFirst) {
    const mark = marks[k]!
    const likelihood = likelihoodOf(odds[k]!)
    const gainNow = gain + (2 * likelihood - 1) * mark.change
    const varianceNow = variance + 4 * likelihood * (1 - likelihood) * mark.change ** 2
    if (gainNow <= IN_CLEAN.deviations * Math.sqrt(varianceNow)) continue
    filled.push(mark)
    ;[gain, variance] = [gainNow, varianceNow]
  }
  return filled
}

function isUnlikePrint(likely: readonly Mark[], marks: readonly Mark[], source: Raster): boolean {
  const likelyPx = areaOf(likely)
  return (
    likely.length >= UNLIKE_PRINT.likelyMarks &&
    likelyPx >= UNLIKE_PRINT.likelyOfPicture * source.width * source.height &&
    likelyPx >= UNLIKE_PRINT.likelyOfMarked * areaOf(marks) &&
    estimateColours(overviewOf(source)).tintSpread < UNLIKE_PRINT.tintSpread
  )
}

const areaOf = (marks: readonly Mark[]): number => marks.reduce((sum, { pixels }) => sum + pixels.length, 0)

const likelihoodOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** Log-odds of each mark's being damage. */
export function oddsOf(marks: readonly Mark[]): number[] {
  const others = othersOf(marks)
  return marks.map(({ traits }, k) => weighed(AMONG_OTHERS, { ...traits, ...others[k]! }))
}

/** A mark along the picture's border is its frame. */
export function marksOf(found: Uint8Array, source: Raster): Mark[] {
  const covered = dilate(found, source.width, source.height)
  const picture = { source, found, covered }
  return connectedRegions(found, source)
    .map((pixels) => ({ pixels, ...seenMark(pixels, picture) }))
    .filter(({ isFlanked }) => isFlanked)
}

/** For each mark, the evidence of all others. */
export function othersOf(marks: readonly Mark[], weights: Weights = ALONE): OtherMarks[] {
  const evidence = marks.map(({ pixels, traits }) => {
    const likelihood = likelihoodOf(weighed(weights, traits))
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
