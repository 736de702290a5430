// A documented call whose start was committed while the line to the database broke before the answer.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { createTestUser, openTestService, readMoney, type TestService } from '../testing/test-service.ts'

let service: TestService
let losesNextStart = true
beforeAll(async () => {
  service = await openTestService({
    engine: createLocalEngine(),
    wrapDatabase: (database) => ({
      ...database,
      orm: new Proxy(database.orm, {
        get: (orm, name) => {
          if (name !== 'transaction') return Reflect.get(orm, name)
          return async (work: (tx: Transaction) => Promise<unknown>) => {
            const answer = await orm.transaction(work)
            if (!losesNextStart || !(answer as { hold?: unknown } | undefined)?.hold) return answer
            losesNextStart = false
            throw new Error('Connection terminated unexpectedly')
          }
        },
      }),
    }),
  })
})
afterAll(() => service.close())

it('has that run, and is charged for it once', async () => {
  const userId = await createTestUser(service.database)
  const picture = sharp({
    create: { width: 64, height: 48, channels: 3, background: 'olive', noise: { type: 'gaussian', sigma: 20 } },
  })
  const body = JSON.stringify({ image: (await picture.jpeg().toBuffer()).toString('base64'), functionType: 'enhance' })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${userId}` }
  const call = () => fetch(`${service.origin}/api/functions/topaz-process`, { method: 'POST', headers, body })
  const first = await call()
  expect([first.status, await first.json()]).toEqual([200, { success: true, resultUrl: expect.any(String) }])
  expect((await call()).status).toBe(200)
  expect(await service.database.query('select id from processing_history where user_id = $1', [userId])).toHaveLength(1)
  expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
})
