// A child's answer and its end are two things: who waits for the picture has it at once, who counts memory waits until the process is gone.
import { type ChildProcess, spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import type { ChildStart } from '../child/protocol.ts'
import { runChild } from './run-child.ts'

const START: ChildStart = {
  task: { kind: 'measure', request: { sourcePath: '/nothing' } },
  memoryLimitBytes: 2 ** 30,
}

/** A process that does this with its task. */
function playedChild(onTask: string): ChildProcess {
  const script = `process.once('message', () => { ${onTask} }); setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
}

const run = (child: ChildProcess, timeoutMs: number, signal?: AbortSignal) =>
  runChild<number>({ child: { process: child, room: undefined, stderr: () => '' }, start: START, timeoutMs, signal })

it('has the answer while the process still lives, and ends one that does not end by itself', async () => {
  const child = playedChild("process.send({ kind: 'done', result: 7 })")
  const { result, gone } = run(child, 3000)
  expect(await result).toBe(7)
  expect(child.exitCode ?? child.signalCode).toBeNull()
  await gone
  expect(child.signalCode).toBe('SIGKILL')
})

it('an answer that comes after the call was given up is none', async () => {
  const stop = new AbortController()
  const child = playedChild("process.send({ kind: 'progress', progress: {} })")
  const { result, gone } = run(child, 60_000, stop.signal)
  child.once('message', () => {
    stop.abort()
    child.emit('message', { kind: 'done', result: 7 })
  })
  await expect(result).rejects.toMatchObject({ code: 'cancelled' })
  await gone
})

it('reports the cause of a failure after its exit', async () => {
  const child = playedChild("process.send({ kind: 'failed', code: 'unsupported-format' }, () => process.exit(0))")
  const { result } = run(child, 60_000)
  await expect(result).rejects.toMatchObject({ code: 'unsupported-format' })
  expect(child.exitCode).toBe(0)
})

it('processor time that is used up is a timeout, and not for want of memory', async () => {
  const cpuSeconds = 2
  const script = "process.once('message', () => { for (;;); })"
  const child = spawn('/bin/sh', ['-c', `ulimit -t ${cpuSeconds}; exec "$@"`, 'sh', process.execPath, '-e', script], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const started = { process: child, room: undefined, stderr: () => '' }
  const { result, gone } = runChild({ child: started, start: START, timeoutMs: 60_000, cpuSeconds })
  await expect(result).rejects.toMatchObject({ code: 'timeout' })
  await gone
})
