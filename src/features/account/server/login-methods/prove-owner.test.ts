// What the check of a password is taken for; the ways of proof themselves are asked over HTTP (own-data.test.ts, login-methods.test.ts).
import { APIError } from 'better-auth/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { createRateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { type ProofParts, proveOwner } from './prove-owner.ts'

let database: Database
let userId: string
beforeAll(async () => {
  database = await openTestDatabase()
  const [user] = await database.query<{ id: string }>(
    `insert into auth_users (name, email) values ('x', 'owner@example.com') returning id`,
  )
  userId = user!.id
  await database.query(
    `insert into auth_accounts (user_id, account_id, provider_id, password) values ($1, 'owner', 'credential', 'hash')`,
    [userId],
  )
})
afterAll(() => database.close())

/** As the library answers when it reads the session, and then refuses. */
const refusedWith = (status: 'BAD_REQUEST' | 'UNAUTHORIZED') =>
  proveOwner(
    {
      auth: {
        api: {
          getSession: async () => ({ user: { id: userId }, session: { createdAt: new Date() } }),
          verifyPassword: async () => {
            throw new APIError(status)
          },
        },
      } as unknown as ProofParts['auth'],
      database,
      limiter: createRateLimiter(database, { now: () => new Date() }),
      now: () => new Date(),
    },
    { userId, headers: new Headers(), password: 'x' },
  )

it('a password that is not right is wrong; a session that could not be read at that moment is not', async () => {
  await expect(refusedWith('BAD_REQUEST')).rejects.toMatchObject({ code: 'password-wrong' })
  await expect(refusedWith('UNAUTHORIZED')).rejects.toThrow('could not be checked')
})
