// Model key → plan. Every one of the 23 models ends here; the ×1 tools are planned in operations/, enlarging beside this file.
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ParameterKey } from '#rulebook/tools/parameter.ts'
import { ENGINE_UNSUPPORTED } from '../capabilities.ts'
import { planEnhance } from './enhance/plan-enhance.ts'
import { withinLimits } from './output-size.ts'
import type { Plan, PlanInput, PlanPass } from './plan.ts'
import { planLighting, sharpenSteps, superFocusSteps } from './plan-operations.ts'
import { denoisePasses, passOf, sharpenPasses } from './plan-refine.ts'
import { restorePasses } from './plan-repair.ts'

/** Pure: the same input gives the same plan in every thread. Throws for a key that is not in the rulebook. */
export function makePlan(input: PlanInput): Plan {
  const seed = typeof input.params.seed === 'number' ? input.params.seed : input.autoSeed
  return { passes: planPasses(input, seed), seed, ignored: ignoredOf(input) }
}

function planPasses(input: PlanInput, seed: number): readonly PlanPass[] {
  const tool = modelByKey(input.modelKey)?.tool
  if (tool === 'enhance' || tool === 'enhance-generative') return planEnhance(input, seed)
  return [...shrinkToLimits(input), ...sameSizePasses(input, seed)]
}

function sameSizePasses(input: PlanInput, seed: number): PlanPass[] {
  const { modelKey, params, analysis } = input
  switch (modelByKey(modelKey)?.tool) {
    case 'denoise':
      return denoisePasses(input)
    case 'restore-generative':
      return restorePasses(input)
    case 'sharpen':
      return sharpenPasses(input, sharpenSteps(modelKey, params, analysis))
    case 'sharpen-generative':
      return sharpenPasses(input, superFocusSteps(modelKey, params, analysis, seed))
    case 'lighting':
      return passOf(planLighting(modelKey, params, analysis))
    default:
      throw new Error(`the engine has no model ${modelKey}`)
  }
}

/** A picture may be larger than any result may be; then it is first made as large as a result can be. */
function shrinkToLimits({ picture }: PlanInput): PlanPass[] {
  const size = withinLimits(picture, 1)
  return size.height === picture.height ? [] : [{ kind: 'shrink', size, kernel: 'lanczos3' }]
}

const ignoredOf = ({ params }: PlanInput): ParameterKey[] =>
  (Object.keys(ENGINE_UNSUPPORTED) as ParameterKey[]).filter(
    (key) => params[key] !== undefined && params[key] !== false && params[key] !== '',
  )
