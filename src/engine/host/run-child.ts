// One task in one child process: start, watch time (by the clock and of the processor) and memory, kill, and never leave anything running (engine study §3.6).
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import type { ChildAnswer, ChildStart } from '../child/protocol.ts'
import { EngineError } from '../engine-error.ts'
import type { EngineErrorCode, EngineProgress } from '../engine-types.ts'
import { confinement, cpuSecondsOf } from './confine-child.ts'
import type { StartedChild } from './start-child.ts'

export interface ChildRun {
  /** A child that has not had a task yet. */
  readonly child: StartedChild
  readonly start: ChildStart
  readonly timeoutMs: number
  /** Where the system's own limit lies; by the kind of task where nothing is said. */
  readonly cpuSeconds?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: EngineProgress) => void
}

const WATCH_MS = 50
/**
 * Before the system's limit, whose SIGKILL would read as one for memory: a second, and what a child on all cores uses up between two looks.
 */
const CPU_AHEAD_SECONDS = 1 + (os.availableParallelism() * WATCH_MS) / 1000

export interface RunningChild<Result> {
  /**
   * The child's result, as soon as it reports that all is written: its exit takes another 10 to 30 ms (memory freed), which no caller needs to wait for.
   * Rejects with an EngineError when the process is gone.
   */
  readonly result: Promise<Result>
  /** Resolves when the process is gone, whatever became of the task. */
  readonly gone: Promise<void>
}

export function runChild<Result>(run: ChildRun): RunningChild<Result> {
  const { process: child, stderr } = run.child
  let failure: Extract<ChildAnswer, { kind: 'failed' }> | undefined
  let killedFor: EngineErrorCode | undefined
  const kill = (code: EngineErrorCode) => {
    killedFor ??= code
    child.kill('SIGKILL')
  }
  const unwatch = watchChild(run, kill)
  const end = ended(child)
  const result = new Promise<Result>((resolve, reject) => {
    child.on('message', (message) => {
      const answer = message as ChildAnswer
      if (answer.kind === 'progress') run.onProgress?.(answer.progress)
      else if (answer.kind === 'failed') failure = answer
      else if (!killedFor) resolve(answer.result as Result)
    })
    end.then(({ code, signal }) => {
      if (killedFor) reject(new EngineError(killedFor))
      else if (failure) reject(new EngineError(failure.code, failure.detail, failure.mediaType))
      else reject(crashError(code, signal, stderr()))
    }, reject)
  })
  child.send(run.start, () => {})
  return { result, gone: end.then(unwatch, unwatch) }
}

/** Kills the child when it is cancelled, takes too long, too much of the processor or too much memory; returns a function that stops the watch. */
function watchChild(
  { child, start, timeoutMs, signal, cpuSeconds = cpuSecondsOf(start.task.kind) }: ChildRun,
  kill: (code: EngineErrorCode) => void,
): () => void {
  const onAbort = () => kill('cancelled')
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  const deadline = setTimeout(() => kill('timeout'), timeoutMs)
  const watch = setInterval(async () => {
    const used = await usedBy(await programPid(child.process.pid))
    if (used.residentBytes > start.memoryLimitBytes) kill('out-of-memory')
    else if (used.cpuSeconds > cpuSeconds - CPU_AHEAD_SECONDS) kill('timeout')
  }, WATCH_MS)
  return () => {
    clearTimeout(deadline)
    clearInterval(watch)
    signal?.removeEventListener('abort', onAbort)
  }
}

function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new EngineError('crashed', error.message)))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

/** What `unshare` says, and exits with 1, where its only child was ended by SIGKILL: it would end itself by the same signal (util-linux 2.38). */
const KILLED_BEHIND_WALLS = /^unshare: sigprocmask/m

/** A SIGKILL that we did not send is the system's OOM killer; before its limit of processor time, which comes as that signal too, the watch has ended the child. */
function crashError(code: number | null, signal: NodeJS.Signals | null, stderr: string): EngineError {
  const memory =
    signal === 'SIGKILL' ||
    KILLED_BEHIND_WALLS.test(stderr) ||
    /out of memory|allocation failed|cannot allocate memory|bad_alloc/i.test(stderr)
  return new EngineError(memory ? 'out-of-memory' : 'crashed', `exit ${code ?? signal}: ${stderr}`)
}

/** Behind the walls the program is the only child of the process that we started (confine-child.ts). */
export async function programPid(pid: number | undefined): Promise<number | undefined> {
  if (confinement().files !== 'apart') return pid
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return Number.parseInt(children, 10) || pid
}

const PAGE_BYTES = 4096
/** USER_HZ: what the numbers in /proc count in on every Linux, whatever the kernel does. */
const TICKS_PER_SECOND = 100
/** Places behind the program's name, which may hold blanks and brackets (proc_pid_stat(5): fields 14, 15 and 24). */
const [USER_TICKS, SYSTEM_TICKS, RESIDENT_PAGES] = [11, 12, 21]

/** From /proc on Linux; elsewhere the child's own check between tiles remains. */
async function usedBy(pid: number | undefined): Promise<{ residentBytes: number; cpuSeconds: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (place: number) => Number(fields[place] ?? 0)
  return {
    residentBytes: at(RESIDENT_PAGES) * PAGE_BYTES,
    cpuSeconds: (at(USER_TICKS) + at(SYSTEM_TICKS)) / TICKS_PER_SECOND,
  }
}
