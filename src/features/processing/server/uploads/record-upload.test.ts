// An upload that is answered 200 has its row, also where the process stops or the account goes while the picture comes.
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { createTestUser, openTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let userId: string
let failingTransactions = 0
/** Every transaction is committed, and its answer lost. */
let losesAnswers = false
/** The storing of pictures stands still until this is called. */
let goOn: () => void
let hasBegun: Promise<void>

beforeEach(async () => {
  failingTransactions = 0
  losesAnswers = false
  let begin: () => void
  hasBegun = new Promise((resolve) => {
    begin = resolve
  })
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  service = await openTestService({
    engine: createLocalEngine({ parallelInspections: 1 }),
    hasWorker: false,
    wrapStorage: (storage) => ({
      ...storage,
      putFile: async (...file) => {
        begin()
        await mayGoOn
        return storage.putFile(...file)
      },
    }),
    wrapDatabase: (database) => ({
      ...database,
      orm: new Proxy(database.orm, {
        get: (orm, name) => {
          if (name === 'transaction' && losesAnswers)
            return (work: (tx: Transaction) => Promise<unknown>) =>
              orm.transaction(work).then(() => Promise.reject(new Error('Connection terminated unexpectedly')))
          if (name !== 'transaction' || failingTransactions === 0) return Reflect.get(orm, name)
          failingTransactions -= 1
          return () => Promise.reject(new Error('the database is away'))
        },
      }),
    }),
  })
  userId = await createTestUser(service.database)
})
afterEach(() => service.close())

/** Answers the status. */
async function send(): Promise<number> {
  const picture = await sharp({
    create: { width: 64, height: 64, channels: 3, background: 'olive', noise: { type: 'gaussian', sigma: 20 } },
  })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('purpose', 'main')
  form.set('file', new Blob([picture as never], { type: 'image/png' }), 'photo.png')
  const headers = { authorization: `Bearer ${userId}` }
  const { status } = await fetch(`${service.origin}/api/uploads`, { method: 'POST', body: form, headers })
  return status
}

const rows = async () =>
  (await service.database.query('select 1 from user_uploads where user_id = $1', [userId])).length

async function storedFiles(): Promise<number> {
  let count = 0
  for await (const _ of service.storage.list('uploads')) count += 1
  return count
}

it('one that ends after the service was told to stop is saved', async () => {
  const sent = send()
  await hasBegun
  await service.processing.stop()
  goOn()
  expect([await sent, await rows()]).toEqual([200, 1])
})

it('one whose row cannot be saved any more in a process that stops is refused, and leaves no file', async () => {
  const sent = send()
  await hasBegun
  await service.processing.stop()
  failingTransactions = Number.POSITIVE_INFINITY
  goOn()
  expect(await sent).not.toBe(200)
  expect(await storedFiles()).toBe(0)
})

it('what waits for a database that is away is tried once more at the stop', async () => {
  goOn()
  failingTransactions = 4
  expect([await send(), await rows()]).toEqual([200, 0])
  await service.processing.stop()
  expect(await rows()).toBe(1)
})

it('one whose row was written while the answer to it was lost, in a process that stops, leaves neither row nor file', async () => {
  const sent = send()
  await hasBegun
  await service.processing.stop()
  losesAnswers = true
  goOn()
  expect(await sent).not.toBe(200)
  expect([await rows(), await storedFiles()]).toEqual([0, 0])
})

it('one whose account is gone meanwhile is refused, and leaves no file', async () => {
  const sent = send()
  await hasBegun
  await service.database.query('delete from auth_users where id = $1', [userId])
  goOn()
  expect(await sent).not.toBe(200)
  expect(await storedFiles()).toBe(0)
})
