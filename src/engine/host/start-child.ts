// Starts one engine child, which loads the code of its kind of task and then waits for the task.
import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ChildTask } from '../child/protocol.ts'
import type { ChildRoom } from './child-room.ts'
import { confined, roomForChild } from './confine-child.ts'

export type ChildKind = ChildTask['kind']

export interface StartedChild {
  readonly process: ChildProcess
  /** Where the walls give it one; whoever gives the task takes it away. */
  readonly room: ChildRoom | undefined
  /** The last words on stderr. */
  stderr(): string
}

const ENTRY = fileURLToPath(new URL('../child/engine-child.ts', import.meta.url))
/** Pixels live outside the V8 heap, so the heap itself stays small. */
const HEAP_LIMIT_MB = 512
const STDERR_TAIL_CHARS = 2000
/** Lower priority than the web process, so that it stays responsive; lower still for work that is not awaited to the second. */
const NICENESS: Readonly<Record<ChildKind, number>> = {
  inspect: 1,
  square: 1,
  measure: 1,
  encode: 5,
  tiles: 5,
  prepare: 1,
  adopt: 1,
  process: 10,
  patch: 5,
}
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

/** One memory pool of the C library for all threads: freed tiles of one serve the next (60 to 100 MB less at 25 megapixels). */
const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }

export function startChild(kind: ChildKind): StartedChild {
  const env = Object.fromEntries(
    PASSED_ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const room = roomForChild()
  const child = fork(ENTRY, [kind], {
    ...confined(kind, [`--max-old-space-size=${HEAP_LIMIT_MB}`, '--expose-gc'], room),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...env, ...MEMORY_ENVIRONMENT },
  })
  try {
    // What the walls start inherits it.
    if (child.pid) os.setPriority(child.pid, NICENESS[kind])
  } catch {
    // Not allowed or already exited: priority is only a courtesy, so the work goes on.
  }
  return { process: child, room, stderr: collectStderr(child) }
}

function collectStderr(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL_CHARS)
  })
  return () => tail
}
