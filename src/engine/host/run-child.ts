// One task in one child process: start, watch time and memory, kill, and never leave anything running (engine study §3.6).
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { ChildAnswer, ChildStart } from '../child/protocol.ts'
import { EngineError } from '../engine-error.ts'
import type { EngineErrorCode, EngineProgress } from '../engine-types.ts'
import { confinement } from './confine-child.ts'
import type { StartedChild } from './start-child.ts'

export interface ChildRun {
  /** A child that has not had a task yet. */
  readonly child: StartedChild
  readonly start: ChildStart
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: EngineProgress) => void
}

const MEMORY_WATCH_MS = 50

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

/** Kills the child when it is cancelled, takes too long or too much memory; returns a function that stops the watch. */
function watchChild({ child, start, timeoutMs, signal }: ChildRun, kill: (code: EngineErrorCode) => void): () => void {
  const onAbort = () => kill('cancelled')
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  const deadline = setTimeout(() => kill('timeout'), timeoutMs)
  const watch = setInterval(async () => {
    if ((await residentBytes(await programPid(child.process.pid))) > start.memoryLimitBytes) kill('out-of-memory')
  }, MEMORY_WATCH_MS)
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

/** A SIGKILL that we did not send is the system's OOM killer, or its limit of processor time, which comes as that signal at once: both limits are equal. */
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

/** From /proc on Linux; elsewhere the child's own check between tiles remains. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES
}
