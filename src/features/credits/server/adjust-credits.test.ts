// A balance set by an operator, on either home of the database.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { authUsers, userProfiles } from '../../account/server/tables.ts'
import { adjustCredits } from './adjust-credits.ts'
import { grantSignUpCredits } from './grant-sign-up-credits.ts'
import { readBalance } from './read-balance.ts'
import { usageLogs } from './tables.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function addPerson(spent: number): Promise<string> {
  const [user] = await database.orm
    .insert(authUsers)
    .values({ name: 'x', email: `${crypto.randomUUID()}@example.com` })
    .returning()
  const id = user!.id
  await database.orm.insert(userProfiles).values({ id })
  await grantSignUpCredits(database.orm, id)
  if (spent > 0)
    await database.orm
      .insert(usageLogs)
      .values({ userId: id, kind: 'hold', amount: 0 - spent, jobId: crypto.randomUUID() })
  return id
}
const adjust = (userId: string, creditsRemaining: number, reference: string = crypto.randomUUID()) =>
  database.orm.transaction((tx) => adjustCredits(tx, { userId, creditsRemaining, reference }))

it.each([
  ['more', 20, 17, { total: 22, used: 2, remaining: 20 }],
  ['fewer', 1, -2, { total: 3, used: 2, remaining: 1 }],
  ['none', 0, -3, { total: 2, used: 2, remaining: 0 }],
])('%s: used stays, the total becomes used + remaining', async (_, wanted, difference, balance) => {
  const id = await addPerson(2)
  expect(await adjust(id, wanted)).toBe(difference)
  expect(await readBalance(database.orm, id)).toEqual(balance)
})

it('leaves the balance the sum of the ledger, with one entry per action and none for nothing', async () => {
  const id = await addPerson(0)
  await adjust(id, 5)
  await adjust(id, 9, 'action-1')
  await expect(adjust(id, 12, 'action-1')).rejects.toThrow()
  const { rows } = await database.orm.execute(
    sql`select sum(amount)::int as remaining, sum(total_amount)::int as total, count(*)::int as entries from usage_logs where user_id = ${id}`,
  )
  expect(rows[0]).toEqual({ remaining: 9, total: 9, entries: 2 })
  expect(await readBalance(database.orm, id)).toEqual({ total: 9, used: 0, remaining: 9 })
})

it('knows an account that does not exist', async () => {
  expect(await adjust(crypto.randomUUID(), 3)).toBeUndefined()
})
