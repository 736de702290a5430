// One run in the child: decode → analyse → plan → passes over tiles → encode. Memory: at most two whole rasters at a time,
// 16 bits between passes and the source's depth at the end; everything in floats exists per tile only (engine study §3.6).
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { analyse } from '../analysis/analyse.ts'
import { collectCrops, overviewOf } from '../analysis/collect-crops.ts'
import { estimatesOf } from '../analysis/estimates-of.ts'
import { EngineError } from '../engine-error.ts'
import type { EngineProgress, ProcessOutcome, ProcessRequest, UsedPacks } from '../engine-types.ts'
import type { Raster } from '../image/raster.ts'
import type { Size } from '../image/rect.ts'
import { openNets } from '../nets/open-net.ts'
import { packFolders } from '../packs/pack-folders.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { samplesOf } from '../picture/encode-png.ts'
import { keepsakeOf } from '../picture/kept/keepsake.ts'
import { writeResult } from '../picture/write-result.ts'
import { resampleAlpha } from '../resample/resample-alpha.ts'
import { chooseTier, namesOf, type TierChoice } from '../run/choose-tier.ts'
import { freeMemory } from '../run/free-memory.ts'
import { keepRows, measureChange } from '../run/measure-change.ts'
import { stagesOf, workParts } from '../run/predicted-cost.ts'
import { createProgressMeter, type ProgressMeter } from '../run/progress-meter.ts'
import { runPass } from '../run/run-pass.ts'
import { sizeAfter } from '../run/run-tile.ts'
import { createTileRunner } from '../run/tile-runner.ts'
import { createTileThreads, type TileThreads } from '../run/tile-threads.ts'
import { isPackUser, needsOf } from '../tools/make-plan.ts'

export interface ProcessOptions {
  readonly threads: number
  readonly memoryLimitBytes: number
  readonly packs?: UsedPacks | undefined
  readonly onProgress: (progress: EngineProgress) => void
}

/** Starting a thread takes longer than computing this few pixels on one. */
const MIN_PX_FOR_THREADS = 500_000
const FIRST_PASS_PART = 2

export async function processPicture(request: ProcessRequest, options: ProcessOptions): Promise<ProcessOutcome> {
  const threads = createTileThreads(options.threads)
  try {
    return await processWith(threads, request, options)
  } finally {
    await threads.close()
  }
}

async function processWith(
  threads: TileThreads,
  request: ProcessRequest,
  options: ProcessOptions,
): Promise<ProcessOutcome> {
  const startedAt = performance.now()
  const { samples, change, keepsake, picture, analysis, choice, parts, meter } = await compute(
    threads,
    request,
    options,
  )
  meter.report(parts.length - 1, 0)
  freeMemory()
  const viewMimeType = await writeResult(samples, keepsake, request)
  meter.report(parts.length - 1, 1)
  const { plan, input, fallbackReason } = choice
  return {
    width: samples.width,
    height: samples.height,
    inputWidth: picture.width,
    inputHeight: picture.height,
    viewMimeType,
    kept: keepsake.facts,
    engineSeconds: (performance.now() - startedAt) / 1000,
    report: {
      tier: input.tier,
      nets: namesOf(choice),
      ...(fallbackReason === undefined ? {} : { fallbackReason }),
      stages: stagesOf(parts),
      estimates: estimatesOf(analysis),
      ...(change && { change }),
      seed: plan.seed,
      ignored: plan.ignored,
    },
  }
}

/** The result and what is known of it. Pictures are let go when this returns: encoding is hungry. */
async function compute(threads: TileThreads, request: ProcessRequest, options: ProcessOptions) {
  const { alpha, work, ...known } = await prepare(threads, request, options)
  freeMemory()
  const kept = keepRows(work.raster)
  const made = await runPasses({ ...known.choice, threads, meter: known.meter, options }, work)
  const change = measureChange(kept, made)
  const samples = samplesOf(made, alpha && resampleAlpha(alpha, made))
  return { samples, change, ...known }
}

/** Decoded, measured and planned. */
async function prepare(threads: TileThreads, request: ProcessRequest, options: ProcessOptions) {
  options.onProgress({ stage: 'decode', fraction: 0 })
  const { colour, alpha, metadata, jpegQuality } = await decodePicture(await readFile(request.sourcePath))
  const picture = { width: colour.width, height: colour.height }
  if (isForThreads(picture, options)) threads.start()
  const autoSeed = seedOf(colour, request)
  const { modelKey, params } = request
  const seen = { crops: collectCrops(colour), overview: overviewOf(colour), jpegQuality }
  const analysis = analyse(seen, needsOf(modelKey))
  const used = options.packs
  const packs = await loadPacks(modelKey, used)
  const common = {
    modelKey,
    params,
    picture,
    analysis,
    autoSeed,
    packs: packs && used && { offers: packs.offers, mostSeconds: used.mostSeconds },
  }
  const choice = await chooseTier(common, options.threads, openNets, packs?.open)
  const parts = workParts(choice.plan, picture)
  const meter = createProgressMeter(parts, options.onProgress)
  meter.report(FIRST_PASS_PART - 1, 1)
  const work: Work = { raster: colour }
  return { picture, alpha, keepsake: keepsakeOf(metadata, request), analysis, choice, parts, meter, work }
}

/** Most models ask for none, and most of what reads them then need not be loaded. */
const loadPacks = async (modelKey: string, used: UsedPacks | undefined) =>
  used && used.mostSeconds > 0 && isPackUser(modelKey)
    ? (await import('../run/offer-packs.ts')).offerPacks(packFolders(used.addedFolder))
    : undefined

/** Holds the only hand on the picture, so that its memory goes as soon as a pass has made the next one. */
interface Work {
  raster: Raster
}

const isForThreads = ({ width, height }: Size, { threads }: ProcessOptions) =>
  threads > 1 && width * height >= MIN_PX_FOR_THREADS

interface PassContext extends TierChoice {
  readonly threads: TileThreads
  readonly meter: ProgressMeter
  readonly options: ProcessOptions
}

async function runPasses({ plan, input, nets, threads, meter, options }: PassContext, work: Work): Promise<Raster> {
  if (plan.passes.length === 0) return work.raster
  const { bits } = work.raster
  const isShared = plan.passes.some((pass) => isForThreads(sizeAfter(pass, input.picture), options))
  const runner = createTileRunner(plan.passes, nets, isShared ? threads : undefined)
  for (const [passIndex, pass] of plan.passes.entries()) {
    const isLast = passIndex === plan.passes.length - 1
    const onDone = (part: number) => {
      guardMemory(options.memoryLimitBytes)
      meter.report(FIRST_PASS_PART + passIndex, part)
    }
    work.raster = await runPass(runner, { pass, passIndex, source: work.raster, bits: isLast ? bits : 16, onDone })
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
function seedOf(colour: Raster, { modelKey, params }: ProcessRequest): number {
  const hash = createHash('sha256')
  for (let at = 0; at < colour.data.length; at += SEED_CHUNK) hash.update(colour.data.slice(at, at + SEED_CHUNK))
  hash.update(JSON.stringify([modelKey, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]))
  return hash.digest().readInt32LE(0)
}
