// Model key → plan. What each of the 23 models does is in the file of its family beside this one.
import type { ParameterKey } from '#rulebook/tools/parameter.ts'
import type { AnalysisNeeds } from '../analysis/analysis-needs.ts'
import { ENGINE_UNSUPPORTED } from '../capabilities.ts'
import { DENOISE_MODELS } from './denoise.ts'
import { ENHANCE_MODELS } from './enhance/plan-enhance.ts'
import { LIGHTING_MODELS } from './lighting.ts'
import { withinLimits } from './output-size.ts'
import type { Plan, PlanInput, PlanPass, ToolModel, ToolModels } from './plan.ts'
import { RESTORE_MODELS } from './restore.ts'
import { SHARPEN_MODELS } from './sharpen.ts'
import { SUPER_FOCUS_MODELS } from './super-focus.ts'

const MODELS: ToolModels = {
  ...ENHANCE_MODELS,
  ...DENOISE_MODELS,
  ...RESTORE_MODELS,
  ...LIGHTING_MODELS,
  ...SHARPEN_MODELS,
  ...SUPER_FOCUS_MODELS,
}

/** Pure: the same input gives the same plan. Throws for a key that is not in the rulebook. */
export function makePlan(input: PlanInput): Plan {
  const model = modelOf(input.modelKey)
  const seed = typeof input.params.seed === 'number' ? input.params.seed : input.autoSeed
  const passes = model.passes(input, seed)
  return {
    passes: model.changesSize ? passes : [...shrinkToLimits(input), ...passes],
    seed,
    ignored: ignoredOf(input),
  }
}

/** The expensive measurements that the model's plan reads. */
export function needsOf(modelKey: string): AnalysisNeeds {
  const { measures } = modelOf(modelKey)
  return {
    motion: measures.includes('motion'),
    scratches: measures.includes('scratchFraction'),
    softPlaces: measures.includes('softPlaces'),
  }
}

export function modelOf(modelKey: string): ToolModel {
  const model = MODELS[modelKey]
  if (!model) throw new Error(`the engine has no model ${modelKey}`)
  return model
}

/** A picture may exceed the largest result; then it is first shrunk to that size. */
function shrinkToLimits({ picture }: PlanInput): PlanPass[] {
  const size = withinLimits(picture, 1)
  return size.height === picture.height ? [] : [{ kind: 'shrink', size, kernel: 'lanczos3' }]
}

const ignoredOf = ({ params }: PlanInput): ParameterKey[] =>
  (Object.keys(ENGINE_UNSUPPORTED) as ParameterKey[]).filter(
    (key) => params[key] !== undefined && params[key] !== false && params[key] !== '',
  )
