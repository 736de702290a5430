// The eight enlarging models (engine study §3.2). One recipe per model says how it is true to its name (recipes.ts); a value that the consumer
// leaves out follows the measurements.
//   measured   noise of luma and colour, its white part and luma at three scales; softness of edges and of the lens; JPEG quality; content
//   steps      clean the source (clean-source.ts): deblock, denoise, deblur, bilateral; enlarge (enlarge-steps.ts); sharpenStrokes, boostDetail,
//              addTexture, bilateral. A picture that becomes smaller is shrunk first
//   net        from ×1.2 on (×1.5 where it invents) that of the recipe, which faithful-net.ts, a pack, or a page of writing may replace;
//              `sr4` for `sr2` and `sr4-wide` for a blend above ×2; `refine-jpeg` and `refine-noise` refine the cleaning; without weights the classical steps
//   progress   CPU seconds per megapixel: denoise 0.1 to 0.3 a step and 1 with a net, deblur 0.3; of the result: enlarge 0.36 to 0.6, detail 0.05 to 0.06 a step, denoise 0.08
import type { ParameterKey } from '#rulebook/tools/parameter.ts'
import type { EnlargeSettings } from '../../enlarge/enlarge-settings.ts'
import { DOUBLING } from '../../enlarge/enlarge-steps.ts'
import { blendName } from '../../nets/blend-weights.ts'
import { type FilterStep, step } from '../filter-step.ts'
import { outputSize } from '../output-size.ts'
import { type PlanInput, type PlanPass, passOf, type ToolModels } from '../plan.ts'
import { packFor } from './choose-pack.ts'
import { cleaningPasses, grainLeft } from './clean-source.ts'
import { withFaithfulNet } from './faithful-net.ts'
import { type Finish, RECIPES, type Recipe } from './recipes.ts'
import { scalePasses } from './scale-passes.ts'
import { isWriting } from './writing.ts'

export const ENHANCE_MODELS: ToolModels = Object.fromEntries(
  Object.entries(RECIPES).map(([key, recipe]) => [
    key,
    {
      measures: [
        'noiseSigma',
        'chromaNoiseSigma',
        'lumaNoiseByScale',
        'whiteNoise',
        'blurSigma',
        'lensBlur',
        'jpegQuality',
        'content',
      ],
      changesSize: true,
      checkedFor: ['texture-taken', 'edges-overdrawn'],
      passes: (input, seed) => enhancePasses(input, recipe, seed),
    },
  ]),
)

function enhancePasses(input: PlanInput, model: Recipe, seed: number): readonly PlanPass[] {
  const { picture } = input
  const size = outputSize(picture, numberOf(input, 'output_height'))
  const factor = size.height / picture.height
  const pack = packPartOf(input, model, factor)
  const recipe = recipeFor(input, model, factor, pack !== undefined)
  const cleaning = cleaningPasses(input, recipe, Math.min(1, factor))
  const finishing = finishingSteps(input, recipe, seed, Math.max(1, factor))
  const scaling = scalePasses(
    picture,
    size,
    pack ? { ...recipe.enlarge, ...pack } : settingsFor(input, recipe, factor),
    finishing,
  )
  if (factor > 1) return [...cleaning, ...scaling]
  // A picture that becomes smaller is shrunk first: the other steps then have less to do and nothing to undo.
  return [...scaling, ...cleaning, ...passOf(finishing)]
}

function recipeFor(input: PlanInput, model: Recipe, factor: number, isByPack: boolean): Recipe {
  if (isByPack) return { ...model, ...BEFORE_PACK, finish: (asked) => finishByPack(model.finish(asked), asked) }
  const own = isByNet(input, model, factor) ? { ...model, ...model.beforeNet } : model
  const recipe = own.enlarge.net === 'sr2-low' && !own.invents ? withFaithfulNet(own, input) : own
  return input.mildness === undefined ? recipe : milderRecipe(recipe, input)
}

/** Share of the bilateral filter's range that is left after a check that failed. */
const EVENED = { milder: 0.4, plain: 0 } as const

const milderRecipe = (recipe: Recipe, { mildness }: PlanInput): Recipe => ({
  ...recipe,
  bilateralBefore: EVENED[mildness ?? 'milder'] * recipe.bilateralBefore,
  bilateralAfter: EVENED[mildness ?? 'milder'] * recipe.bilateralAfter,
})

/** The net was trained on damaged pictures, so its input is the picture as it is. */
const BEFORE_PACK: Partial<Recipe> = { noise: 0, compression: 0, blur: 0, leastBlur: 0 }

/** The net's detail is neither amplified nor covered with grain, unless a slider says so. */
const finishByPack = (finish: Finish, { params }: PlanInput): Finish => ({
  ...finish,
  detail: typeof params.detail === 'number' ? finish.detail : 1,
  texture: typeof params.texture === 'number' ? finish.texture : 0,
})

/** Steps of levels in 0–1. */
const LEVEL = 1 / 255

function packPartOf(input: PlanInput, { byPack }: Recipe, factor: number): Partial<EnlargeSettings> | undefined {
  const [offer, held] = [packFor(input, factor), byPack?.(input)]
  if (!offer || !held || isLeftPlain(input)) return undefined
  const { tools: _, ...facts } = offer
  // `sr2` becomes `sr4` above ×2.
  return {
    net: 'sr2',
    pack: { ...facts, part: held.part },
    netInvents: true,
    tolerance: held.tolerance * LEVEL,
    finalSmoothing: false,
    fidelity: 1,
  }
}

/**
 * Below these a net, which always doubles, computes many pixels for few. Measured per megapixel before shrinking: 0.35 CPU seconds in
 * int8, 0.6 and two back-projections where a mixed net invents; the classical steps cost 1.0 and are 1 dB farther
 * from the truth (Kodak ×1.2 38.8 against 39.8 dB, ×1.37 36.0 against 37.1).
 */
const LEAST_NET_FACTOR = { faithful: 1.2, inventing: 1.5 } as const

const isByNet = ({ tier }: PlanInput, { invents }: Recipe, factor: number) =>
  tier === 'net' && factor >= (invents ? LEAST_NET_FACTOR.inventing : LEAST_NET_FACTOR.faithful)

function settingsFor(input: PlanInput, recipe: Recipe, factor: number): EnlargeSettings {
  const { enlarge, invents, byNet } = recipe
  if (!isByNet(input, recipe, factor)) return { ...enlarge, net: undefined }
  if (!invents) return withGrain({ ...enlarge, ...byNet?.(input, factor) }, grainLeft(input, recipe))
  const { base, part, partAboveDoubling } = { ...invents(input), ...(isLeftPlain(input) && NOTHING_INVENTED) }
  const net = factor > DOUBLING ? blendName('sr4-wide', partAboveDoubling) : blendName(base, part)
  return { ...enlarge, net, netInvents: part > 0 }
}

const NOTHING_INVENTED = { part: 0, partAboveDoubling: 0 } as const

/** A value that a person set is what they want. */
const isLeftPlain = (input: PlanInput): boolean => isWriting(input) && numberOf(input, 'creativity') === undefined

/** Grain for the faithful net alone: the one for damaged pictures removes grain by itself. */
const withGrain = (settings: EnlargeSettings, levels: number): EnlargeSettings =>
  settings.net === 'sr2' && levels > 0 ? { ...settings, grain: levels * LEVEL } : settings

export function numberOf({ params }: PlanInput, key: ParameterKey): number | undefined {
  const value = params[key]
  return typeof value === 'number' ? value : undefined
}

/** Leaves out automatic steps that the check refused, and those that change the shape of letters. */
function plainly(finish: Finish, input: PlanInput): Finish {
  const { mildness, params } = input
  const isPlain = mildness === 'plain' || isWriting(input)
  return {
    ...finish,
    detail: isPlain && typeof params.detail !== 'number' ? 1 : finish.detail,
    texture: isPlain && typeof params.texture !== 'number' ? 0 : finish.texture,
  }
}

function finishingSteps(input: PlanInput, recipe: Recipe, seed: number, factor: number): FilterStep[] {
  const { detail, texture, strokes } = plainly(recipe.finish(input), input)
  const steps: FilterStep[] = []
  if (strokes > 0)
    steps.push(step('sharpenStrokes', { strength: strokes, radiusPx: Math.max(2, Math.round(1.5 * factor)) }))
  if (detail !== 1)
    steps.push(step('boostDetail', { gain: detail, sigmaPx: 0.8 * Math.max(1, factor * 0.75), overshoot: 0.08 }))
  if (texture > 0) steps.push(step('addTexture', { seed, amplitude: texture, factor }))
  if (recipe.bilateralAfter > 0) steps.push(step('bilateral', { rangeLevels: recipe.bilateralAfter }))
  return steps
}
