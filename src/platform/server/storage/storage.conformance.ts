// What every adapter of the storage port must do; an adapter's test calls this with a way to open an empty storage.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ObjectMissingError, type ObjectStorage, removeFolder } from './object-storage.ts'

/** `read` fetches a signed address the way a browser does. */
export interface StorageUnderTest {
  readonly storage: ObjectStorage
  read(address: string): Promise<Response>
  /** Sets back the clock that addresses are signed by; the checking side keeps its own. */
  setBack(byMs: number): void
}

export function describeStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name} as object storage`, () => {
    let tested: StorageUnderTest
    let folder: string
    const file = async (content: string) => {
      const path = join(folder, crypto.randomUUID())
      await writeFile(path, content)
      return path
    }
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'huanying-storage-'))
      tested = await open()
    })
    afterAll(() => rm(folder, { recursive: true }))

    it('gives back what was put, with its type and size, also under a Chinese key', async () => {
      const key = 'uploads/甲/照片 1.jpg'
      await tested.storage.putFile(key, await file('pixels'), 'image/jpeg')
      expect(await tested.storage.stat(key)).toEqual({ sizeBytes: 6, contentType: 'image/jpeg' })
      expect(await text(await tested.storage.openRead(key))).toBe('pixels')
      const target = join(folder, 'fetched')
      await tested.storage.fetchToFile(key, target)
      expect(await readFile(target, 'utf8')).toBe('pixels')
    })

    it('gives back a range, and a file of several parts unchanged', async () => {
      const path = join(folder, 'large')
      const bytes = Buffer.alloc(17_000_003, 'a line that does not divide the size of a part\n')
      await writeFile(path, bytes)
      await tested.storage.putFile('large/字.bin', path, 'application/octet-stream')
      expect(await text(await tested.storage.openRead('large/字.bin', { start: 5, end: 9 }))).toBe('e tha')
      const target = join(folder, 'large again')
      await tested.storage.fetchToFile('large/字.bin', target)
      expect((await readFile(target)).equals(bytes)).toBe(true)
      await tested.storage.remove('large/字.bin')
    })

    it('stores and gives back what is empty', async () => {
      await tested.storage.putFile('empty', await file(''), 'text/plain')
      expect(await text(await tested.storage.openRead('empty'))).toBe('')
      await tested.storage.remove('empty')
    })

    it('says that it can be written to, and holds nothing more afterwards', async () => {
      const keys = async () => {
        const found: string[] = []
        for await (const { key } of tested.storage.list()) found.push(key)
        return found.sort()
      }
      const before = await keys()
      await tested.storage.checkWritable()
      expect(await keys()).toEqual(before)
    })

    it('takes a file over where it can, over what was there before', async () => {
      if (!tested.storage.adoptFile) return
      await tested.storage.putFile('taken', await file('old'), 'text/plain')
      const path = await file('new')
      await tested.storage.adoptFile('taken', path, 'image/png')
      expect(await text(await tested.storage.openRead('taken'))).toBe('new')
      expect(await tested.storage.stat('taken')).toMatchObject({ contentType: 'image/png' })
      await expect(readFile(path)).rejects.toThrow('ENOENT')
      await tested.storage.remove('taken')
    })

    it('overwrites, and removes also what is not there', async () => {
      await tested.storage.putFile('a/b', await file('one'), 'text/plain')
      await tested.storage.putFile('a/b', await file('other'), 'image/png')
      expect(await tested.storage.stat('a/b')).toEqual({ sizeBytes: 5, contentType: 'image/png' })
      await tested.storage.remove('a/b')
      await tested.storage.remove('a/b')
      expect(await tested.storage.stat('a/b')).toBeUndefined()
    })

    it('lists what lies below a folder, and nothing beside it', async () => {
      const keys = ['uploads/甲/1/a.png', 'uploads/甲/1/b.png', 'uploads/甲/2/a.png', 'uploads/甲乙/1/a.png']
      for (const key of keys) await tested.storage.putFile(key, await file('x'), 'image/png')
      const listed: string[] = []
      for await (const { key, storedAt } of tested.storage.list('uploads/甲')) {
        expect(storedAt).toBeInstanceOf(Date)
        if (keys.includes(key)) listed.push(key)
      }
      expect(listed.sort()).toEqual(keys.slice(0, 3))
      const everywhere: string[] = []
      for await (const { key, sizeBytes } of tested.storage.list())
        if (keys.includes(key) && sizeBytes === 1) everywhere.push(key)
      expect(everywhere.sort()).toEqual(keys.toSorted())
      await removeFolder(tested.storage, 'uploads/甲')
      for await (const { key } of tested.storage.list('uploads/甲')) expect(key).toBeUndefined()
      expect(await tested.storage.stat('uploads/甲乙/1/a.png')).toBeDefined()
      for await (const { key } of tested.storage.list('no/such')) expect(key).toBeUndefined()
    })

    it('keeps what is stored while the last object beside it is removed', async () => {
      const source = await file('x')
      const keyOf = (name: string) => `crowded/甲/1/${name}.png`
      const one = { sizeBytes: 1, contentType: 'image/png' }
      const inTurn = async (worker: number) => {
        for (let n = 0; n < 25; n += 1) {
          const key = keyOf(`${worker}`)
          await tested.storage.putFile(key, source, 'image/png')
          expect(await tested.storage.stat(key)).toEqual(one)
          await tested.storage.remove(key)
        }
        await tested.storage.putFile(keyOf(`${worker} stays`), source, 'image/png')
      }
      await Promise.all([0, 1, 2, 3].map(inTurn))
      const kept: string[] = []
      for await (const { key } of tested.storage.list('crowded')) kept.push(key)
      expect(kept.sort()).toEqual([0, 1, 2, 3].map((worker) => keyOf(`${worker} stays`)))
      await removeFolder(tested.storage, 'crowded')
      await tested.storage.putFile(keyOf('again'), source, 'image/png')
      expect(await tested.storage.stat(keyOf('again'))).toEqual(one)
      await tested.storage.remove(keyOf('again'))
    })

    it('throws the reason of a signal that has fired, and leaves nothing', async () => {
      const { storage } = tested
      await storage.putFile('p/stays', await file('picture'), 'image/png')
      const left = AbortSignal.abort(new Error('left'))
      const target = join(folder, 'left')
      await expect(storage.fetchToFile('p/stays', target, left)).rejects.toThrow('left')
      await expect(readFile(target)).rejects.toThrow('ENOENT')
      const source = await file('other')
      for (const put of [storage.putFile, storage.adoptFile])
        if (put) await expect(put('p/left', source, 'image/png', left)).rejects.toThrow('left')
      expect(await storage.stat('p/left')).toBeUndefined()
      expect(await readFile(source, 'utf8')).toBe('other')
    })

    it('says which object is missing', async () => {
      await expect(tested.storage.openRead('no/such')).rejects.toBeInstanceOf(ObjectMissingError)
      await expect(tested.storage.fetchToFile('no/such', join(folder, 'x'))).rejects.toBeInstanceOf(ObjectMissingError)
      expect(await tested.storage.stat('no/such')).toBeUndefined()
    })

    it.each(['../x', 'a/../../x', '/x', 'a//b', 'a/./b', '', 'a\\..\\b', 'a\0b'])('refuses the key %j', async (key) => {
      await expect(tested.storage.putFile(key, await file('x'), 'text/plain')).rejects.toThrow('Unusable object key')
      await expect(tested.storage.signedAddress(key, { expiresInMs: 1000 })).rejects.toThrow('Unusable object key')
    })

    it('shows an object under its signed address until that ends', async () => {
      await tested.storage.putFile('p/v.png', await file('picture'), 'image/png')
      const address = await tested.storage.signedAddress('p/v.png', { expiresInMs: 60_000 })
      const shown = await tested.read(address)
      expect([shown.status, shown.headers.get('content-type'), await shown.text()]).toEqual([
        200,
        'image/png',
        'picture',
      ])
      expect((await tested.read(address.replace('v.png', 'w.png'))).status).toBe(403)
      tested.setBack(61_000)
      const ended = await tested.storage.signedAddress('p/v.png', { expiresInMs: 60_000 })
      expect((await tested.read(ended)).status).toBe(403)
      tested.setBack(-61_000)
    })

    it('saves it under the wanted name', async () => {
      await tested.storage.putFile('p/r.png', await file('picture'), 'image/png')
      const address = await tested.storage.signedAddress('p/r.png', { expiresInMs: 60_000, downloadName: '结果 1.png' })
      const disposition = (await tested.read(address)).headers.get('content-disposition')
      expect(disposition).toMatch(/^attachment;/)
      expect(disposition).toContain("filename*=UTF-8''%E7%BB%93%E6%9E%9C%201.png")
    })
  })
}
