// The service as `npm start` runs it, in a process of its own: what it prints, what it logs, how it ends.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { programOf } from '../../../../scripts/testing/bundled-programs.ts'
import { compiledBefore, SHORT_LIVED } from '../../../../scripts/testing/short-lived.ts'

/** As `npm run dev` has it. */
export const SOURCES = fileURLToPath(new URL('../../server.ts', import.meta.url))
const bundled = programOf(SOURCES)
const children: Started[] = []

export interface Started {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  /** What it prints for people. */
  readonly output: () => string
  readonly log: () => string
  readonly exited: Promise<number | null>
}

/** `folder` is without .env, so that a developer's own settings stay out. */
export function startProcess(
  folder: string,
  env: Record<string, string>,
  args: string[],
  program: string = bundled,
): Started {
  const child = spawn(process.execPath, [...SHORT_LIVED, program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...compiledBefore(),
      NODE_ENV: 'test',
      SIGN_UP_WALL: 'none',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const captured = { output: '', log: '' }
  child.stderr.on('data', (chunk) => {
    captured.output += chunk
  })
  child.stdout.on('data', (chunk) => {
    captured.log += chunk
  })
  const started = {
    process: child,
    output: () => captured.output,
    log: () => captured.log,
    // TRAP: at `exit` what it wrote last may still wait to be read.
    exited: once(child, 'close').then(([code]) => code as number | null),
  }
  children.push(started)
  return started
}

/** Its address once it serves; empty of a worker. */
export async function ready(started: Started): Promise<string> {
  const ended = started.exited.then((code) => Promise.reject(new Error(`ended with ${code}: ${started.output()}`)))
  const waiting = expect
    .poll(started.output, { timeout: 60_000, interval: 50 })
    .toMatch(/The service is ready: \S+|role is running/)
  await Promise.race([waiting, ended])
  return /ready: (\S+)/.exec(started.output())?.[1] ?? ''
}

/** After each test. */
export async function killStarted(): Promise<void> {
  for (const child of children.splice(0)) {
    child.process.kill('SIGKILL')
    await child.exited
  }
}
