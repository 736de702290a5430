// No result may be worse than its source: a plan is tried on samples of the picture before it runs, and where it fails a check a milder one is taken, in the end
// the plain one (decision 0130). Only automatic settings are ever made milder: a plan that this does not change is what the consumer asked for.
import { clippedShare, grainOfFlats, greyOfWhites, overdrawnShare, tintOfNeutrals } from '../analysis/artefacts.ts'
import type { AnalysisCrop, PictureAnalysis } from '../analysis/picture-analysis.ts'
import { recurrenceOf } from '../analysis/recurrence.ts'
import { type BeforeAfter, lumaTaken, residualOf, type TakenPiece } from '../analysis/residual.ts'
import type { Artefact, MilderPlan } from '../engine-types.ts'
import { cropTile } from '../image/cut-tile.ts'
import type { Raster } from '../image/raster.ts'
import { UNTOUCHED_QUALITY } from '../operations/deblock.ts'
import { isHalving, isTextureThroughScales, isWhite } from '../tools/denoise.ts'
import { type FilterStep, operationsOf } from '../tools/filter-step.ts'
import { makePlan, modelOf } from '../tools/make-plan.ts'
import type { Mildness, Plan, PlanInput } from '../tools/plan.ts'
import { BLOCKS_SEEN_QUALITY } from '../tools/sharpen.ts'
import { excessThatNoiseAllows } from './limit-excess.ts'
import { rasterOf, samplesOf, stepsBefore, tried } from './try-plan.ts'

const LADDER: readonly Mildness[] = ['milder', 'plain']

type Untiered = Omit<PlanInput, 'tier'>

/** Undefined: the plan as measured passed. Pure, and the same on every machine but for the last bits of sines. */
export function chooseMilderPlan(asked: Untiered, crops: readonly AnalysisCrop[]): MilderPlan | undefined {
  const { checkedFor = [] } = modelOf(asked.modelKey)
  if (checkedFor.length === 0) return undefined
  const samples = samplesOf(crops)
  const noise = noiseAmongTexture(asked, crops)
  const input = { ...asked, noise }
  const because = new Set<Artefact>(noise && ['texture-taken'])
  let mildness: Mildness | undefined
  let plan = planOf(input)
  for (const next of LADDER) {
    const trial = trialOf(input, mildness, plan, samples)
    const found = checkedFor.filter((artefact) => causes[artefact](trial))
    if (found.length === 0) break
    const milder = planOf({ ...input, mildness: next })
    if (settingsIn(milder) === settingsIn(plan)) break
    for (const artefact of found) because.add(artefact)
    ;[mildness, plan] = [next, milder]
  }
  const excess = excessThatNoiseAllows({ ...input, mildness }, samples)
  if (excess < 1) return { plan: mildness ?? 'measured', because: [...because, 'more-than-noise'], excess }
  if (noise) return { plan: mildness ?? 'measured', noise, because: [...because] }
  return mildness && { plan: mildness, because: [...because] }
}

/** What Denoise Normal would take by itself is judged, for tools that take noise away with their own work. */
function noiseAmongTexture(input: Untiered, crops: readonly AnalysisCrop[]): Mildness | undefined {
  if (!modelOf(input.modelKey).takesNoise || isRemainsOfJpeg(input.analysis)) return undefined
  const denoising = { ...input, modelKey: 'denoise/normal', params: {} }
  const { mildness: noise } = limitsOf(chooseMilderPlan(denoising, crops))
  return settingsIn(planOf({ ...input, noise })) === settingsIn(planOf(input)) ? undefined : noise
}

/** Ringing and what compression left of texture: believed to be texture, it is sharpened (decision 0251). */
const isRemainsOfJpeg = ({ jpegQuality, lumaNoiseByScale }: PictureAnalysis): boolean =>
  jpegQuality < BLOCKS_SEEN_QUALITY && !isTextureThroughScales(lumaNoiseByScale)

/** How the outcome limits the plan that runs. */
export const limitsOf = (milder: MilderPlan | undefined): Pick<PlanInput, 'mildness' | 'excess' | 'noise'> => ({
  mildness: milder?.plan === 'measured' ? undefined : milder?.plan,
  excess: milder?.excess,
  noise: milder?.noise,
})

const planOf = (input: Untiered): Plan => {
  const { checkedAs = input.modelKey } = modelOf(input.modelKey)
  return makePlan({ ...input, modelKey: checkedAs, tier: 'classical', packs: undefined })
}

/** The map of a picture's light is the same in all its plans, and longer than everything else together. */
const settingsIn = ({ passes }: Plan): string =>
  JSON.stringify(passes, (key, value) => (key === 'map' ? undefined : value))

interface Trial {
  readonly input: Untiered
  readonly mildness: Mildness | undefined
  readonly plan: Plan
  readonly samples: readonly Raster[]
  /** All steps, on the samples. */
  readonly onSamples: () => readonly BeforeAfter[]
  /** And on the overview, for steps that change no structure: what lies in the frame, which takes the light of the photo and judges it not. */
  readonly onOverview: () => BeforeAfter
}

function trialOf(input: Untiered, mildness: Mildness | undefined, plan: Plan, samples: readonly Raster[]): Trial {
  const steps = stepsBefore(plan)
  return {
    input,
    mildness,
    plan,
    samples,
    onSamples: once(() => samples.filter(isAmong(steps)).map((sample) => tried(steps, sample))),
    onOverview: once(() => withoutFrame(tried(steps, rasterOf(input.analysis.overview)), input.analysis)),
  }
}

const withoutFrame = ({ before, after }: BeforeAfter, { inFrame }: PictureAnalysis): BeforeAfter => ({
  before: cropTile(before, inFrame),
  after: cropTile(after, inFrame),
})

/** Half of the samples are enough for expensive steps: so a check stays below a tenth of the smallest runs. */
const isAmong = (steps: readonly FilterStep[]) => {
  const isExpensive =
    operationsOf(steps).reduce((sum, { costPerMegapixel }) => sum + costPerMegapixel, 0) > EXPENSIVE_COST
  return (_: Raster, i: number) => !isExpensive || i % 3 === 0
}
const EXPENSIVE_COST = 0.5

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const causes: Readonly<Record<Exclude<Artefact, 'more-than-noise'>, (trial: Trial) => boolean>> = {
  'texture-taken': removesTexture,
  'edges-overdrawn': (trial) => {
    const { mayOverdraw = OVERDRAWN_SHARE } = modelOf(trial.input.modelKey)
    return overdrawnShare(trial.onSamples()) > mayOverdraw
  },
  'flats-roughened': (trial) => {
    const { before, after } = grainOfFlats(trial.onSamples())
    return after > ROUGHER.factor * before + ROUGHER.levels
  },
  'neutrals-tinted': (trial) => {
    const { before, after } = trial.onOverview()
    const { share, levels } = tintOfNeutrals(before, after)
    return share > TINTED.share && levels > TINTED.levels
  },
  'whites-greyed': (trial) => {
    const { before, after } = trial.onOverview()
    const { share, levels } = greyOfWhites(before, after)
    return share > GREYED.share && levels > GREYED.levels
  },
  'tones-clipped': (trial) => {
    const { before, after } = trial.onOverview()
    return clippedShare(before, after) > CLIPPED_SHARE
  },
}

/** Standard on blurred pictures 0.002 to 0.019, on sharp ones 0.02 to 0.11. */
const OVERDRAWN_SHARE = 0.05
const ROUGHER = { factor: 1.6, levels: 1.5 } as const
const TINTED = { share: 0.02, levels: 7 } as const
const GREYED = { share: 0.03, levels: 10 } as const
const CLIPPED_SHARE = 0.02

/** Less than this is invisible: 45 dB and more. */
const LEAST_LEVELS = 0.7
/** Noise 2.7 to 3.3, camera noise up to 3.5; fur, weave and pores 3.4 to 6.5. */
const SPIKES = { whole: 3.5, white: 3.4 } as const
/** Noise of cameras and of 13 pictures with σ 10 in JPEG 80: 0.01 to 0.08; a photograph of an LED wall 0.11, a print screen 0.42, a weave 0.63. */
const RECURRING = 0.25
/** Camera noise 0.22 to 0.54, white noise −0.07 to 0.06, texture 0.04 to 0.22. */
const NEIGHBOURS = { camera: 0.235, white: 0.115 } as const
/** Colour noise in 8-bit levels that the texture of photographs has not: 112 clean ones show 2.3 at most. Coloured screens of print show more. */
const COLOURED_FROM = 2.5
const WEAK_COLOUR_TO = 5
/** Ratio of measured white noise to what is removed: white noise 0.98 to 1.5. */
const WHITE_PART = 0.7

/** Measured on 21 clean, 28 noisy and 12 real noisy pictures and 28 with noise and JPEG (decision 0130). */
function removesTexture(trial: Trial): boolean {
  const { input, mildness, plan, samples } = trial
  if (flattensTexture(trial)) return true
  const steps = stepsBefore(plan, ({ filter }) => filter === 'denoise')
  if (steps.length === 0 || isEnlargedJpeg(input)) return false
  const taken = takenBy(steps, samples)
  const { levels, neighbours, spikes } = residualOf(taken)
  if (levels < LEAST_LEVELS) return false
  if (spikes > SPIKES.whole || recurrenceOf(taken) > RECURRING) return true
  if (mildness === 'milder') return false
  return !isCameraNoise(input.analysis, neighbours) && !isWhiteNoise(input.analysis, { levels, neighbours, spikes })
}

const takenBy = (steps: readonly FilterStep[], samples: readonly Raster[]): TakenPiece[] =>
  samples.map((sample) => lumaTaken(tried(steps, sample)))

/** The bilateral filter is for drawings; in a photograph it removes more than the noise. */
function flattensTexture({ input, plan, samples }: Trial): boolean {
  const steps = stepsBefore(plan, ({ filter }) => filter === 'bilateral')
  if (steps.length === 0 || isEnlargedJpeg(input)) return false
  const { levels } = residualOf(takenBy(steps, samples))
  return levels > Math.max(LEAST_LEVELS, FLATTENED_OF_NOISE * input.analysis.whiteNoise.luma)
}
const FLATTENED_OF_NOISE = 1.2

/** Before enlarging, JPEG's remains of noise and edges are removed as noise: that measures better (tools/enhance/clean-source.ts). */
const isEnlargedJpeg = ({ modelKey, analysis }: Untiered): boolean =>
  modelOf(modelKey).changesSize === true && analysis.jpegQuality < UNTOUCHED_QUALITY

/** Weak white noise has colour, too, and no camera smeared it: then what is beyond it in luma is texture. */
const isCameraNoise = ({ chromaNoiseSigma, whiteNoise }: PictureAnalysis, neighbours: number): boolean =>
  neighbours >= NEIGHBOURS.camera ||
  (chromaNoiseSigma >= COLOURED_FROM && (whiteNoise.luma < COLOURED_FROM || chromaNoiseSigma > WEAK_COLOUR_TO))

/** JPEG erases the finest frequencies, from which white noise is read. */
function isWhiteNoise(
  { whiteNoise, jpegQuality, lumaNoiseByScale }: PictureAnalysis,
  { levels, neighbours, spikes }: ReturnType<typeof residualOf>,
): boolean {
  if (neighbours > NEIGHBOURS.white || spikes > SPIKES.white) return false
  const isSeenWhite = whiteNoise.luma >= WHITE_PART * levels
  if (jpegQuality < UNTOUCHED_QUALITY) return isSeenWhite || isHalving(lumaNoiseByScale)
  return isSeenWhite && isWhite(lumaNoiseByScale)
}
