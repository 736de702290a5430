// Light Adjust and White Balance (engine study §3.2, §3.3; document 2 §5). No net.
//   measured   brightness and colour of the light, what is neutral, whether all colour is one tint, and a small overview of the picture for the map of its light
//   steps      adjustLight, after denoise where little light is lifted far; whiteBalance
//   progress   light 0.18 and 0.17 CPU seconds per megapixel, denoise 0.28
import { pageLikeness } from '../analysis/neutrals.ts'
import type { ExposureEstimate, PictureAnalysis } from '../analysis/picture-analysis.ts'
import { bradford, lightOfMired, luminance } from '../image/colour-space.ts'
import type { Planes } from '../image/planes.ts'
import { ramp } from '../image/ramp.ts'
import { type LightMap, makeLightMap } from '../operations/light-map.ts'
import { denoiseStep, noiseOfNormal } from './denoise.ts'
import { type FilterStep, step } from './filter-step.ts'
import { brightOnPurpose } from './high-key.ts'
import { extraStops } from './low-light.ts'
import { numberOr } from './number-or.ts'
import { operationsPass, type PlanInput, type ToolModels } from './plan.ts'
import { smallLights } from './small-lights.ts'

type Triple = readonly [number, number, number]

/** `exposure` 0 and 2 are this many stops away from 1; `highlight` and `shadow` likewise. */
const EXPOSURE_STOPS = 1.5
const REGION_STOPS = 1.2
/** Share of the measured cast that automatic colour correction removes. */
const CAST_PART = 0.6
const STRETCH_GAIN_MAX = 1.6
/** `temperature` 0.01 and 1 lie about half of this to either side of the corrected neutral. */
const TEMPERATURE_MIRED = 160
/** sRGB's own white, 6504 K. */
const NEUTRAL_MIRED = 153.8
/** Median brightness (gamma-coded) that unset exposure moves towards, how far, and at most. */
const MEDIAN_TARGET = 0.46
const AUTO_EXPOSURE_PART = 0.5
const AUTO_STOPS_MAX = 1
/** What is less off is left as it is. */
const LEAST_STOPS = 0.15
/** A level that may become black in any picture, and the range of tones of faded prints. */
const BLACKEST = 0.06
const FADED = { surely: 0.6, no: 0.8 } as const
/** Extra light from which on noise is treated first. */
const NOISE_FROM_STOPS = 0.25

export const LIGHTING_MODELS: ToolModels = {
  'lighting/adjust': {
    measures: ['exposure', 'illuminant', 'neutrals', 'overview', 'tinting', 'lumaNoiseByScale', 'chromaNoiseByScale'],
    checkedFor: ['neutrals-tinted', 'whites-greyed', 'tones-clipped'],
    passes: (input) => [operationsPass(...lightSteps(input))],
  },
  'lighting/white-balance': {
    measures: ['illuminant'],
    checkedFor: ['neutrals-tinted', 'tones-clipped'],
    passes: (input) => [operationsPass(balanceStep(input))],
  },
}

/** Part of what is measured that a milder plan corrects. */
const PART_OF_MILDNESS = { milder: 0.5, plain: 0 } as const
const partOf = ({ mildness }: PlanInput): number => (mildness === undefined ? 1 : PART_OF_MILDNESS[mildness])

function lightSteps(input: PlanInput): FilterStep[] {
  const { params, analysis } = input
  const part = partOf(input)
  const auto = autoStops(analysis, part)
  const correction = params.color_correction !== false
  // The light is guessed from a sky or a wall that fills the picture, or from lamps that have a colour.
  const foreignPart = toneFreedom(analysis.exposure)
  const stretch = correction ? stretchOf(analysis, part) : undefined
  const extra = isLeftToUs(params)
    ? extraStops(analysis, { stretch: stretch ?? { low: 0, high: 1 }, ...auto })
    : { exposure: 0, shadow: 0 }
  const stops = (value: unknown, range: number, otherwise: number) =>
    typeof value === 'number' ? range * (value - 1) : otherwise
  const light = step('adjustLight', {
    exposureStops: stops(params.exposure, EXPOSURE_STOPS, auto.exposure + part * extra.exposure),
    highlightStops: stops(params.highlight, REGION_STOPS, auto.highlight),
    shadowStops: stops(params.shadow, REGION_STOPS, auto.shadow + part * extra.shadow),
    map: lightMapOf(analysis.overview),
    keptTint: analysis.tinting,
    ...(stretch && { adaptation: adaptationOf(analysis.illuminant, part * CAST_PART * foreignPart), stretch }),
  })
  // Its noise was invisible in the dark.
  const isLiftedFar = part * (extra.exposure + extra.shadow) > NOISE_FROM_STOPS
  return isLiftedFar ? [denoiseStep({ ...noiseOfNormal(analysis), keepDetail: 0 }), light] : [light]
}

/** Once for a picture, whose plan is made several times: a map takes longer than all the rest of a plan. */
function lightMapOf(overview: Planes): LightMap {
  const map = lightMaps.get(overview) ?? makeLightMap(overview)
  lightMaps.set(overview, map)
  return map
}
const lightMaps = new WeakMap<Planes, LightMap>()

/** A manual exposure or shadow value decides the brightness. */
const isLeftToUs = ({ exposure, shadow }: PlanInput['params']): boolean =>
  typeof exposure !== 'number' && typeof shadow !== 'number'

/** 0–1: how far the brightness of a page, of what is bright on purpose, or of lights in the dark, may change. */
const freedomOf = ({ exposure, neutrals }: PictureAnalysis): number =>
  (1 - pageLikeness(neutrals)) * toneFreedom(exposure)

const toneFreedom = (exposure: ExposureEstimate): number =>
  (1 - brightOnPurpose(exposure)) * (1 - smallLights(exposure))

/**
 * Dark pictures are lifted, mostly in their shadows; good ones and pages stay. Bright ones, too: what burnt out does not come back, and a bright middle is as often
 * a wall, a table cloth or a product before white, which would turn grey.
 */
function autoStops(analysis: PictureAnalysis, part: number) {
  const { median, high, low } = analysis.exposure
  const wanted = AUTO_EXPOSURE_PART * 2.2 * Math.log2(MEDIAN_TARGET / Math.max(0.02, median))
  const total = wanted < LEAST_STOPS ? 0 : part * Math.min(AUTO_STOPS_MAX, wanted) * freedomOf(analysis)
  const headroom = high > 0.92
  return {
    exposure: headroom ? 0.3 * total : 0.6 * total,
    highlight: headroom ? -0.3 * total : 0,
    shadow: (low < 0.1 ? 0.7 : 0.4) * total,
  }
}

function stretchOf(analysis: PictureAnalysis, part: number) {
  const { exposure } = analysis
  const asIs = 1 - part * freedomOf(analysis)
  // TRAP: brightness alone leaves a red bowl or an evening sky no room: their strongest channel is far above it.
  const top = Math.max(exposure.high, exposure.channelPeak)
  const [low, high] = [blackOf(exposure) * (1 - asIs), top + (1 - top) * asIs]
  const span = Math.max(high - low, 1 / STRETCH_GAIN_MAX)
  // A limited gain keeps the middle of the range where it was.
  const middle = (low + high) / 2
  const start = Math.max(0, Math.min(low, middle - span / 2))
  return { low: start, high: Math.max(start + span, Math.min(1, high)) }
}

/** What becomes black. The darkest of a print that has faded is; of a picture with light and dark it may be a jacket or hair. */
function blackOf({ low, high }: ExposureEstimate): number {
  const meant = Math.min(low, BLACKEST)
  return meant + ramp(high - low, FADED.no, FADED.surely) * (low - meant)
}

function adaptationOf([r, , b]: Triple, part: number): readonly number[] {
  return keepBrightness(bradford([r ** part, 1, b ** part], [1, 1, 1]))
}

function balanceStep(input: PlanInput): FilterStep {
  const { params, analysis } = input
  const part = partOf(input)
  const shift = TEMPERATURE_MIRED * (numberOr(params.temperature, 0.5) - 0.5)
  const [wr, wg, wb] = lightOfMired(NEUTRAL_MIRED)
  const [r, g, b] = lightOfMired(NEUTRAL_MIRED + shift)
  const target: Triple = [r / g / (wr / wg), 1, b / g / (wb / wg)]
  const [lightR, , lightB] = analysis.illuminant
  const adaptation = keepBrightness(bradford([lightR ** part, 1, lightB ** part], target))
  return step('whiteBalance', { adaptation, opacity: numberOr(params.opacity, 1) })
}

/** Grey keeps its luminance: a balance changes colours, not exposure. */
function keepBrightness(m: readonly number[]): readonly number[] {
  const row = (i: number) => m[3 * i]! + m[3 * i + 1]! + m[3 * i + 2]!
  const scale = 1 / luminance(row(0), row(1), row(2))
  return m.map((value) => value * scale)
}
