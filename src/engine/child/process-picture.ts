// One run in the child: decode → analyse → plan → passes over tiles → encode. Memory: at most two whole rasters at a time,
// 16 bits between passes and the source's depth at the end; everything in floats exists per tile only (engine study §3.6).
import { estimatesOf } from '../analysis/estimates-of.ts'
import type { ProcessOutcome, ProcessRequest } from '../engine-types.ts'
import { samplesOf } from '../picture/encode-png.ts'
import { writeResult } from '../picture/write-result.ts'
import { resampleAlpha } from '../resample/resample-alpha.ts'
import { namesOf } from '../run/choose-tier.ts'
import { freeMemory } from '../run/free-memory.ts'
import { keepRows, measureChange } from '../run/measure-change.ts'
import { stagesOf } from '../run/predicted-cost.ts'
import { createTileThreads, type TileThreads } from '../run/tile-threads.ts'
import { drawsDetail } from '../tools/draws-detail.ts'
import { type ProcessOptions, prepareRun, runPasses } from './prepared-run.ts'

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
  const { samples, change, keptMetadata, picture, analysis, milder, choice, parts, meter } = await compute(
    threads,
    request,
    options,
  )
  meter.report(parts.length - 1, 0)
  freeMemory()
  const viewMimeType = await writeResult(samples, keptMetadata, request)
  meter.report(parts.length - 1, 1)
  const { plan, input, fallbackReason } = choice
  return {
    width: samples.width,
    height: samples.height,
    inputWidth: picture.width,
    inputHeight: picture.height,
    viewMimeType,
    kept: keptMetadata.facts,
    engineSeconds: (performance.now() - startedAt) / 1000,
    report: {
      tier: input.tier,
      nets: namesOf(choice),
      ...(fallbackReason === undefined ? {} : { fallbackReason }),
      stages: stagesOf(parts),
      estimates: estimatesOf(analysis),
      ...(milder && { milder }),
      ...(change && { change }),
      drawsDetail: drawsDetail(plan),
      seed: plan.seed,
      ignored: plan.ignored,
    },
  }
}

/** The result and its facts. Pictures are freed when this returns: encoding needs the memory. */
async function compute(threads: TileThreads, request: ProcessRequest, options: ProcessOptions) {
  const { alpha, work, ...known } = await prepareRun(threads, request, options)
  freeMemory()
  const kept = keepRows(work.raster)
  const made = await runPasses({ ...known.choice, threads, meter: known.meter, options }, work)
  const change = measureChange(kept, made)
  const samples = samplesOf(made, alpha && resampleAlpha(alpha, made))
  return { samples, change, ...known }
}
