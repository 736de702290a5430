// One pass over the whole picture: all its tiles, and for enlarging all its steps.
import { createEnlargePlanes, enlargeSteps, isNetStep, STEP_COST } from '../enlarge/enlarge-steps.ts'
import type { Nets, SameSizeNetName } from '../nets/open-net.ts'
import { runNetStep } from '../nets/run-net-step.ts'
import { runPolish } from '../nets/run-polish.ts'
import { runRepair } from '../nets/run-repair.ts'
import type { SameSizeNet } from '../nets/same-size-net.ts'
import { createRaster, type Raster } from '../picture/raster.ts'
import type { EnlargePass, PlanPass } from '../plan/plan.ts'
import { sizeAfter, type TileTask, tilesOf } from './run-tile.ts'
import type { TileRunner } from './tile-runner.ts'

/** Share of the net in the work of a pass that polishes. */
const POLISH_PART = 0.35

export interface PassJob {
  readonly pass: PlanPass
  readonly passIndex: number
  readonly source: Raster
  /** Depth of the pass's result. */
  readonly bits: 8 | 16
  /** The nets that the plan's settings ask for. */
  readonly nets: Nets
  /** Part of the pass that is done, 0–1; an exception ends the pass. */
  readonly onDone: (part: number) => void
}

export async function runPass(runner: TileRunner, job: PassJob): Promise<Raster> {
  const { pass, source, bits, onDone } = job
  const { width, height } = sizeAfter(pass, source)
  const target = createRaster(width, height, source.channels, bits)
  if (pass.kind === 'enlarge') {
    await runSteps(runner, job, pass, target)
    return target
  }
  if (pass.kind === 'polish') {
    const answer = createRaster(width, height, source.channels, 16)
    await runTiles(runner, job, answer, (part) => onDone((1 - POLISH_PART) * part))
    const report = (part: number) => onDone(1 - POLISH_PART + POLISH_PART * part)
    await runPolish(netOf(job, pass.settings.net), pass.settings, { source, answer, target }, report)
    return target
  }
  if (pass.kind === 'repair') {
    await runRepair(netOf(job, pass.settings.net), source, target, onDone)
    return target
  }
  await runTiles(runner, job, target, onDone)
  return target
}

function netOf({ nets }: PassJob, name: SameSizeNetName): SameSizeNet {
  const net = nets.sameSize?.[name]
  if (!net) throw new Error(`the pass needs the net ${name}`)
  return net
}

async function runTiles(
  runner: TileRunner,
  { pass, passIndex, source }: PassJob,
  target: Raster,
  onDone: (part: number) => void,
) {
  const tiles = tilesOf(pass, source)
  const tasks = tiles.map((tile) => ({ passIndex, source, target, tile }))
  await runner.run(tasks, (done) => onDone(done / tiles.length))
}

async function runSteps(runner: TileRunner, job: PassJob, pass: EnlargePass, target: Raster) {
  const { passIndex, source, nets, onDone } = job
  const steps = enlargeSteps(pass.settings, target.height / source.height)
  const total = steps.reduce((sum, step) => sum + STEP_COST[step], 0)
  const tiles = tilesOf(pass, source)
  let planes = createEnlargePlanes(source, target, steps)
  let before = 0
  for (const step of steps) {
    const report = (part: number) => onDone((before + STEP_COST[step] * part) / total)
    if (isNetStep(step)) {
      if (!nets.enlarge) throw new Error(`the step ${step} needs a net`)
      await runNetStep(nets.enlarge, step, planes, report)
    } else {
      const tasks = tiles.map((tile): TileTask => ({ passIndex, source, target, tile, step, planes }))
      await runner.run(tasks, (done) => report(done / tiles.length))
    }
    planes = { ...planes, from: planes.to, to: planes.from }
    before += STEP_COST[step]
  }
}
