// How much of what a model removes beyond the noise a picture bears. What is removed is noise and, beyond it, the picture itself: where that is as much as
// the noise was, the result is no nearer to the truth than its source, however smooth it looks. So the removed energy is compared with the noise's (decision 0197).
import { energyTaken } from '../analysis/residual.ts'
import type { Raster } from '../image/raster.ts'
import { believedNoise } from '../tools/denoise.ts'
import { makePlan, modelOf } from '../tools/make-plan.ts'
import type { PlanInput } from '../tools/plan.ts'
import { stepsBefore, tried } from './try-plan.ts'

/** Parts that are tried, most first. */
const PARTS = [1, 0.75, 0.5, 0.25]
/**
 * Removed energy over the noise's, up to which a result is nearer than its source. Measured on training photographs with white noise of 2 to 15 levels: gains above
 * 0 up to 1.7, losses from 1.9 on. Less where texture was already taken for noise: then the noise itself is measured too high.
 */
const MOST = { measured: 1.5, milder: 1.2 } as const
/** Square levels over three channels: 53 dB, which nobody sees. */
const INVISIBLE = 1

/** 0–1; 1 as well for models that remove no more than the noise, and for a strength that a person has set. */
export function excessThatNoiseAllows(input: Omit<PlanInput, 'tier'>, samples: readonly Raster[]): number {
  if (!modelOf(input.modelKey).removesMore || input.mildness === 'plain' || typeof input.params.strength === 'number')
    return 1
  const most = MOST[input.mildness ?? 'measured'] * believedNoise(input.analysis, input.mildness) + INVISIBLE
  return PARTS.find((excess) => removedEnergy({ ...input, excess }, samples) <= most) ?? 0
}

function removedEnergy(input: Omit<PlanInput, 'tier'>, samples: readonly Raster[]): number {
  const plan = makePlan({ ...input, tier: 'classical', packs: undefined })
  const steps = stepsBefore(plan, ({ filter }) => filter === 'denoise')
  return energyTaken(samples.map((sample) => tried(steps, sample)))
}
