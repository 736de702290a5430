// The engine as the rest of the program sees it: one child process per call, results appear whole or not at all.
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { failureOf } from '../child/failure.ts'
import type { ChildTask } from '../child/protocol.ts'
import { EngineError } from '../engine-error.ts'
import type {
  AdoptOutcome,
  Engine,
  EngineRunOptions,
  ImageFacts,
  PatchOutcome,
  PreparedPicture,
  PrepareRequest,
  ProcessOutcome,
  ProcessRequest,
  UsedPacks,
} from '../engine-types.ts'
import { plainCopy } from '../picture/plain-copy.ts'
import { moveIn, removeRoom } from './child-room.ts'
import { secondsByPack } from './pack-seconds.ts'
import { programPid, type RunningChild, runChild } from './run-child.ts'
import { createRunQueue, type RunQueue } from './run-queue.ts'
import { createStandby, type Standby } from './standby.ts'
import { type StartedChild, startChild } from './start-child.ts'

export interface LocalEngineOptions {
  /** Pictures computed at a time; each may use `threads` cores. Default 1. */
  readonly parallelRuns?: number
  /** Uploads of signed-in people inspected in parallel, beside the runs; one owner holds one place at a time. Guests share one more place. Default 2. */
  readonly parallelInspections?: number
  /** Third-party nets that the generative models may use (`npm run models`). Default none. */
  readonly packs?: UsedPacks | undefined
  /** Threads of one run. Default 2, or fewer where the machine has fewer cores. */
  readonly threads?: number
  /** Resident memory at which a child is stopped. */
  readonly runMemoryLimitBytes?: number
  readonly inspectionMemoryLimitBytes?: number
  /** Used where the caller gives no `timeoutMs`; the time in the queue does not count. */
  readonly runTimeoutMs?: number
  readonly inspectionTimeoutMs?: number
  readonly measuringTimeoutMs?: number
  /** Limit for a copy or the tiles of one picture. */
  readonly copyTimeoutMs?: number
  /** Keeps a loaded child of each kind waiting, from the first call on. Default false; then `close` has nothing to do. */
  readonly standby?: boolean
}

export interface LocalEngine extends Engine {
  /** Ends the children that wait for work; running calls go on. */
  close(): void
}

const GUEST_NICENESS = 10
const GIB = 2 ** 30
const DEFAULTS: Required<Omit<LocalEngineOptions, 'packs'>> = {
  parallelRuns: 1,
  parallelInspections: 2,
  threads: Math.min(2, os.availableParallelism()),
  runMemoryLimitBytes: 1.5 * GIB,
  inspectionMemoryLimitBytes: GIB,
  runTimeoutMs: 600_000,
  inspectionTimeoutMs: 20_000,
  measuringTimeoutMs: 40_000,
  copyTimeoutMs: 120_000,
  standby: false,
}

export function createLocalEngine(options: LocalEngineOptions = {}): LocalEngine {
  const settings = { ...DEFAULTS, ...options }
  const standby = createStandby(settings.standby)
  const inspections = createRunQueue(settings.parallelInspections, { perLane: 1 })
  const guests = createRunQueue(1)
  const measurings = createRunQueue(1)
  const copies = createRunQueue(1)
  const transfers = createRunQueue(2)
  const plainCopies = createRunQueue(1)
  const { inspectionTimeoutMs, inspectionMemoryLimitBytes: shortMemory, copyTimeoutMs } = settings
  const lineOf = ({ lane }: EngineRunOptions) => ({ queue: lane?.isGuest ? guests : inspections, standby })
  const short = <Result>(queue: RunQueue, run: EngineRunOptions, timeoutMs: number, task: ChildTask) =>
    inTurn<Result>({ queue }, run, timeoutMs, shortMemory, task)
  /** A paid run on its way to a provider and back: not queued behind exports, and with a standby child (bench/topaz.ts: its own time). */
  const transfer = <Result>(run: EngineRunOptions, task: ChildTask) =>
    inTurn<Result>({ queue: transfers, standby }, run, copyTimeoutMs, shortMemory, task)
  return {
    close: () => standby.close(),
    inspect: (request, run = {}) =>
      withParts([request.thumbnailPath, request.viewPath], ([thumbnailPath, viewPath]) =>
        inTurn<ImageFacts>(lineOf(run), run, inspectionTimeoutMs, shortMemory, {
          kind: 'inspect',
          request: { ...request, thumbnailPath: thumbnailPath!, viewPath: viewPath! },
        }),
      ),
    // The next four are not urgent to a second: no standby child for them.
    measure: (request, run = {}) => short(measurings, run, settings.measuringTimeoutMs, { kind: 'measure', request }),
    drawSquare: (request, run = {}) =>
      withParts([request.targetPath], ([targetPath]) =>
        short<void>(lineOf(run).queue, run, inspectionTimeoutMs, {
          kind: 'square',
          request: { ...request, targetPath: targetPath! },
        }),
      ),
    encode: (request, run = {}) =>
      withParts([request.targetPath], ([targetPath]) =>
        short<void>(copies, run, copyTimeoutMs, { kind: 'encode', request: { ...request, targetPath: targetPath! } }),
      ),
    cutTiles: (request, run = {}) => short<void>(copies, run, copyTimeoutMs, { kind: 'tiles', request }),
    prepare: (request, run = {}) =>
      withParts([request.targetPath], async ([targetPath]) => {
        const parts = { ...request, targetPath: targetPath! }
        const copied = await copyHere(plainCopies, parts, run)
        return copied ?? transfer<PreparedPicture>(run, { kind: 'prepare', request: parts })
      }),
    adopt: (request, run = {}) =>
      withResultParts(request, (parts) => transfer<AdoptOutcome>(run, { kind: 'adopt', request: parts })),
    ...createRuns(settings, standby),
    packSeconds: (run) => secondsByPack(settings.packs, run),
  }
}

type Settings = Required<Omit<LocalEngineOptions, 'packs'>> & Pick<LocalEngineOptions, 'packs'>

/** Runs, and previews of one spot of them. */
function createRuns(settings: Settings, standby: Standby): Pick<Engine, 'process' | 'drawPatch'> {
  const { threads, packs, copyTimeoutMs, runTimeoutMs, runMemoryLimitBytes } = settings
  const runs = createRunQueue(settings.parallelRuns)
  const patches = createRunQueue(1, { perLane: 1 })
  const guestPatches = createRunQueue(1, { perLane: 1 })
  return {
    process: (request, run = {}) =>
      withResultParts(request, (parts) =>
        inTurn<ProcessOutcome>({ queue: runs, standby }, run, runTimeoutMs, runMemoryLimitBytes, {
          kind: 'process',
          request: parts,
          threads,
          packs,
        }),
      ),
    drawPatch: (request, run = {}) =>
      withParts([request.targetPath], ([targetPath]) => {
        const queue = run.lane?.isGuest ? guestPatches : patches
        const task = { kind: 'patch', request: { ...request, targetPath: targetPath! }, threads, packs } as const
        return inTurn<PatchOutcome>({ queue }, run, copyTimeoutMs, runMemoryLimitBytes, task)
      }),
  }
}

/** A larger one would fill this process's memory; compared with its transfer to the provider the start of a child is short. */
const COPIED_HERE_UP_TO_BYTES = 8e6

/** Decodes nothing: undefined for files that need decoding. */
async function copyHere(
  queue: RunQueue,
  { sourcePath, targetPath }: PrepareRequest,
  { signal }: EngineRunOptions,
): Promise<PreparedPicture | undefined> {
  if ((await stat(sourcePath)).size > COPIED_HERE_UP_TO_BYTES) return undefined
  const leave = await queue.enter(signal)
  try {
    const plain = plainCopy(await readFile(sourcePath))
    if (!plain) return undefined
    const { bytes, ...picture } = plain
    await writeFile(targetPath, bytes)
    return picture
  } finally {
    leave()
  }
}

async function inTurn<Result>(
  { queue, standby }: { readonly queue: RunQueue; readonly standby?: Standby },
  { signal, lane, onProgress, timeoutMs }: EngineRunOptions,
  defaultTimeoutMs: number,
  memoryLimitBytes: number,
  task: ChildTask,
): Promise<Result> {
  const leave = await queue.enter(signal, lane?.owner)
  let running: RunningChild<Result>
  try {
    const child = standby ? standby.take(task.kind) : startChild(task.kind)
    if (lane?.isGuest) void yieldToPeople(child.process.pid)
    // An upload is usually followed by a run.
    if (task.kind === 'inspect') standby?.warm('process')
    running = runInRoom<Result>(child, task, (moved) =>
      runChild<Result>({
        child,
        start: { task: moved, memoryLimitBytes },
        timeoutMs: timeoutMs ?? defaultTimeoutMs,
        signal,
        onProgress,
      }),
    )
  } catch (error) {
    leave()
    throw error
  }
  // The child's memory is free only after its exit, so its place is held until then.
  void running.gone.then(leave)
  return running.result
}

/** With the child's own folder where it has one, which goes when the child has gone and what it made is taken out. */
function runInRoom<Result>(
  { process: child, room }: StartedChild,
  task: ChildTask,
  run: (task: ChildTask) => RunningChild<Result>,
): RunningChild<Result> {
  if (!room) return run(task)
  try {
    const { task: moved, takeOut, isFolder } = moveIn(room, task)
    const { result, gone } = run(moved)
    const taken = result.then(async (made) => {
      if (isFolder) {
        child.kill('SIGKILL')
        await gone
      }
      await takeOut()
      return made
    })
    void Promise.allSettled([taken, gone]).then(() => removeRoom(room))
    return { result: taken, gone }
  } catch (error) {
    child.kill('SIGKILL')
    removeRoom(room)
    throw error
  }
}

/** A guest's large picture leaves the processors to people who are signed in. */
async function yieldToPeople(started: number | undefined): Promise<void> {
  const pid = await programPid(started)
  try {
    if (pid) os.setPriority(pid, GUEST_NICENESS)
  } catch {
    // Gone already, or not allowed.
  }
}

type ResultPaths = Pick<ProcessRequest, 'resultPath' | 'thumbnailPath' | 'viewPath'>

const withResultParts = <Request extends ResultPaths, Result>(
  request: Request,
  work: (request: Request) => Promise<Result>,
): Promise<Result> =>
  withParts([request.resultPath, request.thumbnailPath, request.viewPath], ([resultPath, thumbnailPath, viewPath]) =>
    work({ ...request, resultPath: resultPath!, thumbnailPath: thumbnailPath!, viewPath: viewPath! }),
  )

/** Lets the work write to temporary names beside the final ones and renames them at the end, or removes them on failure. */
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
    const { code, detail, mediaType } = failureOf(error)
    throw new EngineError(code, detail, mediaType)
  }
}
