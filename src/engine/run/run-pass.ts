// One pass over the whole picture: all its tiles, and for enlarging all its steps.
import { createEnlargePlanes, type EnlargePlanes, enlargeSteps, stepCost } from '../enlarge/enlarge-steps.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import type { Rect } from '../image/rect.ts'
import { damageOf } from '../operations/find-mask.ts'
import { operationsOf } from '../tools/filter-step.ts'
import type { EnlargePass, PlanPass } from '../tools/plan.ts'
import { freeMemory } from './free-memory.ts'
import { type PassTiles, tilesForPart } from './pass-tiles.ts'
import { sizeAfter, type TileTask } from './run-tile.ts'
import type { TileRunner } from './tile-runner.ts'

/** Share of the net in the work of a pass that refines, and of finding the mask in one that repairs. */
const NET_PART = { refine: 0.65, repair: 0.55 } as const

export interface PassJob {
  readonly pass: PlanPass
  readonly passIndex: number
  readonly source: Raster
  /** Depth of the pass's result. */
  readonly bits: 8 | 16
  /** The tiles of a run that makes only a part of its result; absent: all. */
  readonly tiles?: PassTiles | undefined
  /** Part of the pass that is done, 0–1; an exception ends the pass. */
  readonly onDone: (part: number) => void
}

export async function runPass(runner: TileRunner, job: PassJob): Promise<Raster> {
  const { pass, source, bits } = job
  const { width, height } = sizeAfter(pass, source)
  const target = createRaster(width, height, source.channels, bits)
  const { stages } = job.tiles ?? tilesForPart([pass], source, {})[0]!
  if (pass.kind === 'enlarge') await runSteps(runner, job, pass, { target, stages })
  else if (pass.kind === 'refine') await refine(runner, job, { target, stages })
  else if (pass.kind === 'repair') await repair(runner, job, { target, stages })
  else await runTiles(runner, job, { target, tiles: stages[0]! })
  return target
}

interface Stages extends Pick<PassTiles, 'stages'> {
  readonly target: Raster
}

/** The classical steps, then the net that refines it. */
async function refine(runner: TileRunner, job: PassJob, { target, stages }: Stages) {
  const [tiles, netTiles] = stages as [Rect[], Rect[]]
  const filtered = createRaster(target.width, target.height, target.channels, 16)
  const net = NET_PART.refine
  await runTiles(runner, partOf(job, 0, 1 - net), { target: filtered, tiles })
  await runTiles(runner, partOf(job, 1 - net, net), { target, tiles: netTiles, filtered })
}

/** The net finds the mask; it is inpainted tile by tile before the classical steps. */
async function repair(runner: TileRunner, job: PassJob, { target, stages }: Stages) {
  const { source } = job
  const [netTiles, tiles] = stages as [Rect[], Rect[]]
  const found = new Uint8Array(new SharedArrayBuffer(source.width * source.height))
  const net = NET_PART.repair
  await runTiles(runner, partOf(job, 0, net), { target, tiles: netTiles, found })
  const mask = damageOf(found, source)
  await runTiles(runner, partOf(job, net, 1 - net), { target, tiles, mask })
}

/** The share of a pass's work that begins where `before` of it is done. */
const partOf = (job: PassJob, before: number, share: number): PassJob => ({
  ...job,
  onDone: (part) => job.onDone(before + share * part),
})

interface Tiles extends Omit<TileTask, 'passIndex' | 'source' | 'tile'> {
  readonly tiles: readonly Rect[]
}

async function runTiles(runner: TileRunner, { passIndex, source, onDone }: PassJob, { tiles, ...task }: Tiles) {
  const tasks = tiles.map((tile): TileTask => ({ ...task, passIndex, source, tile }))
  await runner.run(tasks, (done) => onDone(done / tiles.length))
}

async function runSteps(runner: TileRunner, job: PassJob, pass: EnlargePass, { target, stages }: Stages) {
  const { source } = job
  const factor = target.height / source.height
  const steps = enlargeSteps(pass.settings, factor)
  const costs = steps.map(
    (step) => stepCost(step, pass.settings, factor) + (step === 'finish' ? finishingCost(pass) : 0),
  )
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  let planes: EnlargePlanes = createEnlargePlanes(source, target, steps)
  let before = 0
  for (const [i, step] of steps.entries()) {
    // The last step fills the result, which is larger than all planes; it reads only one of them.
    if (step === 'finish') {
      planes = { ...planes, to: planes.from, between: undefined }
      freeMemory()
    }
    const counted = partOf(job, before / total, costs[i]! / total)
    await runTiles(runner, counted, { target, tiles: stages[i]!, step, planes })
    planes = { ...planes, from: planes.to, to: planes.from }
    before += costs[i]!
  }
}

const finishingCost = ({ finishing }: EnlargePass): number =>
  operationsOf(finishing).reduce((sum, { costPerMegapixel }) => sum + costPerMegapixel, 0)
