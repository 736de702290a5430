// Runs a whole model on a decoded picture in this process: analysis, plan of the wished tier, all passes. For tests and benches.
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { analyse } from '../analysis/analyse.ts'
import { analysisInputOf } from '../analysis/analysis-input.ts'
import type { EngineReport } from '../engine-types.ts'
import type { Raster } from '../image/raster.ts'
import { openNets } from '../nets/open-net.ts'
import { chooseMilderPlan, limitsOf } from '../run/choose-milder-plan.ts'
import { netsOf } from '../run/choose-tier.ts'
import { runPass } from '../run/run-pass.ts'
import { createTileRunner } from '../run/tile-runner.ts'
import { createTileThreads } from '../run/tile-threads.ts'
import { makePlan, needsOf } from '../tools/make-plan.ts'

export interface ModelRun {
  readonly modelKey: string
  readonly params: ParameterValues
  readonly tier: EngineReport['tier']
  readonly jpegQuality?: number
  /** One by default. */
  readonly threads?: number
  /** Passes that are done, with the part of the present one. */
  readonly onDone?: (passes: number) => void
}

const SEED = 7

/** 8 bits in the end, as the source. */
export async function runModel(
  source: Raster,
  { jpegQuality, threads = 1, onDone = () => {}, ...run }: ModelRun,
): Promise<Raster> {
  const picture = { width: source.width, height: source.height }
  const seen = analysisInputOf(source, jpegQuality)
  const measured = { ...run, picture, analysis: analyse(seen, needsOf(run.modelKey)), autoSeed: SEED }
  const plan = makePlan({ ...measured, ...limitsOf(chooseMilderPlan(measured, seen.crops)) })
  const nets = await openNets(netsOf(plan), 1)
  const shared = threads > 1 ? createTileThreads(threads) : undefined
  const runner = createTileRunner(plan.passes, nets, shared)
  let raster = source
  try {
    for (const [passIndex, pass] of plan.passes.entries()) {
      const bits = passIndex === plan.passes.length - 1 ? 8 : 16
      const report = (part: number) => onDone(passIndex + part)
      raster = await runPass(runner, { pass, passIndex, source: raster, bits, onDone: report })
    }
  } finally {
    await shared?.close()
  }
  return raster
}
