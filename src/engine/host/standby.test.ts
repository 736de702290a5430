// Waiting children: each is given once, none outlives the engine or its parent (engine study §3.6).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createStandby, type Standby } from './standby.ts'
import type { StartedChild } from './start-child.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function end({ process: child }: StartedChild) {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

it('a waiting child is given once, and the next one waits afterwards', async () => {
  const standby = createStandby(true)
  const given: StartedChild[] = []
  for (let i = 0; i < 3; i++) {
    given.push(standby.take('inspect'))
    await nextTurn()
  }
  standby.close()
  expect(new Set(given.map(({ process }) => process.pid)).size).toBe(3)
  for (const { process } of given) expect(process.connected).toBe(true)
  await Promise.all(given.map(end))
})

async function takeAndEnd(standby: Standby): Promise<WeakRef<object>> {
  const child = standby.take('inspect')
  const closed = once(child.process, 'close')
  child.process.kill('SIGKILL')
  await closed
  return new WeakRef(child.process)
}

it('a child that was taken and has ended is not kept, so that hours of pictures need no more memory than minutes', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const standby = createStandby(true)
  standby.warm('inspect')
  const ended: WeakRef<object>[] = []
  for (let i = 0; i < 3; i++) {
    ended.push(await takeAndEnd(standby))
    await nextTurn()
  }
  const kept = async () => {
    // A reference that was just read lives until the next turn.
    await nextTurn()
    collect()
    return ended.filter((child) => child.deref()).length
  }
  await expect.poll(kept, { timeout: 20_000 }).toBe(0)
  standby.close()
})

/** Keeps a standby child, prints its pid and is otherwise idle. */
const PARENT = `
import { readFileSync } from 'node:fs'
import { createStandby } from ${JSON.stringify(new URL('./standby.ts', import.meta.url).href)}
createStandby(true).warm('inspect')
console.log(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'))
`

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

// Process states are read from /proc.
it.skipIf(process.platform !== 'linux')('a waiting child neither keeps its parent alive nor outlives it', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT])
  let output = ''
  parent.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(parent, 'close')
  expect(code).toBe(0)
  const pids = output.trim().split(' ').map(Number)
  expect(pids.filter((pid) => pid > 0).length).toBe(1)
  await expect.poll(() => pids.some(isAlive), { timeout: 20_000 }).toBe(false)
})
