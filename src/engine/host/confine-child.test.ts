// The limits in force around a child, as the operating system reports them.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { confinement, hideFromChildren } from './confine-child.ts'
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

it.skipIf(confinement().files !== 'apart')(
  'a child sees nothing of what the service keeps, and has no right to bring it back',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'huanying-walls-'))
    const [pictures, secret, work] = ['files', 'secret', 'tmp'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    mkdirSync(pictures)
    mkdirSync(work)
    for (const path of [join(pictures, 'family.jpg'), secret, join(work, 'own.jpg')]) writeFileSync(path, 'a secret')
    hideFromChildren([pictures, secret, join(folder, 'absent')])
    const { process: child } = startChild('inspect')
    try {
      const root = `/proc/${child.pid}/root`
      await expect
        .poll(() => readFileSync(`/proc/${child.pid}/comm`, 'utf8'), { timeout: 20_000 })
        .toMatch(/node|MainThread/)
      expect(existsSync(join(root + pictures, 'family.jpg'))).toBe(false)
      expect(readFileSync(root + secret, 'utf8')).toBe('')
      expect(existsSync(join(root + work, 'own.jpg'))).toBe(true)
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      for (const rights of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
        expect(status).toMatch(new RegExp(`${rights}:\\s+0{16}\\n`))
      expect(status).toMatch(/NoNewPrivs:\s+1/)
    } finally {
      hideFromChildren([])
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    }
  },
)
