// The service as a process of its own, whose provider does what a step says: for tests that kill it, or turn its machine's clock.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import type { ScriptedStep } from '#features/processing/server/provider/scripted-provider.ts'
import { programOf } from '../../../../scripts/testing/bundled-programs.ts'
import { compiledBefore, SHORT_LIVED } from '../../../../scripts/testing/short-lived.ts'

const entry = programOf(fileURLToPath(new URL('./scripted-service.ts', import.meta.url)))
export const PROCESS_ORIGIN = 'http://service.test'

export interface ScriptedProcess {
  /** Empty of a worker. */
  readonly origin: string
  /** What it has written to standard error so far. */
  readonly output: () => string
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}
const alive = new Set<ChildProcessByStdio<null, null, Readable>>()

/** Returns once it serves. `folder` is where it keeps everything; `through`: words of a command that starts it somewhere else. */
export async function startScriptedProcess(
  folder: string,
  step: ScriptedStep,
  env: Readonly<Record<string, string>>,
  through: readonly string[] = [],
): Promise<ScriptedProcess> {
  const [program = '', ...words] = [...through, process.execPath, ...SHORT_LIVED, entry]
  const child = spawn(program, words, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...compiledBefore(),
      NODE_ENV: 'test',
      PORT: '0',
      SIGN_UP_WALL: 'none',
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: PROCESS_ORIGIN,
      LOG_LEVEL: 'silent',
      STOP_GRACE_SECONDS: '5',
      DATA_DIR: folder,
      SCRIPTED_STEP: JSON.stringify(step),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  alive.add(child)
  const exited = once(child, 'exit').then(() => alive.delete(child))
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await vi.waitFor(
    () => {
      if (!/The service is ready|role is running/.test(output)) throw new Error(`It has not started: ${output}`)
    },
    { timeout: 60_000 },
  )
  return {
    origin: /ready: (\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1') ?? '',
    output: () => output,
    end: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
}

/** After each test: what a failed one left running. */
export function killScriptedProcesses(): void {
  for (const child of alive) child.kill('SIGKILL')
}
