// One pass over the whole picture: all its tiles, and for enlarging all its steps.
import { createEnlargePlanes, enlargeSteps, STEP_COST } from '../enlarge/enlarge-steps.ts'
import { createRaster, type Raster } from '../picture/raster.ts'
import type { EnlargePass, PlanPass } from '../plan/plan.ts'
import { sizeAfter, type TileTask, tilesOf } from './run-tile.ts'
import type { TileRunner } from './tile-runner.ts'

export interface PassJob {
  readonly pass: PlanPass
  readonly passIndex: number
  readonly source: Raster
  /** Depth of the pass's result. */
  readonly bits: 8 | 16
  /** Part of the pass that is done, 0–1; an exception ends the pass. */
  readonly onDone: (part: number) => void
}

export async function runPass(runner: TileRunner, job: PassJob): Promise<Raster> {
  const { pass, passIndex, source, bits, onDone } = job
  const { width, height } = sizeAfter(pass, source)
  const target = createRaster(width, height, source.channels, bits)
  if (pass.kind === 'enlarge') {
    await runSteps(runner, job, pass, target)
    return target
  }
  const tiles = tilesOf(pass, source)
  const tasks = tiles.map((tile) => ({ passIndex, source, target, tile }))
  await runner.run(tasks, (done) => onDone(done / tiles.length))
  return target
}

async function runSteps(runner: TileRunner, { passIndex, source, onDone }: PassJob, pass: EnlargePass, target: Raster) {
  const steps = enlargeSteps(pass.settings, target.height / source.height)
  const total = steps.reduce((sum, step) => sum + STEP_COST[step], 0)
  const tiles = tilesOf(pass, source)
  let planes = createEnlargePlanes(source, target)
  let before = 0
  for (const step of steps) {
    const tasks = tiles.map((tile): TileTask => ({ passIndex, source, target, tile, step, planes }))
    await runner.run(tasks, (done) => onDone((before + (STEP_COST[step] * done) / tiles.length) / total))
    planes = { ...planes, from: planes.to, to: planes.from }
    before += STEP_COST[step]
  }
}
