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
      await expect.poll(() => about('cmdline')).toContain('engine-child')
      const limit = (name: string) => new RegExp(`${name}\\s+(\\S+)\\s+(\\S+)`).exec(about('limits'))?.slice(1)
      expect(limit('Max core file size')).toEqual(['0', '0'])
      expect(limit('Max cpu time')).toEqual(['60', '60'])
      expect(limit('Max open files')).toEqual(['256', '256'])
      expect(limit('Max data size')).toEqual([String(3 * 2 ** 30), String(3 * 2 ** 30)])
      expect(limit('Max file size')).toEqual([String(2 ** 30), String(2 ** 30)])
      expect(about('environ')).not.toContain('of the service')
      const isApart = readlinkSync(`/proc/${child.pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
      expect(isApart).toBe(confinement().network === 'none')
    } finally {
      delete process.env.SECRET
      child.kill('SIGKILL')
    }
  },
)
