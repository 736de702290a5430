// Classifies the damage regions (connected candidates) that the net found. The net sees one spot at a time; here each region is classified as a whole, by
// what lies on both sides of it and by how much damage the rest of the picture shows: one thin line in a picture without any is a rope, not a scratch.
// The weights are a logistic regression over regions of held-out training photographs (bench/fit-region-classifier.ts, decision 0135).
import { overviewOf } from '../analysis/analysis-input.ts'
import { estimateColours } from '../analysis/content.ts'
import { connectedRegions } from '../image/connected-regions.ts'
import { dilate } from '../image/dilate.ts'
import type { Raster } from '../image/raster.ts'
import { type MeasuredRegion, measureRegion, type RegionFeatures } from './region-features.ts'

export interface Weights extends RegionFeatures {
  readonly bias: number
}

/** Weights for a region by itself. */
const ALONE: Weights = {
  bias: -4.35,
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
/** Weights for a region in its picture: with the evidence of the other regions. */
const IN_CONTEXT: Weights & RegionContext = {
  bias: 0.03,
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
  regions: 2.61,
  doubted: -4.02,
}
/** With so many certain regions a picture counts as damaged: every region that is likelier damage than not is filled then. */
const DAMAGED_FROM_REGIONS = 3
const SURE_FROM = 1.5
const LIKELY_FROM = 0
/** Log-odds by its own features alone that a region needs to convince. */
const ALONE_FROM = 0
/**
 * In a picture that looks clean, regions are filled from these log-odds on while the expected gain of all that is filled exceeds this many of its standard
 * deviations: one large doubtful region, if wrong, costs more than three small ones gain.
 */
const IN_CLEAN = { from: 0.5, deviations: 2 } as const
/**
 * An old print of one tone with many likely regions, hardly a sure one and little else that the net found has damage that the drawn damage of the
 * fit do not resemble, wide tears and cracks, so all of it is valued too low.
 */
const UNLIKE_PRINT = {
  // A grey picture may have been taken yesterday: a zip, a hand before a dark coat and two lamps are four.
  likelyRegions: { tinted: 4, grey: 8 },
  saturation: 0.02,
  likelyOfPicture: 0.0012,
  likelyOfCandidates: 0.5,
  tintSpread: 0.06,
  filledFrom: { small: -2, large: -1 },
  smallPx: 144,
} as const
/** A region counts as evidence from this likelihood on, with no more than so many pixels, and as a region from the second on. */
const EVIDENCE = { from: 0.3, mostPx: 100, regionFrom: 0.5, doubtedBelow: 0.2 } as const

/** Evidence of the other regions of the picture, as binary logarithms. */
interface RegionContext {
  readonly damage: number
  readonly regions: number
  /** How many look like no damage: windows, a fence, leaves. */
  readonly doubted: number
}

export interface Region extends MeasuredRegion {
  readonly pixels: readonly number[]
}

/** 1 where damage lies, else 0. `found` holds the net's answers (mask-from-logits.ts). */
export function classifyRegions(found: Uint8Array, source: Raster): Uint8Array {
  const regions = regionsOf(found, source)
  const damage = new Uint8Array(found.length)
  for (const { pixels } of regionsToFill(regions, logOddsOf(regions), source)) for (const i of pixels) damage[i] = 1
  return damage
}

function regionsToFill(regions: readonly Region[], odds: readonly number[], source: Raster): readonly Region[] {
  const from = (least: number) => regions.filter((_, k) => odds[k]! >= least)
  if (from(SURE_FROM).filter(convincesAlone).length >= DAMAGED_FROM_REGIONS) return from(LIKELY_FROM)
  if (isUnlikePrint(from(LIKELY_FROM), regions, source)) {
    const { filledFrom, smallPx } = UNLIKE_PRINT
    return regions.filter(
      ({ pixels }, k) => odds[k]! >= (pixels.length <= smallPx ? filledFrom.small : filledFrom.large),
    )
  }
  const filled = worthFilling(regions, odds)
  return filled.some(convincesAlone) ? filled : []
}

/** Two wrong regions support each other, so a region must also convince by its own features. */
const convincesAlone = ({ features }: Region): boolean => linearSum(ALONE, features) >= ALONE_FROM

/**
 * From the likeliest on, as long as the whole keeps its promise. What filling a region changes is gained where it is damage and lost where it is part of the
 * picture, so with the likelihood p it is worth 2p − 1 of it on the mean, with a deviation of 2 √(p (1 − p)).
 */
function worthFilling(regions: readonly Region[], odds: readonly number[]): Region[] {
  const likeliestFirst = [...regions.keys()]
    .filter((k) => odds[k]! >= IN_CLEAN.from)
    .sort((a, b) => odds[b]! - odds[a]!)
  const filled: Region[] = []
  let [gain, variance] = [0, 0]
  for (const k of likeliestFirst) {
    const region = regions[k]!
    const likelihood = probabilityOf(odds[k]!)
    const gainNow = gain + (2 * likelihood - 1) * region.change
    const varianceNow = variance + 4 * likelihood * (1 - likelihood) * region.change ** 2
    if (gainNow <= IN_CLEAN.deviations * Math.sqrt(varianceNow)) continue
    filled.push(region)
    ;[gain, variance] = [gainNow, varianceNow]
  }
  return filled
}

function isUnlikePrint(likely: readonly Region[], regions: readonly Region[], source: Raster): boolean {
  const { likelyRegions, likelyOfPicture, likelyOfCandidates } = UNLIKE_PRINT
  const likelyPx = areaOf(likely)
  if (likely.length < likelyRegions.tinted || likelyPx < likelyOfPicture * source.width * source.height) return false
  if (likelyPx < likelyOfCandidates * areaOf(regions)) return false
  const { tintSpread, saturation } = estimateColours(overviewOf(source))
  const isTinted = saturation >= UNLIKE_PRINT.saturation
  return tintSpread < UNLIKE_PRINT.tintSpread && (isTinted || likely.length >= likelyRegions.grey)
}

const areaOf = (regions: readonly Region[]): number => regions.reduce((sum, { pixels }) => sum + pixels.length, 0)

const probabilityOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** Log-odds of each region's being damage. */
export function logOddsOf(regions: readonly Region[]): number[] {
  const context = contextOf(regions)
  return regions.map(({ features }, k) => linearSum(IN_CONTEXT, { ...features, ...context[k]! }))
}

/** A region along the picture's border is its frame. */
export function regionsOf(found: Uint8Array, source: Raster): Region[] {
  const covered = dilate(found, source.width, source.height)
  const picture = { source, found, covered }
  return connectedRegions(found, source)
    .map((pixels) => ({ pixels, ...measureRegion(pixels, picture) }))
    .filter(({ isFlanked }) => isFlanked)
}

/** For each region, the evidence of all others. */
export function contextOf(regions: readonly Region[], weights: Weights = ALONE): RegionContext[] {
  const evidence = regions.map(({ pixels, features }) => {
    const likelihood = probabilityOf(linearSum(weights, features))
    return {
      damage: likelihood > EVIDENCE.from ? likelihood * Math.min(EVIDENCE.mostPx, pixels.length) : 0,
      regions: likelihood > EVIDENCE.regionFrom ? 1 : 0,
      doubted: likelihood < EVIDENCE.doubtedBelow ? 1 : 0,
    }
  })
  const all = { damage: 0, regions: 0, doubted: 0 }
  for (const { damage, regions, doubted } of evidence) {
    all.damage += damage
    all.regions += regions
    all.doubted += doubted
  }
  return evidence.map((own) => ({
    damage: Math.log2(1 + Math.max(0, all.damage - own.damage)) / 8,
    regions: Math.log2(1 + all.regions - own.regions) / 4,
    doubted: Math.log2(1 + all.doubted - own.doubted) / 4,
  }))
}

/** Log-odds. */
function linearSum<Values extends object>(weights: Values & { readonly bias: number }, values: Values): number {
  let sum = weights.bias
  for (const key of Object.keys(values) as (keyof Values)[]) sum += (weights[key] as number) * (values[key] as number)
  return sum
}
