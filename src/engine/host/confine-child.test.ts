// The limits in force around a child, as the operating system reports them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeRoom, moveIn } from './child-room.ts'
import { confined, confinement, hideFromChildren } from './confine-child.ts'
import { createLocalEngine } from './local-engine.ts'
import { programPid, runChild } from './run-child.ts'
import { createStandby } from './standby.ts'
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

const isApart = confinement().files === 'apart'
const WHY = isApart ? '' : ' (skipped: this machine gives no namespaces)'

/** A data folder with a secret, somebody else's picture under way, and a child's own folder. */
function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'huanying-walls-'))
  const [pictures, secret, temporaryRoot] = ['files', 'secret', 'tmp'].map((name) => join(folder, name)) as Three
  mkdirSync(pictures)
  mkdirSync(join(temporaryRoot, 'begun'), { recursive: true })
  const other = join(temporaryRoot, 'begun', 'received')
  for (const path of [join(pictures, 'family.jpg'), secret, other]) writeFileSync(path, 'a secret')
  hideFromChildren({ paths: [pictures, secret, join(folder, 'absent')], temporaryRoot })
  const remove = () => {
    hideFromChildren({ paths: [] })
    rmSync(folder, { recursive: true })
  }
  return { pictures, secret, temporaryRoot, other, remove }
}
type Three = [string, string, string]

describe.skipIf(!isApart)(`behind the walls${WHY}`, () => {
  it('a child sees nothing of what the service keeps or has under way, and has no right to bring it back', async () => {
    const { pictures, secret, temporaryRoot, remove } = dataFolder()
    const { process: child, room } = startChild('inspect')
    try {
      writeFileSync(join(room!.path, 'own.jpg'), 'a picture')
      const about = async (name: string) => readFileSync(`/proc/${await programPid(child.pid)}/${name}`, 'utf8')
      await expect.poll(() => about('comm'), { timeout: 20_000 }).toMatch(/node|MainThread/)
      const root = `/proc/${await programPid(child.pid)}/root`
      expect(existsSync(join(root + pictures, 'family.jpg'))).toBe(false)
      expect(readFileSync(root + secret, 'utf8')).toBe('')
      expect(readdirSync(root + temporaryRoot)).toEqual(['own.jpg'])
      const status = await about('status')
      for (const rights of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
        expect(status).toMatch(new RegExp(`${rights}:\\s+0{16}\\n`))
      expect(status).toMatch(/NoNewPrivs:\s+1/)
    } finally {
      child.kill('SIGKILL')
      remove()
    }
  })

  it('what a child that was taken over started ends with it', async () => {
    const { temporaryRoot, remove } = dataFolder()
    const room = makeRoom(temporaryRoot)
    const heartbeat = join(room.path, 'heartbeat')
    const grandchild = `setInterval(() => require('fs').appendFileSync('${join(room.seenAs, 'heartbeat')}', '.'), 20)`
    const evil = `require('child_process').spawn(process.execPath, ['-e', \`${grandchild}\`], { detached: true, stdio: 'ignore' }).unref()
      setInterval(() => {}, 1000)`
    const { execPath, execArgv } = confined('inspect', ['-e', evil], room)
    const child = spawn(execPath, execArgv, { stdio: 'ignore' })
    try {
      await expect.poll(() => existsSync(heartbeat), { timeout: 20_000 }).toBe(true)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      const heartbeats = () => statSync(heartbeat).size
      let before = -1
      await expect
        .poll(() => {
          const last = before
          before = heartbeats()
          return before === last
        })
        .toBe(true)
      await delay(500)
      expect(heartbeats()).toBe(before)
    } finally {
      child.kill('SIGKILL')
      remove()
    }
  })

  it('a link that a child made is not taken for a picture', async () => {
    const { secret, temporaryRoot, other, remove } = dataFolder()
    const wanted = (name: string) => join(temporaryRoot, name)
    const room = makeRoom(temporaryRoot)
    const request = { sourcePath: other, targetPath: wanted('copy'), format: 'jpeg', quality: 90 } as const
    const { task, takeOut } = moveIn(room, { kind: 'encode', request })
    try {
      expect(task.request).toEqual({ ...request, sourcePath: wanted('sourcePath'), targetPath: wanted('targetPath') })
      expect(readFileSync(join(room.path, 'sourcePath'), 'utf8')).toBe('a secret')
      symlinkSync(secret, join(room.path, 'targetPath'))
      await expect(takeOut()).rejects.toMatchObject({ code: 'crashed' })
      expect(readdirSync(temporaryRoot)).not.toContain('copy')
      writeFileSync(join(room.path, 'targetPath'), 'a copy')
      await takeOut()
      expect(readFileSync(wanted('copy'), 'utf8')).toBe('a copy')
      const folder = wanted('tiles')
      mkdirSync(folder)
      const tileRoom = makeRoom(temporaryRoot)
      const tiles = moveIn(tileRoom, {
        kind: 'tiles',
        request: { sourcePath: other, folder, levels: [], tilePx: 512, format: 'jpeg' },
      })
      symlinkSync(secret, join(tileRoom.path, 'folder', '0-0.jpeg'))
      await expect(tiles.takeOut()).rejects.toMatchObject({ code: 'crashed' })
      expect(readdirSync(folder)).toEqual([])
    } finally {
      remove()
    }
  })

  it('tiles are cut beside the picture that they are of', async () => {
    const { temporaryRoot, remove } = dataFolder()
    const folder = join(temporaryRoot, 'tiles')
    mkdirSync(folder)
    const sourcePath = join(folder, 'source')
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#789' } })
      .png()
      .toFile(sourcePath)
    const level = { width: 64, height: 64 }
    try {
      await createLocalEngine().cutTiles({ sourcePath, folder, levels: [level], tilePx: 64, format: 'jpeg' })
      expect(readdirSync(folder).toSorted()).toEqual(['0', 'source'])
      expect(readdirSync(folder, { recursive: true })).toContainEqual(expect.stringMatching(/0_0\.jpe?g$/))
      expect(readdirSync(temporaryRoot).filter((name) => name.startsWith('child-'))).toEqual([])
    } finally {
      remove()
    }
  })

  it('a child that the system kills is out of memory, whoever of the two processes tells', async () => {
    const { other, remove } = dataFolder()
    const child = startChild('measure')
    try {
      const inner = () => programPid(child.process.pid)
      await expect.poll(async () => (await inner()) !== child.process.pid, { timeout: 20_000 }).toBe(true)
      process.kill((await inner())!, 'SIGKILL')
      const start = { task: { kind: 'measure', request: { sourcePath: other } }, memoryLimitBytes: 2 ** 30 } as const
      await expect(runChild({ child, start, timeoutMs: 20_000 }).result).rejects.toMatchObject({
        code: 'out-of-memory',
      })
    } finally {
      remove()
    }
  })

  it('where no folder can be made for it no child is kept ready, and that is all', () => {
    const { secret, remove } = dataFolder()
    hideFromChildren({ paths: [], temporaryRoot: secret })
    const standby = createStandby(true)
    try {
      standby.warm('inspect')
      expect(() => standby.take('inspect')).toThrow(/EEXIST|ENOTDIR/)
    } finally {
      standby.close()
      remove()
    }
  })
})
