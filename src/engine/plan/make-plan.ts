// Model key → plan. Every one of the 23 models ends here; the ×1 tools are planned in operations/, enlarging beside this file.
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ParameterKey } from '#rulebook/tools/parameter.ts'
import { ENGINE_UNSUPPORTED } from '../capabilities.ts'
import type { TileOperation } from '../operation.ts'
import { planLighting, planSharpen, planSuperFocus } from '../operations/plan-operations.ts'
import { withinLimits } from './output-size.ts'
import type { Plan, PlanInput, PlanPass } from './plan.ts'
import { planEnhance } from './plan-enhance.ts'
import { denoisePasses } from './plan-polish.ts'
import { restorePasses } from './plan-repair.ts'

/** Pure: the same input gives the same plan in every thread. Throws for a key that is not in the rulebook. */
export function makePlan(input: PlanInput): Plan {
  const seed = typeof input.params.seed === 'number' ? input.params.seed : input.autoSeed
  return { passes: planPasses(input, seed), seed, ignored: ignoredOf(input) }
}

function planPasses(input: PlanInput, seed: number): readonly PlanPass[] {
  const tool = modelByKey(input.modelKey)?.tool
  if (tool === 'enhance' || tool === 'enhance-generative') return planEnhance(input, seed)
  if (tool === 'denoise') return [...shrinkToLimits(input), ...denoisePasses(input)]
  if (tool === 'restore-generative') return [...shrinkToLimits(input), ...restorePasses(input)]
  return [...shrinkToLimits(input), ...pass(planSameSize(input, seed))]
}

const pass = (operations: readonly TileOperation[]): PlanPass[] =>
  operations.length > 0 ? [{ kind: 'operations', operations }] : []

function planSameSize({ modelKey, params, analysis }: PlanInput, seed: number): TileOperation[] {
  switch (modelByKey(modelKey)?.tool) {
    case 'sharpen':
      return planSharpen(modelKey, params, analysis)
    case 'sharpen-generative':
      return planSuperFocus(modelKey, params, analysis, seed)
    case 'lighting':
      return planLighting(modelKey, params, analysis)
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
