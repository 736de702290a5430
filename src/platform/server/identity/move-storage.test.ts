// A move of the pictures hands the proof of being the service's storage over: no process works on the copy that was left, and no run takes away what lives.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { openTestDatabase } from '../database/testing/test-database.ts'
import { openFolderStorage } from '../storage/folder-storage.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { createAddressSigner } from '../storage/signed-address.ts'
import { moveStorage } from './move-storage.ts'
import { proveIdentity } from './prove-identity.ts'
import { MARK_KEY, readMark } from './storage-mark.ts'

const secret = 'a secret of the test that is long enough'
let folder: string
let database: Database
let files: ObjectStorage
let bucket: ObjectStorage
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huanying-move-'))
  database = await openTestDatabase()
  files = await open('files')
  bucket = await open('bucket')
  await startOn(files)
  await put(files, 'pictures/a')
  await put(files, 'pictures/b')
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const open = (name: string) => openFolderStorage(join(folder, name), createAddressSigner(secret), systemClock)
const startOn = (storage: ObjectStorage) => proveIdentity({ database, storage, secret })
const put = async (storage: ObjectStorage, key: string, content = 'pixels') => {
  await writeFile(join(folder, 'file'), content)
  await storage.putFile(key, join(folder, 'file'), 'image/png')
}
const move = (from: ObjectStorage, to: ObjectStorage, place: string) => {
  const [journal, journalBack] = [to === files ? 'to-folder' : place, to === files ? 's3://pictures' : 'to-folder']
  const journals = {
    journal: join(folder, `journal ${basename(journal)}`),
    journalBack: join(folder, `journal ${basename(journalBack)}`),
  }
  return moveStorage({ from, to, place, ...journals, tempRoot: folder })
}
async function keysIn(storage: ObjectStorage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list('pictures')) keys.push(key)
  return keys.sort()
}
const toBucket = () => move(files, bucket, 's3://pictures')
const back = () => move(bucket, files, 'DATA_DIR/files')

it('the first start on the target takes the proof over, and the source says where the pictures went', async () => {
  expect(await toBucket()).toMatchObject({ objects: 3, copied: 2 })
  // The service still lives there, also the worker that is started again between the two runs.
  await startOn(files)
  await put(files, 'pictures/c')
  expect(await toBucket()).toMatchObject({ objects: 4, copied: 1 })
  await startOn(bucket)
  await startOn(bucket)
  await expect(startOn(files)).rejects.toThrow(
    /were moved from this storage to s3:\/\/pictures.*图片已从当前存储迁移到 s3:\/\/pictures/,
  )
  await expect(toBucket()).rejects.toThrow('The service works on the target already')
})

it('a first start on the target that is refused for another reason takes nothing over', async () => {
  await toBucket()
  const another = 'another secret of the test that is long enough'
  await expect(proveIdentity({ database, storage: bucket, secret: another })).rejects.toThrow('SECRET is not the one')
  await startOn(files)
  await put(files, 'pictures/c')
  expect(await toBucket()).toMatchObject({ copied: 1 })
  // Killed between the database's word and the storage's.
  const readOnly = { ...bucket, putFile: () => Promise.reject(new Error('killed')) }
  await expect(startOn(readOnly)).rejects.toThrow('killed')
  await expect(startOn(files)).rejects.toThrow('to s3://pictures')
  await startOn(bucket)
  await expect(toBucket()).rejects.toThrow('The service works on the target already')
})

it('one that is broken off proves nothing, and goes on where it stood', async () => {
  const breaking: ObjectStorage = {
    ...bucket,
    adoptFile: async (key, path, type) => {
      if (key === 'pictures/b') throw new Error('the line is cut')
      await bucket.adoptFile!(key, path, type)
    },
  }
  await expect(move(files, breaking, 's3://pictures')).rejects.toThrow('the line is cut')
  await expect(startOn(bucket)).rejects.toThrow(/Only a part of the pictures has arrived.*图片尚未完整迁移/)
  await expect(move(bucket, await open('third'), 's3://third')).rejects.toThrow('Only a part of the pictures')
  await startOn(files)
  expect((await toBucket()).copied).toBeLessThan(3)
  await startOn(bucket)
})

it('back to a folder that was left long ago, which is made equal, and proves itself again', async () => {
  await toBucket()
  await startOn(bucket)
  await bucket.remove('pictures/a')
  await put(bucket, 'pictures/b', 'others')
  await put(bucket, 'pictures/new')
  expect(await back()).toMatchObject({ removed: 1 })
  expect(await back()).toMatchObject({ copied: 0, removed: 0 })
  await startOn(files)
  expect(await files.stat('pictures/a')).toBeUndefined()
  expect(await readFile(files.pathOf!('pictures/b'), 'utf8')).toBe('others')
  await expect(startOn(bucket)).rejects.toThrow('to DATA_DIR/files')
  await toBucket()
  await startOn(bucket)
  await expect(startOn(files)).rejects.toThrow('to s3://pictures')
})

it('what came between the last run and the start on the target lies in the source alone: it is there after a move back, and goes along with the next', async () => {
  await toBucket()
  await put(files, 'pictures/c')
  await startOn(bucket)
  await expect(toBucket()).rejects.toThrow('The service works on the target already')
  await bucket.remove('pictures/a')
  await put(bucket, 'pictures/d')
  expect(await back()).toMatchObject({ copied: 2, removed: 1 })
  expect(await back()).toMatchObject({ copied: 0, removed: 0 })
  await startOn(files)
  expect(await keysIn(files)).toEqual(['pictures/b', 'pictures/c', 'pictures/d'])
  await put(bucket, 'pictures/e')
  await files.remove('pictures/d')
  expect(await toBucket()).toMatchObject({ copied: 2, removed: 1 })
  await startOn(bucket)
  expect(await keysIn(bucket)).toEqual(['pictures/b', 'pictures/c', 'pictures/e'])
})

it('never takes away from the living one: neither from a copy without a start, nor from a storage of others', async () => {
  await toBucket()
  await put(files, 'pictures/c')
  await expect(back()).rejects.toThrow('start the service on the source once')
  expect(await files.stat('pictures/c')).toBeDefined()
  // By way of a folder to another bucket.
  const third = await open('third')
  await move(bucket, third, 's3://third')
  await startOn(third)
  await expect(startOn(bucket)).rejects.toThrow('to s3://third')
  const strange = await open('strange')
  await put(strange, MARK_KEY, 'another')
  await expect(move(third, strange, 's3://strange')).rejects.toThrow('another service')
  expect(await readMark(strange)).toBe('another')
})

it('two storages with one mark, as earlier releases left them: what is newer in the target stays', async () => {
  await put(bucket, MARK_KEY, await readMark(files))
  await put(bucket, 'pictures/newer')
  await expect(toBucket()).rejects.toThrow('pictures/newer): the service works on the target already')
  await bucket.remove('pictures/newer')
  await toBucket()
  await startOn(bucket)
  await expect(startOn(files)).rejects.toThrow('to s3://pictures')
})
