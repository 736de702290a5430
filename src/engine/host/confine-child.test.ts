// What is in force around a child, as the system itself tells it.
import { readFileSync, readlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { confinement } from './confine-child.ts'
import { startChild } from './start-child.ts'

it.skipIf(process.platform !== 'linux')(
  'a child runs under limits, without secrets and without a network',
  async () => {
    process.env.SECRET = 'of the service'
    const { process: child } = startChild('inspect')
    try {
      const about = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
      const limitOf = (name: string) => new RegExp(`${name}\\s+(\\S+)\\s+(\\S+)`).exec(about('limits'))?.slice(1)
      const bounds = () =>
        ['core file size', 'cpu time', 'open files', 'data size', 'file size'].map((name) => limitOf(`Max ${name}`))
      const both = (value: number) => [String(value), String(value)]
      // The walls go up one by one before the child's own program begins.
      await expect.poll(bounds, { timeout: 20_000 }).toEqual([0, 60, 256, 3 * 2 ** 30, 2 ** 30].map(both))
      expect(about('environ')).not.toContain('of the service')
      const isApart = () => readlinkSync(`/proc/${child.pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
      await expect.poll(isApart, { timeout: 20_000 }).toBe(confinement().network === 'none')
    } finally {
      delete process.env.SECRET
      child.kill('SIGKILL')
    }
  },
)
