// The queue on the database itself, on either home.
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { openTestDatabase } from '../database/testing/test-database.ts'
import { createLog } from '../log.ts'
import { openQueue, QUEUE_CHANNEL, UnknownQueueError } from './boss-queue.ts'
import type { Queue } from './queue.ts'

const log = createLog('silent')
const names = ['emails', 'cold']
let database: Database
let queue: Queue

beforeEach(async () => {
  database = await openTestDatabase()
  queue = await openQueue(database, names, log)
})
afterEach(async () => {
  await queue.stop(1000)
  await database.close()
})

const queued = async () =>
  (await database.query<{ count: number }>(`select count(*)::int as count from pgboss.job where name = 'emails'`))[0]!
    .count

function nextDelivery<Data extends object>(queueName: string, handle?: (attempt: number) => void) {
  return new Promise<{ data: Data; attempt: number }>((resolve, reject) => {
    queue
      .work<Data>(queueName, 1, async ({ data, attempt }) => {
        handle?.(attempt)
        resolve({ data, attempt })
      })
      .catch(reject)
  })
}

describe('queue', () => {
  it('delivers what a committed transaction sent', async () => {
    await database.orm.transaction((tx) => queue.send(tx, 'emails', { to: 'a' }))
    expect(await nextDelivery('emails')).toEqual({ data: { to: 'a' }, attempt: 1 })
  })

  it('leaves nothing behind when the transaction is rolled back', async () => {
    const failure = database.orm.transaction(async (tx) => {
      await queue.send(tx, 'emails', { to: 'b' })
      throw new Error('refused')
    })
    await expect(failure).rejects.toThrow('refused')
    expect(await queued()).toBe(0)
  })

  it('sends to a queue that nothing touched since the start, inside a transaction', async () => {
    await database.orm.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await queue.send(tx, 'cold', { first: true })
    })
    expect((await nextDelivery<{ first: boolean }>('cold')).data).toEqual({ first: true })
  })

  it('answers an unnamed queue with an error instead of a hang, inside a transaction', async () => {
    const cold = database.orm.transaction((tx) => queue.send(tx, 'never-named', {}))
    await expect(cold).rejects.toBeInstanceOf(UnknownQueueError)
    await expect(queue.work('never-named', 1, async () => {})).rejects.toBeInstanceOf(UnknownQueueError)
  })

  it('has every place at work while there are entries, and each entry taken once', async () => {
    const entries = 12
    const taken: string[] = []
    const together = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    let atWork = 0
    await queue.work<{ n: number }>('emails', 3, async ({ data }) => {
      taken.push(`entry ${data.n}`)
      atWork += 1
      if (atWork === 3) together.resolve()
      await together.promise
      if (taken.length === entries) done.resolve()
    })
    // Places that found nothing at their start are waiting by now, and are woken one by another.
    await database.orm.transaction(async (tx) => {
      for (let n = 0; n < entries; n += 1) await queue.send(tx, 'emails', { n })
    })
    await done.promise
    expect(taken.toSorted()).toEqual(Array.from({ length: entries }, (_, n) => `entry ${n}`).toSorted())
  })

  it('receives new entries on the channel of pg-boss', async () => {
    const heard = Promise.withResolvers<string>()
    const unlisten = await database.listen(QUEUE_CHANNEL, heard.resolve)
    await database.orm.transaction((tx) => queue.send(tx, 'emails', { to: 'f' }))
    expect(await heard.promise).toBe('emails')
    await unlisten()
  })

  it('delivers again after a handler threw, and counts the attempts', async () => {
    await database.orm.transaction((tx) => queue.send(tx, 'emails', { to: 'c' }))
    const delivery = nextDelivery('emails', (attempt) => {
      if (attempt === 1) throw new Error('not now')
    })
    expect(await delivery).toEqual({ data: { to: 'c' }, attempt: 2 })
  })

  it('tells running handlers to stop and hands their job out again', async () => {
    await database.orm.transaction((tx) => queue.send(tx, 'emails', { to: 'd' }))
    const started = Promise.withResolvers<void>()
    await queue.work('emails', 1, ({ stopping }) => {
      started.resolve()
      return new Promise((_, reject) => stopping.addEventListener('abort', () => reject(new Error('handed back'))))
    })
    await started.promise
    await queue.stop(5000)
    queue = await openQueue(database, names, log)
    expect(await nextDelivery('emails')).toEqual({ data: { to: 'd' }, attempt: 2 })
  })

  it('hands out the job of a worker that died: its heartbeat is missing, or the folder has a new owner', async () => {
    await database.orm.transaction((tx) => queue.send(tx, 'emails', { to: 'e' }))
    // What a kill -9 leaves: the job is marked active by a process that no longer touches it.
    await database.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute' where name = 'emails'`,
    )
    await queue.stop(1000)
    queue = await openQueue(database, names, log)
    expect(await nextDelivery('emails')).toEqual({ data: { to: 'e' }, attempt: 2 })
  })
})
