// The credit ledger on the real database: the proof token, settling once, and the sum that equals the balance whatever happens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { seededBelow } from '../../../../scripts/seeded-random.ts'
import { captureHold } from './capture-hold.ts'
import { createCredits } from './credits.ts'
import { grantSignUpCredits } from './grant-sign-up-credits.ts'
import { CreditHold, holdCredits, proveHold, reopenHold } from './hold-credits.ts'
import { readBalance } from './read-balance.ts'
import { releaseHold } from './release-hold.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function createUser(): Promise<string> {
  const [user] = await database.query<{ id: string }>(
    'insert into auth_users (name, email) values ($1, $1) returning id',
    [`${crypto.randomUUID()}@example.com`],
  )
  await database.query('insert into user_profiles (id) values ($1)', [user!.id])
  return user!.id
}
async function createFreeUser(): Promise<string> {
  const userId = await createUser()
  await grantSignUpCredits(database.orm, userId)
  return userId
}
const hold = (userId: string, jobId: string, credits: number) =>
  database.orm.transaction((tx) => holdCredits(tx, { userId, jobId, credits }))
const capture = (proof: CreditHold) => database.orm.transaction((tx) => captureHold(tx, proof))
const release = (proof: CreditHold) => database.orm.transaction((tx) => releaseHold(tx, proof))
const ledgerOf = async (userId: string) =>
  (
    await database.query<{ sum: number; total: number }>(
      'select coalesce(sum(amount), 0)::int as sum, coalesce(sum(total_amount), 0)::int as total from usage_logs where user_id = $1',
      [userId],
    )
  )[0]!

describe('the free credits', () => {
  it('are five, once, also for many calls at the same time (C-01)', async () => {
    const userId = await createUser()
    const grants = await Promise.all(Array.from({ length: 8 }, () => grantSignUpCredits(database.orm, userId)))
    expect(grants.filter(Boolean)).toHaveLength(1)
    await createCredits({ database }).grantSignUpCredits(userId)
    expect(await readBalance(database.orm, userId)).toEqual({ total: 5, used: 0, remaining: 5 })
  })
})

describe('a hold', () => {
  it('takes the credits at once, and its capture changes the balance no more (U-13)', async () => {
    const [userId, jobId] = [await createFreeUser(), crypto.randomUUID()]
    const proof = await hold(userId, jobId, 3)
    expect(CreditHold.isHold(proof)).toBe(true)
    expect(await readBalance(database.orm, userId)).toEqual({ total: 5, used: 3, remaining: 2 })
    expect(await capture(proof)).toBe(3)
    expect(await readBalance(database.orm, userId)).toEqual({ total: 5, used: 3, remaining: 2 })
  })

  it('comes back with its release, once, and is settled once: capture and release exclude each other', async () => {
    const [userId, jobId] = [await createFreeUser(), crypto.randomUUID()]
    const proof = await hold(userId, jobId, 4)
    expect(await release(proof)).toBe(4)
    expect(await release(proof)).toBeUndefined()
    expect(await capture(proof)).toBeUndefined()
    expect(await readBalance(database.orm, userId)).toEqual({ total: 5, used: 0, remaining: 5 })
  })

  it('is settled alone: the other runs of its owner and of others stay open', async () => {
    const [userId, other] = [await createFreeUser(), await createFreeUser()]
    const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const [captured, released] = [await hold(userId, first, 1), await hold(userId, second, 1)]
    await hold(userId, third, 2)
    const foreign = await hold(other, crypto.randomUUID(), 2)
    await capture(captured)
    expect(await reopenHold(database.orm, second)).toBeDefined()
    await release(released)
    expect(await reopenHold(database.orm, third)).toBeDefined()
    expect(await reopenHold(database.orm, foreign.jobId)).toBeDefined()
    expect(await readBalance(database.orm, userId)).toEqual({ total: 5, used: 3, remaining: 2 })
  })

  it('keeps why it came back, where a reason is given', async () => {
    const userId = await createFreeUser()
    const [effectless, failed] = [
      await hold(userId, crypto.randomUUID(), 1),
      await hold(userId, crypto.randomUUID(), 1),
    ]
    await database.orm.transaction((tx) => releaseHold(tx, effectless, 'no-effect'))
    await release(failed)
    const rows = await database.query(
      `select details from usage_logs where user_id = $1 and kind = 'release' order by details`,
      [userId],
    )
    expect(rows).toEqual([{ details: { reason: 'no-effect' } }, { details: null }])
  })

  it('is released or captured by exactly one of many callers at once', async () => {
    const [userId, jobId] = [await createFreeUser(), crypto.randomUUID()]
    const proof = await hold(userId, jobId, 2)
    const again = (await reopenHold(database.orm, jobId))!
    const outcomes = await Promise.all([release(proof), capture(again), release(again), capture(proof)])
    expect(outcomes.filter((outcome) => outcome !== undefined)).toEqual([2])
  })

  it('cannot be forged: what looks like one is none', () => {
    const copy = Object.assign(Object.create(CreditHold.prototype), { userId: 'a', jobId: 'b', credits: 0 })
    expect(CreditHold.isHold(copy)).toBe(false)
    expect(CreditHold.isHold({ userId: 'a', jobId: 'b', credits: 0 })).toBe(false)
    expect(() => proveHold(copy)).toThrow('no proof of held credits')
  })

  it('is neither captured nor released for what only looks like its proof', async () => {
    const [userId, jobId] = [await createFreeUser(), crypto.randomUUID()]
    const proof = await hold(userId, jobId, 2)
    const copy = Object.assign(Object.create(CreditHold.prototype), proof) as CreditHold
    await expect(capture(copy)).rejects.toThrow('no proof of held credits')
    await expect(release(copy)).rejects.toThrow('no proof of held credits')
    expect(await release(proof)).toBe(2)
  })

  it('is refused by the database when the balance does not reach, and leaves nothing', async () => {
    const [userId, jobId] = [await createFreeUser(), crypto.randomUUID()]
    await expect(hold(userId, jobId, 6)).rejects.toThrow()
    expect(await reopenHold(database.orm, jobId)).toBeUndefined()
    expect(await readBalance(database.orm, userId)).toEqual({ total: 5, used: 0, remaining: 5 })
  })

  it('of nothing, for unlimited tiers, is a hold like any other (C-05)', async () => {
    const [userId, jobId] = [await createFreeUser(), crypto.randomUUID()]
    const proof = await hold(userId, jobId, 0)
    expect(await reopenHold(database.orm, jobId)).toMatchObject({ userId, jobId, credits: 0 })
    expect(await capture(proof)).toBe(0)
  })

  it('is found again by another worker while it is open, and not after', async () => {
    const [userId, jobId] = [await createFreeUser(), crypto.randomUUID()]
    const proof = await hold(userId, jobId, 2)
    expect(await reopenHold(database.orm, jobId)).toMatchObject({ userId, jobId, credits: 2 })
    await capture(proof)
    expect(await reopenHold(database.orm, jobId)).toBeUndefined()
    expect(await reopenHold(database.orm, crypto.randomUUID())).toBeUndefined()
  })
})

describe('after any sequence of holds, captures and releases', () => {
  it.each([1, 2, 3])('(seed %i) the balance is the sum of the ledger and never negative', async (seed) => {
    const random = seededBelow(seed)
    const users = [await createFreeUser(), await createFreeUser()]
    const holds: CreditHold[] = []
    for (let step = 0; step < 120; step += 1) {
      const userId = users[random(users.length)]!
      const action = random(3)
      if (action === 0 || holds.length === 0) {
        await hold(userId, crypto.randomUUID(), random(4)).then(
          (proof) => holds.push(proof),
          () => undefined,
        )
      } else if (action === 1) await capture(holds[random(holds.length)]!)
      else await release(holds[random(holds.length)]!)
      const balance = (await readBalance(database.orm, userId))!
      expect(await ledgerOf(userId)).toEqual({ sum: balance.remaining, total: balance.total })
      expect(balance.remaining).toBeGreaterThanOrEqual(0)
    }
  })
})
