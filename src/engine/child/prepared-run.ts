// What every run begins with: a picture decoded, measured and planned, and then its passes, for all of the result or a part of it.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { analyse } from '../analysis/analyse.ts'
import { analysisInputOf } from '../analysis/analysis-input.ts'
import { PACK_MODELS } from '../capabilities.ts'
import { EngineError } from '../engine-error.ts'
import type { EngineProgress, KeepRequest, UsedPacks } from '../engine-types.ts'
import type { Raster } from '../image/raster.ts'
import type { Rect, Size } from '../image/rect.ts'
import { openNets } from '../nets/open-net.ts'
import { packFolders } from '../packs/pack-folders.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { keptMetadataOf } from '../picture/kept/kept-metadata.ts'
import { chooseMilderPlan, limitsOf } from '../run/choose-milder-plan.ts'
import { chooseTier, type TierChoice } from '../run/choose-tier.ts'
import { freeMemory } from '../run/free-memory.ts'
import { tilesForPart } from '../run/pass-tiles.ts'
import { workParts } from '../run/predicted-cost.ts'
import { createProgressMeter, type ProgressMeter } from '../run/progress-meter.ts'
import { runPass } from '../run/run-pass.ts'
import { sizeAfter } from '../run/run-tile.ts'
import { createTileRunner } from '../run/tile-runner.ts'
import type { TileThreads } from '../run/tile-threads.ts'
import { needsOf } from '../tools/make-plan.ts'

export interface ProcessOptions {
  readonly threads: number
  readonly memoryLimitBytes: number
  readonly packs?: UsedPacks | undefined
  readonly onProgress: (progress: EngineProgress) => void
}

/** Input of every run, whatever it writes. */
export interface RunRequest extends KeepRequest {
  readonly sourcePath: string
  readonly modelKey: string
  readonly params: ParameterValues
}

/** Starting a thread takes longer than computing this few pixels on one. */
const MIN_PX_FOR_THREADS = 500_000
const FIRST_PASS_PART = 2

/** Decoded, measured and planned. */
export async function prepareRun(threads: TileThreads, request: RunRequest, options: ProcessOptions) {
  options.onProgress({ stage: 'decode', fraction: 0 })
  const { colour, alpha, metadata, jpegQuality, jpegSteps } = await decodePicture(await readFile(request.sourcePath))
  const picture = { width: colour.width, height: colour.height }
  if (isForThreads(picture, options)) threads.start()
  const autoSeed = seedOf(colour, request)
  const { modelKey, params } = request
  const seen = analysisInputOf(colour, jpegQuality, jpegSteps)
  const analysis = analyse(seen, needsOf(modelKey))
  const used = options.packs
  const packs = await loadPacks(modelKey, used)
  const measured = {
    modelKey,
    params,
    picture,
    analysis,
    autoSeed,
    packs: packs && used && { offers: packs.offers, mostSeconds: used.mostSeconds },
  }
  const milder = chooseMilderPlan(measured, seen.crops)
  const common = { ...measured, ...limitsOf(milder) }
  const choice = await chooseTier(common, options.threads, openNets, packs?.open)
  const parts = workParts(choice.plan, picture)
  const meter = createProgressMeter(parts, options.onProgress)
  meter.report(FIRST_PASS_PART - 1, 1)
  const work: Work = { raster: colour }
  const keptMetadata = keptMetadataOf(metadata, request)
  return { picture, alpha, overview: seen.overview, keptMetadata, analysis, milder, choice, parts, meter, work }
}

/** Most models use no pack, and then most of the code that reads packs is not loaded. */
const loadPacks = async (modelKey: string, used: UsedPacks | undefined) =>
  used && used.mostSeconds > 0 && PACK_MODELS.includes(modelKey)
    ? (await import('../run/offer-packs.ts')).offerPacks(packFolders(used.addedFolder))
    : undefined

/** Holds the only reference to the picture, so that its memory is freed as soon as a pass has made the next one. */
export interface Work {
  raster: Raster
}

const isForThreads = ({ width, height }: Size, { threads }: ProcessOptions) =>
  threads > 1 && width * height >= MIN_PX_FOR_THREADS

interface PassContext extends TierChoice {
  readonly threads: TileThreads
  readonly meter: ProgressMeter
  readonly options: ProcessOptions
  /** The requested part of the result; the rest of the raster is then undefined. Absent: all. */
  readonly wanted?: Rect
}

export async function runPasses(context: PassContext, work: Work): Promise<Raster> {
  const { plan, input, nets, threads, meter, options, wanted } = context
  if (plan.passes.length === 0) return work.raster
  const { bits } = work.raster
  const isShared = plan.passes.some((pass) => isForThreads(sizeAfter(pass, input.picture), options))
  const runner = createTileRunner(plan.passes, nets, isShared ? threads : undefined)
  const tiles = tilesForPart(plan.passes, input.picture, nets, wanted)
  for (const [passIndex, pass] of plan.passes.entries()) {
    const isLast = passIndex === plan.passes.length - 1
    const onDone = (part: number) => {
      guardMemory(options.memoryLimitBytes)
      meter.report(FIRST_PASS_PART + passIndex, part)
    }
    const job = {
      pass,
      passIndex,
      source: work.raster,
      bits: isLast ? bits : 16,
      tiles: tiles[passIndex],
      onDone,
    } as const
    work.raster = await runPass(runner, job)
    freeMemory()
  }
  // What they hold is not needed any more.
  await threads.close()
  return work.raster
}

/** The heap limit of V8 does not count pixel buffers; the parent watches too, this finds it between tiles on every system. */
function guardMemory(limitBytes: number): void {
  const rss = process.memoryUsage.rss()
  if (rss > limitBytes) throw new EngineError('out-of-memory', `${Math.round(rss / 2 ** 20)} MiB resident`)
}

const SEED_CHUNK = 1 << 20

/** The same pixels with the same values give the same seed, so a repeated run gives the same bytes. */
function seedOf(colour: Raster, { modelKey, params }: RunRequest): number {
  const hash = createHash('sha256')
  for (let at = 0; at < colour.data.length; at += SEED_CHUNK) hash.update(colour.data.slice(at, at + SEED_CHUNK))
  hash.update(JSON.stringify([modelKey, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]))
  return hash.digest().readInt32LE(0)
}
