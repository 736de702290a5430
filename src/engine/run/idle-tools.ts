// Which of these tools would leave a picture unchanged in automatic mode: their plans are settled as for a run (decision 0130), and only the
// trial's samples are computed.
import { idleKey } from '#rulebook/runs/advised-tools.ts'
import type { AnalysisCrop, PictureAnalysis } from '../analysis/picture-analysis.ts'
import type { PictureEstimates } from '../engine-types.ts'
import type { Size } from '../image/rect.ts'
import type { FilterStep } from '../tools/filter-step.ts'
import { makePlan } from '../tools/make-plan.ts'
import { chooseMilderPlan, limitsOf } from './choose-milder-plan.ts'

/** Noise below this vanishes: 45 dB and more. */
const LEAST_LEVELS = 0.7

export function idleTools(
  modelKeys: readonly string[],
  picture: Size,
  analysis: PictureAnalysis,
  crops: readonly AnalysisCrop[],
): PictureEstimates {
  const idle = modelKeys.filter((modelKey) => {
    const input = { modelKey, params: {}, picture, analysis, autoSeed: 0 }
    const { passes } = makePlan({ ...input, tier: 'classical', ...limitsOf(chooseMilderPlan(input, crops)) })
    return passes.every((pass) => 'steps' in pass && pass.steps.every(doesNothing))
  })
  return Object.fromEntries(idle.map((modelKey) => [idleKey(modelKey), 1]))
}

const doesNothing = ({ filter, settings }: FilterStep): boolean =>
  filter === 'denoise' && Math.max(settings.lumaSigma, settings.chromaSigma) < LEAST_LEVELS
