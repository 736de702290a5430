// The moment at which an address was confirmed (document 1 §3): its own column, kept by the database, untouched by later changes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'

const ID = '33333333-3333-4333-8333-333333333333'
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.query(`insert into auth_users (id, name, email) values ($1, '', 'a@example.com')`, [ID])
})
afterAll(() => database.close())

const set = (change: string) => database.query(`update auth_users set ${change} where id = $1`, [ID])
async function confirmedAt(): Promise<string | null> {
  const [row] = await database.query<{ at: string | null }>(
    'select email_confirmed_at::text as at from auth_users where id = $1',
    [ID],
  )
  return row!.at
}

it('stands from the confirmation on, moves with a new address and goes when the address is doubtful again', async () => {
  expect(await confirmedAt()).toBeNull()
  await set('email_verified = true')
  const first = await confirmedAt()
  expect(first).not.toBeNull()
  await set(`name = 'x', updated_at = now() + interval '1 day'`)
  expect(await confirmedAt()).toBe(first)
  await set(`email = 'b@example.com'`)
  expect(await confirmedAt()).not.toBe(first)
  await set('email_verified = false')
  expect(await confirmedAt()).toBeNull()
})

it('cannot be written from outside', async () => {
  await set('email_verified = true')
  const at = await confirmedAt()
  await set(`email_confirmed_at = '2001-01-01'`)
  expect(await confirmedAt()).toBe(at)
})
