// The engine as the rest of the house sees it: one child process per call, results appear whole or not at all.
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import os from 'node:os'
import { failureOf } from '../child/failure.ts'
import type { ChildTask } from '../child/protocol.ts'
import { EngineError } from '../engine-error.ts'
import type { Engine, EngineRunOptions, ImageFacts, PictureEstimates, ProcessOutcome } from '../engine-types.ts'
import { runChild } from './run-child.ts'
import { createRunQueue, type RunQueue } from './run-queue.ts'
import { createStandby, type Standby } from './standby.ts'
import { startChild } from './start-child.ts'

export interface LocalEngineOptions {
  /** Pictures computed at a time; each may use `threads` cores. Default 1. */
  readonly parallelRuns?: number
  /** Uploads looked at in parallel, beside the runs. Default 1. */
  readonly parallelInspections?: number
  /** Threads of one run. Default 2, or fewer where the machine has fewer cores. */
  readonly threads?: number
  /** Resident memory at which a child is stopped. */
  readonly runMemoryLimitBytes?: number
  readonly inspectionMemoryLimitBytes?: number
  /** Used where the caller gives no `timeoutMs`; the time in the queue does not count. */
  readonly runTimeoutMs?: number
  readonly inspectionTimeoutMs?: number
  readonly measuringTimeoutMs?: number
  /** Keeps a loaded child of each kind waiting, from the first call on. Default false; then `close` has nothing to do. */
  readonly standby?: boolean
}

export interface LocalEngine extends Engine {
  /** Ends the children that wait for work; running calls go on. */
  close(): void
}

const GIB = 2 ** 30
const DEFAULTS: Required<LocalEngineOptions> = {
  parallelRuns: 1,
  parallelInspections: 1,
  threads: Math.min(2, os.availableParallelism()),
  runMemoryLimitBytes: 1.5 * GIB,
  inspectionMemoryLimitBytes: GIB,
  runTimeoutMs: 600_000,
  inspectionTimeoutMs: 20_000,
  measuringTimeoutMs: 40_000,
  standby: false,
}

export function createLocalEngine(options: LocalEngineOptions = {}): LocalEngine {
  const settings = { ...DEFAULTS, ...options }
  const inspections = createRunQueue(settings.parallelInspections)
  const measurings = createRunQueue(1)
  const runs = createRunQueue(settings.parallelRuns)
  const standby = createStandby(settings.standby)
  return {
    close: () => standby.close(),
    inspect: (request, run = {}) =>
      withParts([request.thumbnailPath, request.viewPath], ([thumbnailPath, viewPath]) =>
        inTurn<ImageFacts>(
          { queue: inspections, standby },
          run,
          settings.inspectionTimeoutMs,
          settings.inspectionMemoryLimitBytes,
          {
            kind: 'inspect',
            request: { ...request, thumbnailPath: thumbnailPath!, viewPath: viewPath! },
          },
        ),
      ),
    // A second more or less is nothing here: no child stands by for it.
    measure: (request, { signal, timeoutMs = settings.measuringTimeoutMs } = {}) =>
      inPlace(measurings, signal, () => {
        const start = {
          task: { kind: 'measure', request },
          memoryLimitBytes: settings.inspectionMemoryLimitBytes,
        } as const
        return runChild<PictureEstimates>({ child: startChild('measure'), start, timeoutMs, signal })
      }),
    process: (request, run = {}) =>
      withParts(
        [request.resultPath, request.thumbnailPath, request.viewPath],
        ([resultPath, thumbnailPath, viewPath]) =>
          inTurn<ProcessOutcome>({ queue: runs, standby }, run, settings.runTimeoutMs, settings.runMemoryLimitBytes, {
            kind: 'process',
            request: { ...request, resultPath: resultPath!, thumbnailPath: thumbnailPath!, viewPath: viewPath! },
            threads: settings.threads,
          }),
      ),
  }
}

async function inTurn<Result>(
  { queue, standby }: { readonly queue: RunQueue; readonly standby: Standby },
  { signal, onProgress, timeoutMs }: EngineRunOptions,
  defaultTimeoutMs: number,
  memoryLimitBytes: number,
  task: ChildTask,
): Promise<Result> {
  return inPlace(queue, signal, () => {
    const start = { task, memoryLimitBytes }
    const child = standby.take(task.kind)
    // Whoever uploads will soon want a run.
    if (task.kind === 'inspect') standby.warm('process')
    return runChild<Result>({ child, start, timeoutMs: timeoutMs ?? defaultTimeoutMs, signal, onProgress })
  })
}

async function inPlace<Result>(queue: RunQueue, signal: AbortSignal | undefined, work: () => Promise<Result>) {
  const leave = await queue.enter(signal)
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Gives the work temporary names beside the wanted ones and renames them at the end, or removes whatever was written. */
async function withParts<Result>(
  paths: readonly string[],
  work: (parts: string[]) => Promise<Result>,
): Promise<Result> {
  const id = randomUUID()
  const parts = paths.map((path) => `${path}.${id}.part`)
  try {
    const result = await work(parts)
    for (const [i, part] of parts.entries()) await rename(part, paths[i]!)
    return result
  } catch (error) {
    await Promise.all(parts.map((part) => rm(part, { force: true })))
    const { code, detail } = failureOf(error)
    throw new EngineError(code, detail)
  }
}
