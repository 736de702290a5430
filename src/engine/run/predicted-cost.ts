// Predicted cost of every part of a run, in CPU seconds; only the proportions matter, for the progress bar.
import type { EngineStage } from '../engine-types.ts'
import { enlargeSteps, stepCost } from '../enlarge/enlarge-steps.ts'
import type { Size } from '../image/rect.ts'
import { coreSideFor } from '../image/tile-grid.ts'
import { haloOf } from '../operations/run-operations.ts'
import { type FilterStep, operationsOf } from '../tools/filter-step.ts'
import type { Plan, PlanPass } from '../tools/plan.ts'
import { REFINE_PROGRESS } from '../tools/refine-pass.ts'
import { REPAIR_COST } from '../tools/restore.ts'
import type { WorkPart, WorkShare } from './progress-meter.ts'
import { sizeAfter } from './run-tile.ts'

// Measured on the target machine (bench/engine-cost.ts), seconds per megapixel.
const DECODE_COST = 0.03
const ENCODE_COST = 0.1
const SHRINK_COST = 0.04
const ANALYSE_SECONDS = 0.6

const megapixels = ({ width, height }: Size) => (width * height) / 1e6

/** Decode, analyse, one part per pass, encode. */
export function workParts(plan: Plan, picture: Size): WorkPart[] {
  let size = picture
  const passes = plan.passes.map((pass) => {
    const part = partOf(pass, size)
    size = sizeAfter(pass, size)
    return part
  })
  return [
    { shares: [{ stage: 'decode', costSeconds: DECODE_COST * megapixels(picture) }] },
    { shares: [{ stage: 'analyse', costSeconds: ANALYSE_SECONDS }] },
    ...passes,
    { shares: [{ stage: 'encode', costSeconds: ENCODE_COST * megapixels(size) }] },
  ]
}

function partOf(pass: PlanPass, size: Size): WorkPart {
  if (pass.kind === 'shrink') return { shares: [{ stage: 'enlarge', costSeconds: SHRINK_COST * megapixels(size) }] }
  if (pass.kind === 'enlarge') {
    const factor = pass.size.height / size.height
    const perMegapixel = enlargeSteps(pass.settings, factor).reduce(
      (sum, step) => sum + stepCost(step, pass.settings, factor),
      0,
    )
    const enlarging = { stage: 'enlarge', costSeconds: perMegapixel * megapixels(pass.size) } as const
    return { shares: [enlarging, ...sharesOf(pass.finishing, pass.size)] }
  }
  const shares = sharesOf(pass.steps, size)
  if (pass.kind === 'repair') shares.unshift({ stage: 'repair', costSeconds: REPAIR_COST * megapixels(size) })
  if (pass.kind === 'refine') {
    const { stage, costPerMegapixel } = REFINE_PROGRESS[pass.settings.net]
    shares.push({ stage, costSeconds: costPerMegapixel * megapixels(size) })
  }
  return { shares }
}

function sharesOf(steps: readonly FilterStep[], size: Size): WorkShare[] {
  const operations = operationsOf(steps)
  const [side, halo] = [coreSideFor(size.width, size.height, haloOf(operations)), haloOf(operations)]
  const overhead = ((side + 2 * halo) / side) ** 2
  return operations.map(({ stage, costPerMegapixel }) => ({
    stage,
    costSeconds: costPerMegapixel * megapixels(size) * overhead,
  }))
}

/** Every stage that a run goes through, once, in order. */
export function stagesOf(parts: readonly WorkPart[]): EngineStage[] {
  return [...new Set(parts.flatMap(({ shares }) => shares.map(({ stage }) => stage)))]
}
