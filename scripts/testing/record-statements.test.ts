import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { findPage } from '#platform/server/database/find-page.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { recordStatements } from './record-statements.ts'

const asked = recordStatements()
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => asked.clear())
afterAll(() => database.close())

const find = (limit: unknown) =>
  findPage(database.orm, sql`select id, created_at from user_uploads`, { limit: limit as number, offset: 0 })

it('keeps what the product asks, once, in a transaction too', async () => {
  await find(1)
  expect(asked.size).toBe(2) // asked, and answered with rows
  await find(2)
  expect(asked.size).toBe(2)
  await database.orm.transaction((tx) =>
    findPage(tx, sql`select id, created_at from user_profiles`, { limit: 1, offset: 0 }),
  )
  expect(asked.size).toBeGreaterThanOrEqual(4)
})

it('keeps a failure and other kinds of values apart', async () => {
  await find(1)
  await expect(find('one')).rejects.toThrow()
  expect(asked.size).toBe(3)
})

it('leaves out what a test asks itself', async () => {
  await database.query('select 1')
  expect(asked.size).toBe(0)
})
