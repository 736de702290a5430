// Who holds a place for others leaves a storage that hangs, whatever that does.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { openFolderStorage } from './folder-storage.ts'
import type { ObjectStorage } from './object-storage.ts'
import { createAddressSigner } from './signed-address.ts'
import { storageUntil } from './storage-until.ts'

let folder: string
let storage: ObjectStorage
const open = async () =>
  openFolderStorage(await mkdtemp(join(folder, 'files-')), createAddressSigner('of the test'), systemClock)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huanying-until-'))
  storage = await open()
})
afterAll(() => rm(folder, { recursive: true }))

const never = <Result>() => new Promise<Result>(() => {})
const hanging = (): ObjectStorage => ({
  ...storage,
  putFile: never,
  adoptFile: never,
  stat: never,
  openRead: never,
  fetchToFile: never,
  remove: never,
  list: () => ({ [Symbol.asyncIterator]: () => ({ next: never }) }),
  checkWritable: never,
})
async function listed(bounded: ObjectStorage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of bounded.list()) keys.push(key)
  return keys
}
const calls = (bounded: ObjectStorage): Promise<unknown>[] => [
  bounded.putFile('a', 'a', 'image/png'),
  bounded.adoptFile!('a', 'a', 'image/png'),
  bounded.stat('a'),
  bounded.openRead('a'),
  bounded.fetchToFile('a', 'a'),
  bounded.remove('a'),
  listed(bounded),
  bounded.checkWritable(),
]

it('every call ends with the signal, and after the most that one may take', async () => {
  const caller = new AbortController()
  const left = calls(storageUntil(hanging(), { signal: caller.signal }))
  caller.abort(new Error('left'))
  for (const call of left) await expect(call).rejects.toThrow('left')
  for (const call of calls(storageUntil(hanging(), { mostMs: 20 })))
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
})

it('is the storage below otherwise', async () => {
  const bounded = storageUntil(await open(), { mostMs: 60_000 })
  expect(await bounded.stat('a')).toBeUndefined()
  expect(await listed(bounded)).toEqual([])
  await bounded.checkWritable()
})
