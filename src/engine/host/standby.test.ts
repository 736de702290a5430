// Waiting children: each is given once, none outlives the engine or its parent (engine study §3.6).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createStandby } from './standby.ts'
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

/** Lets a child wait, tells its id and has nothing else to do. */
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
