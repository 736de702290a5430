// One task in one child process: start, watch time and memory, kill, and never leave anything running (engine study §3.6).
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { ChildAnswer, ChildStart } from '../child/protocol.ts'
import { EngineError } from '../engine-error.ts'
import type { EngineErrorCode, EngineProgress } from '../engine-types.ts'
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

/** Resolves with the child's result; rejects with an EngineError. The process is gone when the promise settles. */
export async function runChild<Result>(run: ChildRun): Promise<Result> {
  const { process: child, stderr } = run.child
  let answer: Exclude<ChildAnswer, { kind: 'progress' }> | undefined
  let killedFor: EngineErrorCode | undefined
  const kill = (code: EngineErrorCode) => {
    killedFor ??= code
    child.kill('SIGKILL')
  }
  const onAbort = () => kill('cancelled')
  run.signal?.addEventListener('abort', onAbort, { once: true })
  if (run.signal?.aborted) onAbort()
  const deadline = setTimeout(() => kill('timeout'), run.timeoutMs)
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > run.start.memoryLimitBytes) kill('out-of-memory')
  }, MEMORY_WATCH_MS)
  child.on('message', (message) => {
    const said = message as ChildAnswer
    if (said.kind === 'progress') run.onProgress?.(said.progress)
    else answer = said
  })
  try {
    const end = ended(child)
    child.send(run.start, () => {})
    const { code, signal } = await end
    if (killedFor) throw new EngineError(killedFor)
    if (answer?.kind === 'done') return answer.result as Result
    if (answer?.kind === 'failed') throw new EngineError(answer.code, answer.detail)
    throw crashError(code, signal, stderr())
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    run.signal?.removeEventListener('abort', onAbort)
  }
}

/** The answer may arrive before the exit event; both are awaited, so no process outlives its call. */
function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new EngineError('crashed', error.message)))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

/** A SIGKILL that we did not send is the system's own memory guard. */
function crashError(code: number | null, signal: NodeJS.Signals | null, stderr: string): EngineError {
  const memory = signal === 'SIGKILL' || /heap out of memory|allocation failed/i.test(stderr)
  return new EngineError(memory ? 'out-of-memory' : 'crashed', `exit ${code ?? signal}: ${stderr}`)
}

const PAGE_BYTES = 4096

/** Linux tells it; elsewhere the child's own check between tiles remains. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES
}
