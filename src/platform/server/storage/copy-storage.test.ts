// Copies between two folders: what a disk or the service's own work can do to them while they run. Between a folder and a bucket: s3/s3-storage.test.ts.
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { readJournal } from './copy-journal.ts'
import { copyStorage } from './copy-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { inHashLanes } from './hash-lanes.ts'
import type { ObjectStorage } from './object-storage.ts'
import { createAddressSigner } from './signed-address.ts'

const MEGABYTE = 1024 * 1024
const folders: string[] = []
let folder: string
let from: ObjectStorage
let to: ObjectStorage
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huanying-copy-'))
  folders.push(folder)
  const open = (name: string) => openFolderStorage(join(folder, name), createAddressSigner('of the test'), systemClock)
  from = await open('from')
  to = await open('to')
  await put('mark', 'mine')
})
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))))

const put = async (key: string, content: string | Buffer) => {
  await writeFile(join(folder, 'file'), content)
  await from.putFile(key, join(folder, 'file'), 'image/png')
}
const copy = (source = from, target = to) =>
  copyStorage({ from: source, to: target, journal: join(folder, 'journal'), markKey: 'mark', tempRoot: folder })

it('brings every byte over, whatever the size', async () => {
  const sizes = [0, 1, MEGABYTE, 2 * MEGABYTE + 7]
  for (const size of sizes) await put(`pictures/${size}`, Buffer.alloc(size, 'a line that divides nothing\n'))
  expect(await copy()).toEqual({ objects: 5, copied: 5, copiedBytes: 3 * MEGABYTE + 12, removed: 0, left: [] })
  for (const size of sizes) {
    const [sent, arrived] = [from, to].map((storage) => readFile(storage.pathOf!(`pictures/${size}`)))
    expect((await arrived)!.equals((await sent)!)).toBe(true)
  }
})

it('takes nothing for copied that arrived changed, and copies it with the next run', async () => {
  await put('pictures/a', 'pixels')
  const careless: ObjectStorage = {
    ...to,
    adoptFile: async (key, path, type) => {
      if (key === 'pictures/a') await appendFile(path, '!')
      await to.adoptFile!(key, path, type)
    },
  }
  await expect(copy(from, careless)).rejects.toThrow('pictures/a arrived changed')
  expect(await copy()).toMatchObject({ copied: 1 })
  expect(await readFile(to.pathOf!('pictures/a'), 'utf8')).toBe('pixels')
})

it('keeps the copied version where the source has changed at the comparison, and copies the new one in the next run', async () => {
  await put('pictures/a', 'pixels')
  const busy: ObjectStorage = {
    ...to,
    adoptFile: async (key, path, type) => {
      await to.adoptFile!(key, path, type)
      if (key === 'pictures/a') await put(key, 'others')
    },
  }
  expect(await copy(from, busy)).toMatchObject({ copied: 2 })
  expect(await readFile(to.pathOf!('pictures/a'), 'utf8')).toBe('pixels')
  expect(await copy()).toMatchObject({ copied: 1 })
  expect(await readFile(to.pathOf!('pictures/a'), 'utf8')).toBe('others')
})

it('goes on where a picture is removed while it is copied', async () => {
  await put('pictures/a', 'pixels')
  await put('pictures/b', 'pixels')
  const living: ObjectStorage = {
    ...from,
    stat: async (key) => {
      const facts = await from.stat(key)
      if (key === 'pictures/a') await from.remove(key)
      return facts
    },
  }
  expect(await copy(living)).toMatchObject({ objects: 3, copied: 2 })
  expect(await to.stat('pictures/a')).toBeUndefined()
})

it('a thread that meets a full disk says so and goes on', async () => {
  await writeFile(join(folder, 'file'), 'pixels')
  const ends: unknown[] = []
  await inHashLanes([join(folder, 'file')], async (path, reader) => {
    ends.push(await reader.hash(path, '/dev/full').catch((error) => error))
    ends.push(await reader.hash(path))
  })
  expect(ends).toEqual([
    expect.objectContaining({ code: 'ENOSPC' }),
    '6ec9c2b0eb14010746c8bce8939303b382344b296206612eb8a907a37b2b2f37', // as sha256sum says
  ])
})

it('of a move that is run once more changes nothing where the target is worked on already', async () => {
  const move = () =>
    copyStorage({ from, to, journal: join(folder, 'journal'), markKey: 'mark', tempRoot: folder, refusesOthers: true })
  await put('pictures/a', 'pixels')
  await put('pictures/b', 'pixels')
  await move()
  await from.remove('pictures/b')
  expect(await move()).toMatchObject({ removed: 1 })
  await writeFile(join(folder, 'file'), 'newer')
  await to.putFile('pictures/newer', join(folder, 'file'), 'image/png')
  await put('pictures/c', 'pixels')
  await expect(move()).rejects.toThrow('pictures/newer): the service works on the target already')
  expect(await to.stat('pictures/newer')).toBeDefined()
  expect(await to.stat('pictures/c')).toBeUndefined()
})

it('that marks the target in a way of its own brings everything but the mark', async () => {
  await put('pictures/a', 'pixels')
  const options = { from, to, journal: join(folder, 'journal'), markKey: 'mark', tempRoot: folder }
  expect(await copyStorage({ ...options, mark: async () => {} })).toMatchObject({ objects: 2, copied: 1 })
  expect(await to.stat('mark')).toBeUndefined()
})

it('goes on with a journal whose last line was cut, in every run after', async () => {
  await put('pictures/a', 'pixels')
  await copy()
  await appendFile(join(folder, 'journal'), '["pictures/b","17')
  await put('pictures/b', 'pixels')
  expect(await copy()).toMatchObject({ copied: 1 })
  expect(await copy()).toMatchObject({ objects: 3, copied: 0 })
})

it('takes an object out of its journal before it removes it: killed in between, the copy has one too many', async () => {
  await put('pictures/a', 'pixels')
  await copy()
  await from.remove('pictures/a')
  const cut = { ...to, remove: () => Promise.reject(new Error('killed')) }
  await expect(copy(from, cut)).rejects.toThrow('killed')
  expect([...(await readJournal(join(folder, 'journal'))).keys()]).toEqual(['mark'])
  expect(await copy()).toMatchObject({ removed: 1 })
  expect(await to.stat('pictures/a')).toBeUndefined()
})

it('writes the types down that an earlier release has not, without a copy, and puts right what differs', async () => {
  for (const name of ['a', 'b', 'c']) await put(`pictures/${name}`, 'pixels')
  await copy()
  const journal = join(folder, 'journal')
  const lines = (await readFile(journal, 'utf8')).trim().split('\n')
  await writeFile(journal, lines.map((line) => `${JSON.stringify(JSON.parse(line).slice(0, 3))}\n`).join(''))
  await writeFile(join(folder, 'file'), 'pixels')
  await to.putFile('pictures/b', join(folder, 'file'), 'text/html')
  await rm(to.pathOf!('pictures/c').replace('/objects/', '/types/'))
  expect(await copy()).toMatchObject({ copied: 2 })
  expect([...(await readJournal(journal)).values()].map(({ type }) => type)).toEqual(Array(4).fill('image/png'))
  for (const name of ['b', 'c']) expect((await to.stat(`pictures/${name}`))?.contentType).toBe('image/png')
  expect(await copy()).toMatchObject({ copied: 0 })
})

it('names no object in its journal that a killed run had removed from both sides', async () => {
  await put('pictures/a', 'pixels')
  await copy()
  for (const storage of [from, to]) await storage.remove('pictures/a')
  expect([...(await readJournal(join(folder, 'journal'))).keys()]).toContain('pictures/a')
  await copy()
  expect([...(await readJournal(join(folder, 'journal'))).keys()]).toEqual(['mark'])
})
