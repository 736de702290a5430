// One task in one child process: start, watch time and memory, kill, and never leave anything running (engine study §3.6).
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ChildAnswer, ChildStart } from './child/protocol.ts'
import { EngineError } from './engine-error.ts'
import type { EngineErrorCode, EngineProgress } from './engine-types.ts'

export interface ChildRun {
  readonly start: ChildStart
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: EngineProgress) => void
}

const ENTRY = fileURLToPath(new URL('./child/engine-child.ts', import.meta.url))
/** Pixels live outside the V8 heap, so the heap itself stays small. */
const HEAP_LIMIT_MB = 512
const MEMORY_WATCH_MS = 50
const STDERR_TAIL_CHARS = 2000
/** Below the web process, so that it stays quick while pictures are computed; somebody waits for an inspection. */
const NICENESS = { inspect: 1, process: 10 } as const
/** The child decodes strangers' files: it gets no secrets from our environment. */
const PASSED_ENVIRONMENT = [
  'PATH',
  'LANG',
  'TZ',
  'TMPDIR',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
] as const

/** Fewer memory pools of the C library: freed tiles of one thread serve the next. */
const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

/** Resolves with the child's result; rejects with an EngineError. The process is gone when the promise settles. */
export async function runChild<Result>(run: ChildRun): Promise<Result> {
  if (run.signal?.aborted) throw new EngineError('cancelled')
  const child = startChild(NICENESS[run.start.task.kind])
  const stderr = collectStderr(child)
  let answer: Exclude<ChildAnswer, { kind: 'progress' }> | undefined
  let killedFor: EngineErrorCode | undefined
  const kill = (code: EngineErrorCode) => {
    killedFor ??= code
    child.kill('SIGKILL')
  }
  const onAbort = () => kill('cancelled')
  run.signal?.addEventListener('abort', onAbort, { once: true })
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

function startChild(niceness: number): ChildProcess {
  const env = Object.fromEntries(
    PASSED_ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const child = fork(ENTRY, {
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${HEAP_LIMIT_MB}`, '--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...env, ...MEMORY_ENVIRONMENT },
  })
  try {
    if (child.pid) os.setPriority(child.pid, niceness)
  } catch {
    // Not allowed or already gone: slower neighbours are no reason to refuse the work.
  }
  return child
}

/** The answer may arrive before the exit event; both are awaited, so no process outlives its call. */
function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new EngineError('crashed', error.message)))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

function collectStderr(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL_CHARS)
  })
  return () => tail
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
