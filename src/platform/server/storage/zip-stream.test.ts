// The archive of stored objects: whole, of the size that was promised, and closed when its reader leaves.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { ObjectMissingError, type ObjectStorage } from './object-storage.ts'
import { createZipStream, uniqueNames, type ZipEntry } from './zip-stream.ts'

const lastModified = new Date('2026-01-05T04:00:00Z')
const entry = (name: string, content: ZipEntry['content'], sizeBytes: number): ZipEntry => ({
  name,
  lastModified,
  sizeBytes,
  content,
})

/** Only `openRead` is used; what was opened is remembered. */
function storageOf(objects: Record<string, () => Readable>) {
  const opened: Readable[] = []
  const openRead = async (key: string) => {
    const object = objects[key]?.()
    if (!object) throw new ObjectMissingError(key)
    opened.push(object)
    return object
  }
  return { storage: { openRead } as unknown as ObjectStorage, opened }
}

const read = (body: ReadableStream<Uint8Array>) => buffer(Readable.fromWeb(body as NodeReadableStream))

it('holds objects and texts under their names and has the promised size', async () => {
  const { storage } = storageOf({ a: () => Readable.from([Buffer.from('one'), Buffer.from('two')]) })
  const zip = createZipStream(storage, [
    entry('相册/外婆.png', { key: 'a' }, 6),
    entry('profile.json', { text: '{"n":"焕影"}' }, Buffer.byteLength('{"n":"焕影"}')),
  ])
  const bytes = await read(zip.body)
  expect(bytes.length).toBe(zip.sizeBytes)
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()])
  expect(files).toEqual([
    ['相册/外婆.png', 'onetwo'],
    ['profile.json', '{"n":"焕影"}'],
  ])
})

it('ends with an error when an object is gone', async () => {
  const { storage } = storageOf({})
  await expect(read(createZipStream(storage, [entry('a.png', { key: 'gone' }, 3)]).body)).rejects.toThrow('gone')
})

it('closes the open object when the reader leaves, and opens no further one', async () => {
  const endless = () =>
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024)
      })(),
    )
  const { storage, opened } = storageOf({ a: endless, b: endless })
  const reader = createZipStream(storage, [
    entry('a.bin', { key: 'a' }, 1024 ** 3),
    entry('b.bin', { key: 'b' }, 1024 ** 3),
  ]).body.getReader()
  for (let n = 0; n < 4; n += 1) await reader.read()
  await reader.cancel()
  await expect.poll(() => opened.map((object) => object.destroyed)).toEqual([true])
})

it('never gives two files one name, whatever the case of its letters', () => {
  const nameOf = uniqueNames()
  expect(['a.png', 'A.png', 'a.png', 'b'].map(nameOf)).toEqual(['a.png', 'A (2).png', 'a (3).png', 'b'])
})

it('nor a name that a file brings along, in any order', () => {
  const wanted = ['IMG.png', 'img.png', 'IMG (2).png', 'Img (2).PNG', 'IMG (3).png']
  const orders = permutationsOf(wanted)
  expect(orders).toHaveLength(120)
  for (const order of orders) {
    const names = order.map(uniqueNames())
    expect([...new Set(names.map((name) => name.toLowerCase()))], order.join()).toHaveLength(wanted.length)
    expect(names[0]).toBe(order[0])
  }
})

const permutationsOf = (items: readonly string[]): string[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
