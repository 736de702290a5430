// Whose a storage is, where somebody takes it over or a restore is broken off.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { openTestDatabase } from '../database/testing/test-database.ts'
import { openFolderStorage } from '../storage/folder-storage.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { createAddressSigner } from '../storage/signed-address.ts'
import {
  adoptIdentity,
  becomeAnother,
  IdentityError,
  proveIdentity,
  recallStorage,
  rehearseIdentity,
} from './prove-identity.ts'
import { readMark } from './storage-mark.ts'

const secret = 'a secret of the test that is long enough'
let folder: string
let storage: ObjectStorage
let databases: Database[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huanying-identity-'))
  storage = await openFolderStorage(join(folder, 'files'), createAddressSigner(secret), systemClock)
  databases = [await openTestDatabase(), await openTestDatabase()]
})
afterEach(async () => {
  for (const database of databases) await database.close()
  await rm(folder, { recursive: true })
})
const service = (n: number) => ({ database: databases[n]!, storage, secret })

it('a storage that another service adopts is no longer the first one’s: never two that sweep it', async () => {
  await proveIdentity(service(0))
  await expect(proveIdentity(service(1))).rejects.toThrow(IdentityError)
  await adoptIdentity(service(1))
  await proveIdentity(service(1))
  await expect(proveIdentity(service(0))).rejects.toThrow(IdentityError)
})

it('an adoption for the sake of the secret leaves the storage its mark', async () => {
  await proveIdentity(service(0))
  await adoptIdentity({ ...service(0), secret: 'another secret that is long enough, too' })
  await expect(proveIdentity(service(0))).rejects.toThrow('SECRET is not the one')
  await proveIdentity({ ...service(0), secret: 'another secret that is long enough, too' })
})

it('a restore that breaks off leaves nothing that starts; one that ends does', async () => {
  await expect(becomeAnother(service(0), () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('disk')
  await expect(proveIdentity(service(0))).rejects.toThrow(IdentityError)
  expect(await becomeAnother(service(0), async () => 'pictures')).toBe('pictures')
  await proveIdentity(service(0))
})

describe('a first start that is killed', () => {
  const killed = () => Promise.reject(new Error('killed'))
  const instants: Record<string, (files: ObjectStorage) => ObjectStorage> = {
    'before the storage has its mark': (files) => ({ ...files, putFile: killed }),
    'when it has, before the database says so': (files) => ({
      ...files,
      putFile: async (...file) => {
        await files.putFile(...file)
        await killed()
      },
    }),
  }
  it.each(Object.keys(instants))(
    '%s: the next one goes on, and no other storage is its own afterwards',
    async (instant) => {
      await expect(proveIdentity({ ...service(0), storage: instants[instant]!(storage) })).rejects.toThrow('killed')
      await proveIdentity(service(0))
      await proveIdentity(service(0))
      const another = await openFolderStorage(join(folder, 'another'), createAddressSigner(secret), systemClock)
      await expect(proveIdentity({ ...service(0), storage: another })).rejects.toThrow(IdentityError)
      await expect(proveIdentity(service(1))).rejects.toThrow(IdentityError)
    },
  )
  it.each(Object.keys(instants))('%s: on another storage then, that one alone is the service’s', async (instant) => {
    await expect(proveIdentity({ ...service(0), storage: instants[instant]!(storage) })).rejects.toThrow('killed')
    const another = await openFolderStorage(join(folder, 'another'), createAddressSigner(secret), systemClock)
    await proveIdentity({ ...service(0), storage: another })
    await proveIdentity({ ...service(0), storage: another })
    await expect(proveIdentity(service(0))).rejects.toThrow(IdentityError)
  })
  it.each(Object.keys(instants))('%s, with another one beside it: the next one goes on', async (instant) => {
    const start = { ...service(0), storage: instants[instant]!(storage) }
    await Promise.allSettled([start, start].map(proveIdentity))
    await proveIdentity(service(0))
  })
  it('for its storage is nothing to one that was adopted meanwhile', async () => {
    const late = instants['when it has, before the database says so']!(storage)
    await expect(proveIdentity({ ...service(0), storage: late })).rejects.toThrow('killed')
    const another = await openFolderStorage(join(folder, 'another'), createAddressSigner(secret), systemClock)
    await adoptIdentity({ ...service(0), storage: another })
    const rows = await databases[0]!.query<{ name: string }>('select name from service_identity order by name')
    expect(rows.map(({ name }) => name)).toEqual(['secret', 'storage'])
    await expect(proveIdentity(service(0))).rejects.toThrow(IdentityError)
  })
})

it('of two first starts on two storages one is refused', async () => {
  const another = await openFolderStorage(join(folder, 'another'), createAddressSigner(secret), systemClock)
  const told = await Promise.allSettled([service(0), { ...service(0), storage: another }].map(proveIdentity))
  expect(told.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('a first start that finds no room leaves the choice of the secret open', async () => {
  const full = { ...storage, putFile: () => Promise.reject(new Error('full')) }
  await expect(proveIdentity({ ...service(0), storage: full })).rejects.toThrow('full')
  await proveIdentity({ ...service(0), secret: 'another secret that is long enough, too' })
})

it('a rehearsal says what a start would, and changes nothing', async () => {
  await rehearseIdentity(service(0))
  expect([await recallStorage(databases[0]!), await readMark(storage)]).toEqual([undefined, undefined])
  await proveIdentity(service(0))
  await rehearseIdentity(service(0))
  const another = 'another secret that is long enough, too'
  await expect(rehearseIdentity({ ...service(0), secret: another })).rejects.toThrow('SECRET is not the one')
  await rehearseIdentity({ ...service(0), secret: another, previousSecret: secret })
  await proveIdentity(service(0))
  await expect(rehearseIdentity(service(1))).rejects.toThrow(IdentityError)
})
